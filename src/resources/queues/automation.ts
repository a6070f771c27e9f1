/** Automation of a queue: its figures, what other thresholds would give, and targets. */
import { Type, type Static } from 'typebox'
import { transact } from '../../domain/outbox/transaction.ts'
import { readAutomation } from '../../domain/queues/automation-documents.ts'
import { listTargets, setTarget } from '../../domain/queues/automation-targets.ts'
import { invalid } from '../../errors.ts'
import type { AutomationTarget, Queue, RowOf } from '../../models/index.ts'
import { figuresOf } from '../../rules/automation/figures.ts'
import { confidenceAccuracy, processingTime } from '../../rules/automation/plots.ts'
import { chooseThresholds, projectDocuments } from '../../rules/automation/projection.ts'
import { suggestChanges } from '../../rules/automation/suggestions.ts'
import { automationLevel, BLOCKER_TYPES } from '../../rules/automation/decide.ts'
import { allowed, can } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { valuesOf } from '../framework/query.ts'
import { recordingChanges } from '../framework/record-changes.ts'
import { resourceAt } from '../framework/registry.ts'
import { answerWith, ok, within, type Answer, type Request } from '../framework/request.ts'
import { InsightFigures, Projections, share, SuggestedChanges, Target, TargetBody } from './automation-schemas.ts'

const DEFAULT_DAYS = 90
const DEFAULT_LIMIT = 0.02
const days = Type.Integer({
  minimum: 1,
  maximum: 365,
  description: 'Length of the period that ends now, in days; 90 by default.',
})

function daysOf({ query }: Request): number {
  const [text = String(DEFAULT_DAYS)] = valuesOf(query, 'days')
  const given = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (given < 1 || given > 365) throw invalid({ days: ['Ensure this value is an integer from 1 to 365.'] })
  return given
}

async function insights(request: Request, queue: RowOf<Queue>): Promise<Answer> {
  const { fields, documents } = await readAutomation(request.db, queue, daysOf(request))
  const { datapoint_statistics, ...figures } = figuresOf(fields, documents)
  return ok({
    ...figures,
    datapoint_statistics: datapoint_statistics.map((field) => ({
      ...field,
      confidence_accuracy: confidenceAccuracy([field], documents),
    })),
    confidence_accuracy: confidenceAccuracy(fields, documents),
    processing_time: processingTime(documents),
  })
}

const ProjectionBody = Type.Object({
  fields: Type.Array(
    Type.Object({
      schema_id: Type.String({ description: 'Id of the field in the schema.' }),
      error_rate_limit: share(
        'Highest acceptable share of wrong values among those that are not reviewed, from 0 to 1.',
      ),
    }),
    { maxItems: 1000, description: 'Fields whose thresholds are chosen; all others keep theirs.' },
  ),
})

async function projections(request: Request<Static<typeof ProjectionBody>>, queue: RowOf<Queue>): Promise<Answer> {
  const { fields: limits } = request.body
  const excluded = valuesOf(request.query, 'exclude_blockers')
  const unknown = excluded.filter((type) => !BLOCKER_TYPES.some((known) => known === type))
  if (unknown.length) throw invalid({ exclude_blockers: unknown.map((type) => `"${type}" is not a valid choice.`) })
  const { fields, documents, total } = await readAutomation(request.db, queue, daysOf(request))
  assertFields(
    'fields',
    limits.map(({ schema_id }) => schema_id),
    fields.map(({ schema_id }) => schema_id),
  )
  const used = documents.filter(({ reviewed, captured }) => reviewed && captured !== null)
  const chosen = chooseThresholds(fields, limits, used)
  return ok({
    baseline: figuresOf(fields, documents),
    projections: [figuresOf(chosen, projectDocuments(chosen, used, excluded))],
    total_document_count: total,
    used_document_count: used.length,
  })
}

async function suggestions(request: Request, queue: RowOf<Queue>): Promise<Answer> {
  const limit = limitOf(request)
  const { fields, documents } = await readAutomation(request.db, queue, daysOf(request))
  const used = documents.filter(({ reviewed, captured }) => reviewed && captured !== null)
  const enabled = automationLevel(queue) !== 'never'
  return ok({ ...suggestChanges({ enabled, fields }, used, limit), used_document_count: used.length })
}

function limitOf({ query }: Request): number {
  const [text = String(DEFAULT_LIMIT)] = valuesOf(query, 'error_rate_limit')
  const given = /^\d(\.\d{1,6})?$/.test(text) ? Number(text) : NaN
  if (!(given >= 0 && given <= 1)) throw invalid({ error_rate_limit: ['Ensure this value is a number from 0 to 1.'] })
  return given
}

/** Throws 400 naming the ids that are repeated, or not among those of the schema. */
function assertFields(name: string, given: string[], known?: string[]): void {
  const repeated = [...new Set(given.filter((id, index) => given.indexOf(id) < index))]
  if (repeated.length) throw invalid({ [name]: repeated.map((id) => `The field "${id}" is listed more than once.`) })
  const strange = known ? given.filter((id) => !known.includes(id)) : []
  if (strange.length) throw invalid({ [name]: strange.map((id) => `The schema has no exportable field "${id}".`) })
}

async function targets({ db }: Request, { id }: RowOf<Queue>): Promise<Answer> {
  return ok({ results: (await listTargets(db, id)).map(showTarget) })
}

async function addTarget(request: Request<Static<typeof TargetBody>>, queue: RowOf<Queue>): Promise<Answer> {
  const { deps, who, body } = request
  assertFields(
    'datapoint_automation_targets',
    body.datapoint_automation_targets.map(({ schema_id }) => schema_id),
  )
  const given = {
    type: body.type,
    automation_rate_target: body.automation_rate_target,
    error_rate_target: body.error_rate_target,
    datapoint_automation_targets: body.datapoint_automation_targets.map(
      ({ schema_id, error_rate_target, confidence_threshold, error_rate_limit = null }) => ({
        schema_id,
        error_rate_target,
        confidence_threshold,
        error_rate_limit,
      }),
    ),
  }
  const target = await transact(deps, (tx) =>
    recordingChanges(resourceAt('schemas'), queue.schema_id, within(request, tx), () =>
      setTarget(tx, deps.blobs, who, queue, given),
    ),
  )
  return answerWith(201, showTarget(target))
}

const showTarget = (row: RowOf<AutomationTarget>) => ({
  datetime: row.created_at,
  type: row.type,
  automation_rate_target: row.automation_rate_target,
  error_rate_target: row.error_rate_target,
  datapoint_automation_targets: row.datapoint_automation_targets,
})

export const automationActions: Action<RowOf<Queue>>[] = [
  {
    method: 'get',
    path: 'automation/insights',
    summary:
      'Show how many confirmed documents were automated, what prevented it, and how often captured values were wrong. ' +
      'Rates of errors are null with fewer than 30 reviewed documents.',
    may: can('read'),
    query: { days },
    responds: { status: 200, body: InsightFigures },
    handle: insights,
  },
  {
    method: 'post',
    path: 'automation/projections',
    summary:
      'Choose for each field the lowest threshold that keeps its share of errors within a limit, and show what the reviewed ' +
      'documents of the queue would have given with these thresholds. Changes nothing.',
    may: can('read'),
    query: {
      days,
      exclude_blockers: Type.String({
        description:
          'Types of blockers that the projection ignores, separated by commas, e.g. `error_message,extension`.',
      }),
    },
    body: ProjectionBody,
    example: () => ({ fields: [{ schema_id: 'document_id', error_rate_limit: 0.02 }] }),
    responds: { status: 200, body: Projections },
    handle: projections,
  },
  {
    method: 'get',
    path: 'automation/suggestions',
    summary:
      'Show which changes of the queue would automate more of its documents, the one with the largest effect first, by what automation ' +
      'would have done with the reviewed documents. Changes nothing.',
    may: can('read'),
    query: {
      days,
      error_rate_limit: share(
        'Highest acceptable share of wrong values of a field whose threshold is lowered; 0.02 by default.',
      ),
    },
    responds: { status: 200, body: SuggestedChanges },
    handle: suggestions,
  },
  {
    method: 'get',
    path: 'automation/targets',
    summary: 'List the last 100 targets of automation, newest first.',
    may: can('read'),
    responds: {
      status: 200,
      body: Type.Object({ results: Type.Array(Target, { description: 'Targets, newest first.' }) }),
    },
    handle: targets,
  },
  {
    method: 'post',
    path: 'automation/targets',
    summary: 'Set a target of automation and write its thresholds to the fields of the schema.',
    may: allowed('schemas').update,
    body: TargetBody,
    example: () => ({
      type: 'automation_assistant_v1',
      automation_rate_target: 0.7,
      error_rate_target: 0.02,
      datapoint_automation_targets: [
        { schema_id: 'document_id', error_rate_target: 0.02, confidence_threshold: 0.9, error_rate_limit: 0.02 },
      ],
    }),
    responds: { status: 201, body: Target },
    handle: addTarget,
  },
]
