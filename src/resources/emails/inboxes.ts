import { Type } from 'typebox'
import type { FieldErrors } from '../../errors.ts'
import { within, type Caller, type Request } from '../engine/request.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import { freeAddress, isTaken, mirrorBounces } from '../../domain/mail/inboxes.ts'
import { BOUNCES, checkFileNames, completeFilters, MAX_PREFIX, PREFIX_PATTERN } from '../../rules/inbox.ts'
import { columns, defineResource, nullsLast } from '../legacy/define.ts'
import { FieldError } from '../engine/field-error.ts'
import { f, fieldsOf, Url, type Field, type Row, type Values } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { resolveReferences } from '../legacy/references.ts'
import { insert, patch } from '../legacy/verbs.ts'
import { allowed, assignedQueues } from '../access.ts'
import { idsIn } from '../rules/triggers.ts'

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])
const Senders = Type.Array(Type.String({ minLength: 1, maxLength: 320 }), { maxItems: 1000 })
const Pattern = Type.String({ minLength: 1, maxLength: 1000 })
const Pixels = Type.Integer({ minimum: 0, maximum: 1_000_000 })

// A filter with a misspelt name would let everything in.
const closed = { additionalProperties: false }

const Conditions = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean()),
    resolution_lower_than_px: Type.Optional(nullable(Type.Array(Pixels, { minItems: 2, maxItems: 2 }))),
    file_size_less_than_b: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))),
    mime_types: Type.Optional(
      nullable(Type.Array(Type.String({ pattern: '^.+/.+$', maxLength: 255 }), { maxItems: 1000 })),
    ),
    file_name_regexes: Type.Optional(Type.Union([Type.Array(Pattern, { maxItems: 100 }), Pattern, Type.Null()])),
  },
  closed,
)
const Filters = Type.Object(
  {
    allowed_senders: Type.Optional(Senders),
    denied_senders: Type.Optional(Senders),
    document_rejection_conditions: Type.Optional(Conditions),
  },
  closed,
)

/** Exactly one queue, as a list; a queue that took another inbox leaves the list empty. */
const oneQueue = (): Field => ({
  output: Type.Array(Url),
  input: Type.Array({ ...Type.String(), 'x-references': 'queues' }),
  shape: () => Type.Array(Url, { minItems: 1, maxItems: 1 }),
  required: true,
  show: ({ queue_id }, { urls }) => (queue_id === null ? [] : [urls.of('queues', queue_id as number)]),
  accept: async (value, caller) => {
    const urls = value as unknown[]
    const [queue_id] = await resolveReferences('queues', urls, caller)
    if (urls.length !== 1) throw new FieldError('An inbox belongs to exactly one queue.')
    return { queue_id }
  },
})

const bounce = (fallback: boolean) =>
  f.bool({
    default: fallback,
    description: 'Deprecated: it moved to email_notifications in the settings of the queue.',
  })

export const inboxes = defineResource({
  path: 'inboxes',
  singular: 'inbox',
  table: 'inboxes',
  description: 'An address to which documents of a queue are mailed.',
  fields: fieldsOf({
    id: f.id(),
    name: f.text({ required: true, max: 255 }),
    url: f.self(),
    queues: f.custom(oneQueue()),
    email: f.custom({
      output: Type.String({ format: 'email' }),
      input: Type.String({ format: 'email', maxLength: 254 }),
      createOnly: true,
      show: (row) => row.email,
      accept: (value) => ({ email: (value as string).toLowerCase() }),
    }),
    email_prefix: f.text({ required: true, max: MAX_PREFIX, pattern: PREFIX_PATTERN }),
    bounce_email_to: f.custom({
      output: nullable(Type.String()),
      input: nullable(Type.String({ format: 'email', maxLength: 254 })),
      default: null,
      show: (row) => row.bounce_email_to,
      accept: (value) => ({ bounce_email_to: value }),
    }),
    bounce_unprocessable_attachments: bounce(false),
    bounce_postponed_annotations: bounce(false),
    bounce_deleted_annotations: bounce(false),
    bounce_email_with_no_attachments: bounce(true),
    metadata: f.metadata(),
    filters: f.custom({
      output: Filters,
      input: Filters,
      default: completeFilters(),
      show: (row) => row.filters,
      accept: (value) => ({ filters: JSON.stringify(completeFilters(value as object)) }),
    }),
    dmarc_check_action: f.oneOf(['accept', 'drop'], { default: 'accept' }),
    modified_by: f.ref('users', { readOnly: true, nullable: true, column: 'modified_by' }),
    modified_at: f.time(),
  }),
  filters: {
    id: by.ids('inboxes.id'),
    name: by.text('inboxes.name'),
    email: by.text('inboxes.email'),
    email_prefix: by.text('inboxes.email_prefix'),
    bounce_email_to: by.text('inboxes.bounce_email_to'),
    bounce_unprocessable_attachments: by.bool('inboxes.bounce_unprocessable_attachments'),
    bounce_postponed_annotations: by.bool('inboxes.bounce_postponed_annotations'),
    bounce_deleted_annotations: by.bool('inboxes.bounce_deleted_annotations'),
  },
  ordering: {
    ...columns('inboxes', { id: 'bigint', name: 'text', email: 'text', email_prefix: 'text' }),
    bounce_email_to: nullsLast('inboxes.bounce_email_to', 'text'),
  },
  visible: assignedQueues('queue_id'),
  may: allowed('inboxes'),
  check: checkInbox,
  save: { create: createInbox, update: updateInbox },
})

async function checkInbox(
  values: Values,
  { row, caller }: { row: Row | null; caller: Caller },
): Promise<FieldErrors | null> {
  const fault = checkFileNames(values.filters?.document_rejection_conditions?.file_name_regexes as string[] | undefined)
  if (fault) return { filters: { document_rejection_conditions: { file_name_regexes: [fault] } } }
  const domain = caller.config.mailDomain
  if (typeof values.email === 'string') {
    if (!values.email.toLowerCase().endsWith(`@${domain}`)) return { email: [`The domain must be ${domain}.`] }
    if (await isTaken(caller.db, values.email)) return { email: ['An inbox with this address exists already.'] }
  }
  if (values.queues === undefined) return null
  const ids = await idsIn('queues', 'queues', values.queues, caller)
  const other = await caller
    .db('inboxes')
    .whereIn('queue_id', ids)
    .modify((query) => void (row && query.whereNot('id', row.id)))
    .first('id')
  return other ? { queues: ['The queue has an inbox already.'] } : null
}

const stamp = (caller: Caller) => ({ modified_by: caller.who.user_id, modified_at: caller.db.fn.now() })

/** Of the bounce settings those that differ: sending back an older name of a setting must not undo what was set since. */
function changedBounces(values: Values, before: (name: string) => unknown): Values {
  const names = Object.keys(BOUNCES).filter((name) => values[name] !== undefined && values[name] !== before(name))
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

const defaultOf = (name: string): unknown => inboxes.fields[name]!.default

function createInbox(values: Values, request: Request): Promise<{ id: number }> {
  return transact(request.deps, async (trx) => {
    const inside = within(request, trx)
    const [queue_id] = await resolveReferences('queues', values.queues as unknown[], inside)
    const email = values.email ?? (await freeAddress(trx, values.email_prefix as string, request.config.mailDomain))
    const { organization_id } = request.who
    const made = await insert(inboxes, { ...values, email }, inside, { organization_id, ...stamp(request) })
    await mirrorBounces(trx, queue_id!, changedBounces(values, defaultOf))
    return made
  })
}

/** PATCH mirrors the bounce settings it names, PUT those it changes. A new prefix makes a new address. */
async function updateInbox(row: Row, values: Values, request: Request, full: boolean): Promise<void> {
  const { db } = request
  const prefix = values.email_prefix as string | undefined
  const email =
    prefix === undefined || prefix === row.email_prefix
      ? {}
      : { email: await freeAddress(db, prefix, request.config.mailDomain) }
  await patch(inboxes, row, values, request, { ...email, ...stamp(request) })
  const [queue_id = row.queue_id] = values.queues
    ? await resolveReferences('queues', values.queues as unknown[], request)
    : []
  if (queue_id === null) return
  await mirrorBounces(
    db,
    queue_id as number,
    changedBounces(values, (name) => (full ? row[name] : undefined)),
  )
}
