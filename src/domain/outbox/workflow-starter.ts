/** The only module that starts and signals workflows from outside of workflows. */
import type { SearchAttributePair } from '@temporalio/common'
import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import { parseWorkflowId, type WorkflowKind } from '../../rules/temporal/workflow-ids.ts'
import { shorten, summarize, summarizeApproval } from '../../rules/temporal/workflow-summary.ts'
import { lookSignal, searchAttributes, taskQueue, type Step, type Workflows } from '../../workflows/contract.ts'

export type Starter = Pick<Deps, 'db' | 'temporal' | 'config' | 'log'>

/** A workflow to be signalled, or started if it is not running. */
export interface Target {
  workflowId: string
  /** The work of a new upload, if the caller has it. */
  steps?: Step[]
  /** Runs a call in the context of the request that caused it, so that it belongs to the trace of that request. */
  inContext?: <T>(call: () => T) => T
}

interface Start {
  type: keyof Workflows
  args: unknown[]
  summary: string
  attributes: SearchAttributePair[]
}

interface Subject {
  id: number
  organization_id: number
  queue_id: number | null
  queue: string | null
  status: string
  file: string | null
  files: number
}

const SUMMARY_BYTES = 400

/** Reads the rows of each kind of workflow by id, for its summary and search attributes; null if it is about no row. */
const SUBJECTS: Record<WorkflowKind, ((db: Knex, ids: number[]) => PromiseLike<Subject[]>) | null> = {
  annotation: (db, ids) =>
    db('annotations as a')
      .join('queues as q', 'q.id', 'a.queue_id')
      .join('documents as d', 'd.id', 'a.document_id')
      .whereIn('a.id', ids)
      .select('a.id', 'a.organization_id', 'a.queue_id', 'q.name as queue', 'a.status', 'd.original_file_name as file'),
  upload: (db, ids) =>
    db('uploads as u')
      .join('queues as q', 'q.id', 'u.queue_id')
      .leftJoin('documents as d', 'd.upload_id', 'u.id')
      .whereIn('u.id', ids)
      .groupBy('u.id', 'q.id')
      .select('u.id', 'u.organization_id', 'u.queue_id', 'q.name as queue')
      .select(db.raw(`'importing' as status, min(d.original_file_name) as file, count(d.id)::integer as files`)),
  'delete-queue': (db, ids) =>
    db('queues as q')
      .whereIn('q.id', ids)
      .select('q.id', 'q.organization_id', 'q.id as queue_id', 'q.name as queue', 'q.status'),
  deletion: (db, ids) =>
    db('deletion_requests as d').whereIn('d.id', ids).select('d.id', 'd.organization_id', 'd.status'),
  email: (db, ids) =>
    db('emails as e')
      .join('queues as q', 'q.id', 'e.queue_id')
      .whereIn('e.id', ids)
      .select('e.id', 'e.organization_id', 'e.queue_id', 'q.name as queue', db.raw(`'sending' as status`)),
  'incoming-email': (db, ids) =>
    db('incoming_messages as m')
      .join('queues as q', 'q.id', 'm.queue_id')
      .whereIn('m.email_id', ids)
      .select('m.email_id as id', 'm.organization_id', 'm.queue_id', 'q.name as queue', db.raw(`'received' as status`)),
  letter: (db, ids) =>
    db('letters as l').whereIn('l.id', ids).select('l.id', 'l.organization_id', db.raw(`'sending' as status`)),
  function: (db, ids) => hooksOf(db, ids),
  'hook-schedule': (db, ids) => hooksOf(db, ids),
  redelivery: (db, ids) =>
    db('hook_runs as r')
      .join('hooks as h', 'h.id', 'r.hook_id')
      .whereIn('r.id', ids)
      .select('r.id', 'r.organization_id', 'r.queue_id', 'h.name as file', db.raw(`'repeating' as status`)),
  approval: (db, ids) =>
    db('workflow_runs as r')
      .join('annotations as a', 'a.id', 'r.annotation_id')
      .join('queues as q', 'q.id', 'a.queue_id')
      .join('documents as d', 'd.id', 'a.document_id')
      .whereIn('r.id', ids)
      .select('r.id', 'r.organization_id', 'a.queue_id', 'q.name as queue', 'd.original_file_name as file')
      .select('r.workflow_status as status'),
  rules: (db, ids) =>
    db('annotations as a')
      .join('queues as q', 'q.id', 'a.queue_id')
      .whereIn('a.id', ids)
      .select('a.id', 'a.organization_id', 'a.queue_id', 'q.name as queue', db.raw(`'running' as status`)),
  schema: (db, ids) =>
    db('schemas as s')
      .whereIn('s.id', ids)
      .select('s.id', 's.organization_id', 's.name as file', db.raw(`'converting' as status`)),
  learning: (db, ids) =>
    db('queues as q')
      .whereIn('q.id', ids)
      .select('q.id', 'q.organization_id', 'q.id as queue_id', 'q.name as queue', db.raw(`'learning' as status`)),
  usage: null,
}

const hooksOf = (db: Knex, ids: number[]): PromiseLike<Subject[]> =>
  db('hooks as h')
    .whereIn('h.id', ids)
    .select('h.id', 'h.organization_id', 'h.name as file', db.raw(`'pending' as status`))

/** Type, arguments and summary of each kind of workflow. */
const STARTS: Record<WorkflowKind, (subject: Subject, target: Target) => Omit<Start, 'attributes'>> = {
  annotation: ({ id, file, queue }) => ({
    type: 'annotationLifecycle',
    args: [{ annotation_id: id }],
    summary: summarize({ file: file ?? `Annotation ${id}`, files: 1, queue: queue ?? 'a deleted queue' }),
  }),
  upload: ({ id, file, files, queue }, { steps }) => ({
    type: 'importUpload',
    args: [{ upload_id: id, ...(steps ? { steps } : {}) }],
    summary: summarize({ file: file ?? `Upload ${id}`, files, queue: queue ?? 'a deleted queue' }),
  }),
  'delete-queue': ({ id, queue }) => ({
    type: 'deleteQueue',
    args: [{ queue_id: id }],
    summary: shorten(`Delete queue ${queue ?? id}`, SUMMARY_BYTES),
  }),
  deletion: ({ id }) => ({
    type: 'deleteOnRequest',
    args: [{ deletion_id: id }],
    summary: `Deletion request ${id}`,
  }),
  email: ({ id, queue }) => ({
    type: 'sendEmail',
    args: [{ kind: 'email', id }],
    summary: shorten(`Email ${id} from ${queue ? `queue ${queue}` : 'a deleted queue'}`, SUMMARY_BYTES),
  }),
  'incoming-email': ({ id, queue }) => ({
    type: 'receiveEmail',
    args: [{ email_id: id }],
    summary: shorten(`Email ${id} to ${queue ? `queue ${queue}` : 'a deleted queue'}`, SUMMARY_BYTES),
  }),
  letter: ({ id }) => ({
    type: 'sendEmail',
    args: [{ kind: 'letter', id }],
    summary: 'System email to a user',
  }),
  function: ({ id, file }) => ({
    type: 'buildFunction',
    args: [{ hook_id: id }],
    summary: shorten(`Build the function ${file ?? `of hook ${id}`}`, SUMMARY_BYTES),
  }),
  'hook-schedule': ({ id, file }) => ({
    type: 'syncSchedule',
    args: [{ hook_id: id }],
    summary: shorten(`Update the schedule of hook ${file ?? id}`, SUMMARY_BYTES),
  }),
  redelivery: ({ id, file }) => ({
    type: 'redeliver',
    args: [{ run_id: id }],
    summary: shorten(`Repeat a call of hook ${file ?? 'that was deleted'}`, SUMMARY_BYTES),
  }),
  approval: ({ id, file, queue }) => ({
    type: 'approval',
    args: [{ run_id: id }],
    summary: summarizeApproval({ file: file ?? `Approval ${id}`, queue: queue ?? 'a deleted queue' }),
  }),
  rules: ({ id, queue }) => ({
    type: 'applyRules',
    args: [{ annotation_id: id }],
    summary: shorten(`Rules of annotation ${id} in ${queue ?? 'a deleted queue'}`, SUMMARY_BYTES),
  }),
  schema: ({ id, file }) => ({
    type: 'reshapeAnnotations',
    args: [{ schema_id: id }],
    summary: shorten(`Convert annotations to the changed schema ${file ?? id}`, SUMMARY_BYTES),
  }),
  learning: ({ id, queue }) => ({
    type: 'learn',
    args: [{ queue_id: id }],
    summary: shorten(`Learn from the confirmed annotations of ${queue ?? 'a deleted queue'}`, SUMMARY_BYTES),
  }),
  usage: () => ({ type: 'countUsage', args: [], summary: 'Count the usage of imported documents' }),
}

/**
 * Signals these workflows, and starts those that are not running. Rejects on the first failure, or on the first call that takes longer than
 * `timeoutMs`. Unknown ids are logged.
 */
export async function signalWorkflows(deps: Starter, targets: readonly Target[], timeoutMs: number): Promise<void> {
  const waiting = await prepare(deps, targets)
  const signalSome = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { inContext = (call) => call() } = next
      await inContext(() => signal(deps, next!, Date.now() + timeoutMs))
    }
  }
  // More concurrent calls would only queue in the server, which is the bottleneck.
  await Promise.all(Array.from({ length: Math.min(8, waiting.length) }, signalSome))
}

/** Temporal gives each fairness key the same share of a task queue on which tasks wait. */
type Prepared = Start & Pick<Target, 'workflowId' | 'inContext'> & { fairnessKey: string }

async function prepare({ db, config, log }: Starter, targets: readonly Target[]): Promise<Prepared[]> {
  const parsed = targets.flatMap((target) => {
    const known = parseWorkflowId(target.workflowId)
    if (!known)
      log.error({ workflow: target.workflowId }, 'a delivery names a workflow of a kind unknown to this release')
    return known ? [{ ...known, target }] : []
  })
  const prepared: Prepared[] = []
  for (const [kind, group] of Map.groupBy(parsed, ({ kind }) => kind)) {
    const rows = await SUBJECTS[kind]?.(
      db,
      group.map(({ id }) => id),
    )
    const subjects = new Map(rows?.map((row) => [row.id, row]))
    for (const { id, target } of group) {
      const subject = withFileName(subjects.get(id) ?? unknownSubject(id), config.temporal.fileNames)
      prepared.push({
        ...STARTS[kind](subject, target),
        workflowId: target.workflowId,
        ...(target.inContext ? { inContext: target.inContext } : {}),
        attributes: rows ? attributesOf(subject, kind) : [],
        fairnessKey: `organization-${subject.organization_id}`,
      })
    }
  }
  return prepared
}

/** For a row that was deleted: its workflow finds this out and ends. */
const unknownSubject = (id: number): Subject => ({
  id,
  organization_id: 0,
  queue_id: null,
  queue: null,
  status: 'removed',
  file: null,
  files: 0,
})

const withFileName = (subject: Subject, isShown: boolean): Subject => (isShown ? subject : { ...subject, file: null })

const attributesOf = (
  { organization_id, queue_id, status, file, id }: Subject,
  kind: WorkflowKind,
): SearchAttributePair[] => [
  { key: searchAttributes.organization, value: organization_id },
  { key: searchAttributes.status, value: status },
  ...(queue_id ? [{ key: searchAttributes.queue, value: queue_id }] : []),
  ...(kind === 'annotation' ? [{ key: searchAttributes.annotation, value: id }] : []),
  ...(file ? [{ key: searchAttributes.file, value: file }] : []),
]

async function signal(
  { temporal, config }: Starter,
  { workflowId, type, args, summary, attributes, fairnessKey }: Prepared,
  deadline: number,
): Promise<void> {
  await temporal.withDeadline(deadline, () =>
    temporal.workflow.signalWithStart(type, {
      workflowId,
      taskQueue: taskQueue(config.temporal.taskQueuePrefix, 'orchestration'),
      args,
      signal: lookSignal,
      signalArgs: [],
      staticSummary: summary,
      typedSearchAttributes: attributes,
      // Activities and child workflows inherit it.
      priority: { fairnessKey },
    }),
  )
}
