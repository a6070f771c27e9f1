/** Actions on queues: the next annotation to review, a copy, and the number of related objects. */
import { Type, type Static } from 'typebox'
import { startNext } from '../../domain/annotations/review/next.ts'
import { sessionTimeout } from '../../domain/annotations/review/review.ts'
import { duplicateQueue } from '../../domain/queues/duplicate-queue.ts'
import { nextDeletions } from '../../domain/queues/next-deletions.ts'
import { invalid } from '../../errors.ts'
import { DedicatedEngine, Email, type Queue, type RowOf } from '../../models/index.ts'
import { isStatus } from '../../rules/annotations/status.ts'
import { inWords } from '../../rules/input/duration.ts'
import { allowed, can } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { orNull, Time, Url } from '../framework/fields.ts'
import { resourceAt } from '../framework/registry.ts'
import { ok, type Answer, type Request } from '../framework/request.ts'
import { createBy, respond } from '../framework/verbs.ts'

const NextBody = Type.Object({
  annotation_ids: Type.Optional(
    Type.Union([Type.Array(Type.Integer(), { maxItems: 1000 }), Type.Null()], {
      description: 'Ids of the annotations to choose from, in the order of preference; by default all of the queue.',
    }),
  ),
  statuses: Type.Optional(
    Type.Union([Type.Array(Type.String(), { maxItems: 20 }), Type.Null()], {
      description: 'Statuses to choose from, in the order of preference; by default `to_review`.',
    }),
  ),
})

async function next(request: Request<Static<typeof NextBody>>, { id: queue_id }: RowOf<Queue>): Promise<Answer> {
  const { deps, who, urls, request_id, body } = request
  const given = body.statuses ?? ['to_review']
  const wrong = given.find((status) => !isStatus(status))
  if (wrong !== undefined) throw invalid({ statuses: [`"${wrong}" is not a valid choice.`] })
  const id = await startNext(deps, who, {
    queue_id,
    statuses: given.filter(isStatus),
    // Greater numbers are ids of nothing, and the database has no type for them.
    ...(body.annotation_ids ? { annotation_ids: body.annotation_ids.filter(Number.isSafeInteger) } : {}),
    request_id,
  })
  if (id === null) return ok({ annotation: null })
  return ok({ annotation: urls.of('annotations', id), session_timeout: await sessionTimeout(deps.db, id) })
}

const part = (description: string) => Type.Optional(Type.Boolean({ description: `${description}; true by default.` }))
const DuplicateBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255, description: 'Name of the copy.' }),
  copy_extensions_settings: part(
    'Whether the hooks and the connector serve the copy too; without those of the queue, the copy is not automated',
  ),
  copy_email_settings: part(
    'Whether email templates with their triggers, and notifications of the inbox, are copied; its filters are always',
  ),
  copy_delete_recommendations: part('Whether delete recommendations are copied'),
  copy_automation_settings: part('Whether the settings of automation are copied'),
  copy_permissions: part('Whether the users of the queue are users of the copy'),
  copy_rules_and_actions: part(
    'Whether business rules are copied; without those of the queue, the copy is not automated',
  ),
})

async function duplicate(request: Request<Static<typeof DuplicateBody>>, row: RowOf<Queue>): Promise<Answer> {
  const { deps, who, body } = request
  const queues = resourceAt('queues')
  const id = await createBy(queues, request, ({ db }) =>
    duplicateQueue(db, who, row, {
      copy_extensions_settings: body.copy_extensions_settings ?? true,
      copy_email_settings: body.copy_email_settings ?? true,
      copy_delete_recommendations: body.copy_delete_recommendations ?? true,
      copy_automation_settings: body.copy_automation_settings ?? true,
      copy_permissions: body.copy_permissions ?? true,
      copy_rules_and_actions: body.copy_rules_and_actions ?? true,
      name: body.name,
      mailDomain: deps.config.mailDomain,
    }),
  )
  return respond(queues, request, id, 201)
}

async function relatedObjects({ db }: Request, { id, dedicated_engine_id }: RowOf<Queue>): Promise<Answer> {
  const counted = await db('queue_counts').where('queue_id', id).first<{ counts: Record<string, number> } | undefined>()
  const engine = dedicated_engine_id === null ? null : await DedicatedEngine.query(db).findById(dedicated_engine_id)
  return ok({
    annotations: Object.values(counted?.counts ?? {}).reduce((sum, count) => sum + count, 0),
    emails: await Email.query(db).where('queue_id', id).resultSize(),
    trained_dedicated_engines: engine ? 1 : 0,
  })
}

async function announce({ db }: Request, { id }: RowOf<Queue>): Promise<Answer> {
  const next = await nextDeletions(db, id)
  if (!next) return ok({ kept_for: null, count: 0, until: null, first_at: null })
  const { lifetime_s, count, until, first_at } = next
  return ok({ kept_for: inWords(lifetime_s), count, until, first_at })
}

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const queueActions: Action<RowOf<Queue>>[] = [
  {
    method: 'post',
    path: 'next',
    summary: 'Start the review of the next annotation. Concurrent requests get different annotations.',
    may: can('review'),
    body: NextBody,
    example: () => ({ statuses: ['to_review', 'postponed'] }),
    responds: {
      status: 200,
      body: Type.Object({
        annotation: Type.Union([Url, Type.Null()], { description: 'URL of the annotation; null if there is none.' }),
        session_timeout: Type.Optional(
          Type.String({ description: 'Period of inactivity after which the review ends, as `HH:MM:SS`.' }),
        ),
      }),
    },
    handle: next,
  },
  {
    method: 'post',
    path: 'duplicate',
    summary:
      'Copy the queue with its schema, workflows and export profiles, without annotations, emails, mailboxes and deliveries of exports.',
    may: allowed('queues').create,
    body: DuplicateBody,
    example: () => ({ name: 'Invoices (copy)', copy_permissions: false }),
    responds: { status: 201, body: Type.Ref('queues') },
    handle: duplicate,
  },
  {
    method: 'get',
    path: 'related_objects_counts',
    summary: 'Count the objects that a deletion of the queue concerns.',
    may: can('read'),
    responds: {
      status: 200,
      body: Type.Object({
        annotations: count('Annotations of the queue, in every status.'),
        emails: count('Emails of the queue.'),
        trained_dedicated_engines: count('Dedicated engines that the queue uses.'),
      }),
    },
    handle: relatedObjects,
  },
  {
    method: 'get',
    path: 'next_deletions',
    summary:
      'Announce the next deletions by lifetime. Counts what the `document_lifetime` of the queue will delete in the next 24 hours.',
    may: can('read'),
    responds: {
      status: 200,
      body: Type.Object({
        kept_for: {
          ...orNull(Type.String()),
          description: 'The lifetime in words, such as `30 days`; null for no limit.',
        },
        count: count('Annotations, in every status, that will be deleted until then.'),
        until: { ...orNull(Time), description: 'End of the time, UTC; null without a lifetime.' },
        first_at: {
          ...orNull(Time),
          description: 'When the first is due, UTC; it is deleted within an hour. Null for none.',
        },
      }),
    },
    handle: announce,
  },
]
