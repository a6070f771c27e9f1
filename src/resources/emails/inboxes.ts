import { Type, type Static } from 'typebox'
import { BOUNCE_DEFAULTS, createQueueInbox, deleteInbox, updateInbox } from '../../domain/mail/inbox-rows.ts'
import { isTaken } from '../../domain/mail/inboxes.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import type { FieldErrors } from '../../errors.ts'
import { Inbox } from '../../models/index.ts'
import { completeFilters, MAX_PREFIX, PREFIX_PATTERN } from '../../rules/mail/inbox.ts'
import { allowed, assignedQueues } from '../access.ts'
import { defineResource, nullsLast, type CheckContext } from '../framework/define.ts'
import { FieldError } from '../framework/field-error.ts'
import { makers, Url, urlOf, type FieldBuilder, type Values } from '../framework/fields.ts'
import type { Input } from '../framework/input.ts'
import { resolveReferences } from '../framework/relations.ts'
import type { Request } from '../framework/request.ts'
import { InboxFilters } from './inbox-filter-schemas.ts'
import { mailboxColumns, mailboxFields } from './mailbox-fields.ts'

const MOVED = 'Deprecated; use `email_notifications` in the settings of the queue.'
const QUEUES = 'URL of exactly one queue, which must not have an inbox yet. Empty once the queue uses another inbox.'

const bounce = (): FieldBuilder => (name, model) =>
  makers.bool(MOVED, { default: BOUNCE_DEFAULTS[name as keyof typeof BOUNCE_DEFAULTS] })(name, model)

export const inboxes = defineResource(Inbox, {
  path: 'inboxes',
  singular: 'inbox',
  description: 'An email address that receives documents for a queue.',
  fields: (f) => ({
    id: f.id(),
    name: f.text('Name of the inbox.', { required: true, max: 255, example: 'Invoices by email' }),
    url: f.url(),
    queues: f.custom(
      QUEUES,
      {
        output: Type.Array(urlOf('queues')),
        input: Type.Array(urlOf('queues', Type.String())),
        required: true,
        example: [1],
      },
      {
        refersTo: 'queues',
        documented: () => Type.Array(Url, { minItems: 1, maxItems: 1, description: QUEUES }),
        show: ({ queue_id }, { urls }) => [urls.maybe('queues', queue_id) ?? []].flat(),
        accept: async (value, caller) => {
          const ids = await resolveReferences('queues', value, caller)
          if (ids.length !== 1) throw new FieldError('An inbox belongs to exactly one queue.')
          return { queue_id: ids[0] }
        },
      },
    ),
    email: f.custom(
      'Email address that receives documents. Generated from the prefix, unless an unused address of the mail domain is sent on creation.',
      {
        output: Type.String({ format: 'email' }),
        input: Type.String({ format: 'email', maxLength: 254 }),
        createOnly: true,
      },
      { show: ({ email }) => email, accept: (value) => ({ email: (value as string).toLowerCase() }) },
    ),
    email_prefix: f.text(
      `Prefix of the generated address, at most ${MAX_PREFIX} characters; changing it generates a new address.`,
      { required: true, max: MAX_PREFIX, pattern: PREFIX_PATTERN, example: 'invoices' },
    ),
    bounce_email_to: f.custom(
      MOVED,
      {
        nullable: true,
        output: Type.String(),
        input: Type.String({ format: 'email', maxLength: 254 }),
        default: BOUNCE_DEFAULTS.bounce_email_to,
      },
      { show: ({ bounce_email_to }) => bounce_email_to, accept: (value) => ({ bounce_email_to: value }) },
    ),
    bounce_unprocessable_attachments: bounce(),
    bounce_postponed_annotations: bounce(),
    bounce_deleted_annotations: bounce(),
    bounce_email_with_no_attachments: bounce(),
    metadata: f.metadata(),
    filters: f.custom(
      'Filters that accept or reject senders and files. PATCH keeps omitted ones.',
      { output: InboxFilters, default: completeFilters() },
      {
        show: ({ filters }) => filters,
        accept: (value) => ({ filters: completeFilters(value as Parameters<typeof completeFilters>[0]) }),
      },
    ),
    dmarc_check_action: f.oneOf(['accept', 'drop'], 'Whether to accept or drop emails that fail the DMARC check.', {
      default: 'accept',
    }),
    body_as_document: f.oneOf(
      ['never', 'without_files', 'always'],
      'Whether the text of an email is imported as a PDF: `without_files` only if none of its files can be imported.',
      { default: 'never' },
    ),
    ...mailboxFields(f),
    modified_by: f.modifiedBy(),
    modified_at: f.modifiedAt(),
  }),
  filters: (by) => ({
    id: by.ids(),
    queue: by.ref(),
    name: by.text(),
    email: by.text(),
    email_prefix: by.text(),
    bounce_email_to: by.text(),
    bounce_unprocessable_attachments: by.bool(),
    bounce_postponed_annotations: by.bool(),
    bounce_deleted_annotations: by.bool(),
  }),
  ordering: {
    id: 'bigint',
    name: 'text',
    email: 'text',
    email_prefix: 'text',
    bounce_email_to: nullsLast('inboxes.bounce_email_to', 'text'),
  },
  visible: assignedQueues('queue_id'),
  may: allowed('inboxes'),
  examine: examineFilters,
  check: checkInbox,
  save: {
    create: ({ columns }, { db, who, config }) => createQueueInbox(db, who, columns, config.mailDomain),
    update: (row, { columns, values }, { db, who, config }, full) => {
      const merged = !full && values.filters ? { filters: completeFilters(values.filters, row.filters) } : {}
      const changed = { ...columns, ...merged, ...mailboxColumns(columns, row) }
      return updateInbox(db, who, row, changed, { full, mailDomain: config.mailDomain })
    },
    destroy: ({ id }, { deps }) => transact(deps, (tx) => deleteInbox(tx, id)),
  },
})

async function examineFilters(values: Values, _row: unknown, request: Request): Promise<FieldErrors | null> {
  const { filters } = values as { filters?: Static<typeof InboxFilters> }
  const patterns = filters?.document_rejection_conditions?.file_name_regexes
  const error = patterns ? await request.deps.userChecks.run(request.who, 'filters', 'fileNames', patterns) : null
  return error ? { filters: { document_rejection_conditions: { file_name_regexes: [error] } } } : null
}

async function checkInbox(
  { columns: { email, queue_id } }: Input<Inbox>,
  { row, caller }: CheckContext<Inbox>,
): Promise<FieldErrors | null> {
  const domain = caller.config.mailDomain
  if (email !== undefined) {
    if (!email.endsWith(`@${domain}`)) return { email: [`The domain must be ${domain}.`] }
    if (await isTaken(caller.db, email)) return { email: ['An inbox with this address already exists.'] }
  }
  if (!queue_id) return null
  const other = await Inbox.query(caller.db).findOne({ queue_id })
  return other && other.id !== row?.id ? { queues: ['The queue already has an inbox.'] } : null
}
