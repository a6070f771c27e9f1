/** The kinds of objects that make up a set-up, in the order in which they can be created. */
import { changedSettings } from '../../rules/queues/settings.ts'
import { HOOKS } from './hooks.ts'
import type { Names } from './names.ts'
import type { Kind } from './kind.ts'
import { plain } from './plain.ts'

export type { Kind, ServerObject, Values } from './kind.ts'

const QUEUE = [
  'name',
  'workspace',
  'schema',
  'engine',
  'generic_engine',
  'dedicated_engine',
  'connector',
  'users',
  'locale',
  'automation_enabled',
  'automation_level',
  'default_score_threshold',
  'use_confirmed_state',
  'session_timeout',
  'workflows',
  'document_lifetime',
  'training_enabled',
  'rir_params',
  'settings',
  'metadata',
]

/** The name of the object of another kind to which one belongs. */
const ownerOf = (url: unknown, names: Names): string => names.of(String(url))?.name ?? String(url)

/** A name that is unique in a queue, a workflow or an engine only. */
const nameIn =
  (owner: string): Kind['nameOf'] =>
  (values, names) =>
    `${ownerOf(values[owner], names)} / ${String(values['name'])}`

/** A queue has one template of each type except `custom`, which the service creates with it. */
const templateName: Kind['nameOf'] = ({ queue, type, name }, names) =>
  `${ownerOf(queue, names)} / ${String(type === 'custom' ? name : type)}`

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined)

/** A queue that is being deleted is no longer part of the set-up, nor is what belongs to it. */
const ofQueue: Kind['isKept'] = ({ queue }, names) => names.of(String(queue)) !== undefined

const PROFILE = [
  'name',
  'queue',
  'enabled',
  'columns',
  'lines_of',
  'headings',
  'preamble',
  'encoding',
  'unencodable',
  'bom',
  'delimiter',
  'quote_char',
  'quoting',
  'line_end',
  'formula_protection',
  'decimal_separator',
  'decimals',
  'date_format',
  'file_name',
  'extension',
  'include_documents',
]

const ENGINE_FIELD = ['name', 'engine', 'label', 'type', 'subtype', 'pre_trained_field_id', 'tabular', 'multiline']

const CONNECTOR = [
  'name',
  'service_url',
  'params',
  'client_ssl_certificate',
  'authorization_type',
  'asynchronous',
  'metadata',
]

const INBOX = [
  'name',
  'queues',
  'email_prefix',
  'filters',
  'dmarc_check_action',
  'body_as_document',
  'bounce_email_to',
  'bounce_unprocessable_attachments',
  'bounce_postponed_annotations',
  'bounce_deleted_annotations',
  'bounce_email_with_no_attachments',
  'metadata',
]

/** Created with the queue, and read-only. */
const BUILT_IN = 'email_with_no_processable_attachments'

export const KINDS: readonly Kind[] = [
  plain({
    path: 'organizations',
    keys: ['audit_log_months', 'settings'],
    merges: ['settings'],
    nameOf: () => 'organization',
  }),
  plain({ path: 'labels', keys: ['name', 'color'] }),
  plain({ path: 'workspaces', keys: ['name', 'metadata'] }),
  plain({ path: 'engines', keys: ['name', 'type', 'learning_enabled', 'description', 'settings'] }),
  plain({
    path: 'engine_fields',
    keys: ENGINE_FIELD,
    references: { engine: 'engines' },
    nameOf: nameIn('engine'),
  }),
  plain({ path: 'schemas', keys: ['name', 'content', 'metadata'] }),
  plain({ path: 'workflows', keys: ['name', 'condition', 'confirmer_may_approve', 'approver_may_repeat'] }),
  plain({
    path: 'workflow_steps',
    keys: ['name', 'workflow', 'ordering', 'condition', 'type', 'mode', 'assignees'],
    references: { workflow: 'workflows', assignees: 'users' },
    nameOf: nameIn('workflow'),
  }),
  plain({
    path: 'connectors',
    keys: CONNECTOR,
    createdWith: { queues: [] },
    partsOf: ({ authorization_token, client_ssl_certificate }) => [
      ...(authorization_token ? ['authorization_token'] : []),
      ...(client_ssl_certificate ? ['client_ssl_key'] : []),
    ],
  }),
  plain({
    path: 'queues',
    keys: QUEUE,
    references: {
      workspace: 'workspaces',
      schema: 'schemas',
      engine: 'engines',
      generic_engine: 'generic_engines',
      dedicated_engine: 'dedicated_engines',
      connector: 'connectors',
      users: 'users',
    },
    adds: ['users'],
    peopleIn: ({ users }) => (Array.isArray(users) ? users.map(String) : []),
    merges: ['settings'],
    merge: (stored, given) => changedSettings(stored, given, { isPut: false }),
    isKept: ({ status }) => status === 'active',
  }),
  plain({
    path: 'triggers',
    keys: ['event', 'queue', 'condition'],
    references: { queue: 'queues' },
    nameOf: ({ queue, event }, names) => `${ownerOf(queue, names)} / ${String(event)}`,
    isKept: (object, names) => ofQueue(object, names) && object['event'] !== BUILT_IN,
  }),
  plain({
    path: 'email_templates',
    keys: ['name', 'queue', 'triggers', 'type', 'subject', 'message', 'automate', 'to', 'cc', 'bcc'],
    references: { queue: 'queues', triggers: 'triggers' },
    nameOf: templateName,
    isKept: ofQueue,
  }),
  plain({
    path: 'delete_recommendations',
    keys: ['queue', 'triggers', 'enabled'],
    references: { queue: 'queues', triggers: 'triggers' },
    nameOf: ({ queue, triggers }, names) => ownerOf(firstOf(triggers) ?? queue, names),
    isKept: ofQueue,
  }),
  plain({
    path: 'export_profiles',
    keys: PROFILE,
    references: { queue: 'queues' },
    nameOf: nameIn('queue'),
    isKept: ofQueue,
    partsOf: ({ delivery }) => (delivery ? ['delivery'] : []),
  }),
  HOOKS,
  plain({
    path: 'rules',
    keys: ['name', 'description', 'enabled', 'schema', 'queues', 'trigger_condition', 'actions'],
    references: { schema: 'schemas', queues: 'queues' },
  }),
  // Last, so that documents arrive only when everything else is there.
  plain({
    path: 'inboxes',
    keys: INBOX,
    references: { queues: 'queues' },
    onCreate: ['email_prefix'],
    nameOf: ({ queues }, names) => ownerOf(firstOf(queues), names),
    isKept: ({ queues }, names) => names.of(String(firstOf(queues))) !== undefined,
    partsOf: ({ mailbox }) => (mailbox ? ['mailbox'] : []),
  }),
]
