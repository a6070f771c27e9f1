import { Type } from 'typebox'
import { EmailThread, Page, type Annotation } from '../../models/index.ts'
import { STATUSES } from '../../rules/annotations/status.ts'
import { Url, type FieldBuilders, type FieldBuilder } from '../framework/fields.ts'
import { group } from '../framework/relations.ts'

type Fields = FieldBuilders<Annotation>

const AnyObject = Type.Record(Type.String(), Type.Unknown())
const withRest = (make: FieldBuilder, rest: Partial<ReturnType<FieldBuilder>>): FieldBuilder => {
  return (name, model) => ({ ...make(name, model), ...rest })
}

export const annotationFields = (f: Fields): Record<string, FieldBuilder> => ({
  id: f.id(),
  url: f.url(),
  status: f.oneOf(
    STATUSES,
    'State in the lifecycle. A new annotation has the status `created`; actions and PATCH change it.',
    {
      requiredToCreate: true,
      example: 'created',
    },
  ),
  document: f.ref('URL of the document.', { required: true, createOnly: true, repeated: true, example: 1 }),
  queue: f.ref('URL of the queue; changing it moves the annotation to another queue.', { required: true, example: 1 }),
  schema: f.ref('URL of the schema of the content: the schema that the queue had at the time of extraction.', {
    readOnly: true,
  }),
  relations: f.refs('URLs of the relations that contain the annotation.', { createOnly: true }),
  pages: pagesField(f),
  creator: f.ref('URL of the user who created it; null if the service created it.', { readOnly: true, nullable: true }),
  created_at: f.createdAt(),
  arrived_at: f.time('Time of arrival of the document, UTC.'),
  modifier: f.ref('URL of the current or last reviewer; only administrators may set it.', {
    nullable: true,
  }),
  modified_by: f.modifiedBy(),
  modified_at: f.modifiedAt(),
  assigned_at: moment(f, 'assignment or of the last start of a review'),
  confirmed_at: moment(f, 'confirmation'),
  deleted_at: moment(f, 'move to the bin'),
  exported_at: moment(f, 'export'),
  export_failed_at: moment(f, 'last failed export'),
  purged_at: moment(f, 'permanent removal of the data'),
  rejected_at: moment(f, 'rejection'),
  confirmed_by: person(f, 'confirmed_by', 'confirmed it'),
  deleted_by: person(f, 'deleted_by', 'moved it to the bin'),
  exported_by: person(f, 'exported_by', 'started its export'),
  purged_by: person(f, 'purged_by', 'removed its data'),
  rejected_by: person(f, 'rejected_by', 'rejected it'),
  rir_poll_id: f.text(
    'Internal id of the extraction. Setting it to null together with the status `importing` starts a new extraction.',
    { nullable: true },
  ),
  messages: emptyForNull(
    f.json(Type.Array(AnyObject), 'Messages from hooks, connectors and rules, stored as received.', {
      nullable: true,
      default: [],
    }),
  ),
  content: f.computed('URL of the content, a tree of sections and fields.', Url, ({ id }, { urls }) =>
    urls.of('annotations', id, '/content'),
  ),
  suggested_edit: f.onlyRef('URL of the suggested edit, which proposes how to divide the document; null if none.', {
    readOnly: true,
  }),
  time_spent: f.number('Total review time, in seconds.', { min: 0, default: 0 }),
  metadata: withRest(f.metadata(), { example: { reference: 'A-17' } }),
  automated: f.bool('Whether it was confirmed automatically.', { readOnly: true }),
  related_emails: f.refs('URLs of emails about it.', { readOnly: true }),
  email: f.ref('URL of the email to which the document was attached; null if it did not arrive by email.', {
    readOnly: true,
    nullable: true,
  }),
  automation_blocker: f.onlyRef(
    'URL of the automation blocker with the reasons why it was not automated; null if none.',
    { readOnly: true },
  ),
  email_thread: f.ref('URL of the thread of its emails; null if none.', { readOnly: true, nullable: true }),
  has_email_thread_with_replies: threadField(
    f,
    'has_replies',
    'Whether the email thread has more than one incoming email.',
  ),
  has_email_thread_with_new_replies: threadField(
    f,
    'has_new_replies',
    'Whether the email thread has an unread incoming email.',
  ),
  organization: f.ref("URL of the organization; always the caller's organization.", { createOnly: true }),
  automatically_rejected: f.bool('Whether it was rejected automatically.', { readOnly: true }),
  prediction: f.json(
    AnyObject,
    '`source` and `version` of the engine, and the `familiarity` of the document (0 to 1: the share of its words that the engine knows; below 0.5, its values are less certain). Null before the extraction.',
    {
      readOnly: true,
      nullable: true,
    },
  ),
  assignees: f.refs('URLs of the users it is assigned to.', { readOnly: true }),
  labels: f.refs('URLs of its labels.', { default: [] }),
  restricted_access: f.bool('Whether only its assignees and administrators may open it.', { readOnly: true }),
  training_enabled: f.bool('Whether its queue learns from it when a user confirms it.', { default: true }),
  einvoice: f.bool('Whether its data comes from an electronic invoice.', { readOnly: true }),
  values: givenOnce(
    f.json(
      AnyObject,
      'Initial values by name; `NAME` fills the fields that have the source `upload:NAME` in the schema.',
      {
        createOnly: true,
        large: true,
        default: {},
      },
    ),
  ),
  content_data: givenOnce(
    f.json(Type.Array(AnyObject), 'Initial content, as a content tree: a list of sections.', {
      createOnly: true,
      large: true,
      default: [],
    }),
  ),
})

const moment = (f: Fields, event: string): FieldBuilder =>
  f.time(`Time of the ${event}, UTC; null if none.`, { nullable: true })

const person = (f: Fields, column: string, did: string): FieldBuilder =>
  f.ref(`URL of the user who ${did}; null if none.`, { readOnly: true, nullable: true, column })

/** Null clears the messages, like an empty list. */
const emptyForNull = (make: FieldBuilder): FieldBuilder =>
  withRest(make, { accept: (value) => ({ messages: value ?? [] }) })

/** Accepted for a new annotation only, and stored in its content. */
const givenOnce = (make: FieldBuilder): FieldBuilder => withRest(make, { writeOnly: true })

const pagesField = (f: Fields): FieldBuilder =>
  f.loaded('URLs of its pages, in order.', Type.Array(Url), async (rows, { db, urls }) => {
    const ids = rows.map(({ id }) => id)
    const found = await Page.query(db).whereIn('annotation_id', ids).orderBy('number').select('id', 'annotation_id')
    return group(
      found,
      ({ annotation_id }) => annotation_id,
      ({ id }) => urls.of('pages', id),
    )
  })

/** A property of the email thread; false without a thread. */
const threadField = (f: Fields, column: 'has_replies' | 'has_new_replies', description: string): FieldBuilder =>
  f.loaded(description, Type.Boolean(), async (rows, { db }) => {
    const ids = rows.flatMap(({ email_thread_id }) => email_thread_id ?? [])
    const found = ids.length === 0 ? [] : await EmailThread.query(db).findByIds(ids).where(column, true).select('id')
    const threads = new Set<number | null>(found.map(({ id }) => id))
    return ({ email_thread_id }) => threads.has(email_thread_id)
  })
