/**
 * The types of what hooks receive and return, as JSON Schemas. Objects of the API come from the declarations of its resources, the rest
 * is declared here; `test/api/payload-types.test.ts` compares both with real payloads.
 */
import { Type, type TProperties } from 'typebox'
import { apiDocument } from '../../src/api/openapi/document.ts'
import { portable } from '../../src/api/openapi/portable.ts'
import { HOOK_EVENTS, HOOK_SIDELOADS } from '../../src/rules/hooks/events.ts'
import { CONTENT } from './content.ts'
import { RESPONSES } from './responses.ts'
import { list, object, oneOf, open, optional, orNull, ref, text } from './short-forms.ts'

/** The parts of JSON Schema that declarations of resources use. */
export interface Schema {
  type?: string
  description?: string
  const?: unknown
  enum?: unknown[]
  $ref?: string
  anyOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

const API = '#/components/schemas/'
const { schemas: components } = apiDocument().components as { schemas: Record<string, Schema> }

/** Names of the objects of the API in payloads. */
const OBJECTS: Record<string, string> = {
  annotations: 'Annotation',
  documents: 'Document',
  queues: 'Queue',
  users: 'User',
  schemas: 'Schema',
  emails: 'Email',
  relations: 'Relation',
  suggested_edits: 'SuggestedEdit',
  pages: 'Page',
  notes: 'Note',
  labels: 'Label',
  automation_blockers: 'AutomationBlocker',
}
/** Sideloads that are not named like the collection of their objects. */
const SIDELOADED: Record<string, string> = {
  modifiers: 'users',
  assignees: 'users',
  related_emails: 'emails',
  child_relations: 'relations',
}

const sections: Schema = { type: 'array', items: { $ref: 'Section' }, description: 'The content as sections.' }

/** The schema of an object of the API with some properties replaced, added or (undefined) removed. */
function derived(collection: string, changes: Record<string, Schema | undefined>, description: string): Schema {
  const { properties = {}, required = [] } = components[collection]!
  const merged = Object.entries({ ...properties, ...changes }).filter(([, schema]) => schema !== undefined)
  const names = [...required, ...Object.keys(changes)].filter((name) => !(name in changes) || changes[name])
  return {
    type: 'object',
    description,
    properties: Object.fromEntries(merged) as Record<string, Schema>,
    required: [...new Set(names)],
  }
}

const common = (event: string, actions: readonly string[]): TProperties => ({
  request_id: text('UUID of the call, the same for each attempt.'),
  timestamp: text('Time of the event, UTC.'),
  base_url: text('Scheme and host of the service.'),
  svc_authorization_token: optional(text('Access token of the token owner, if the hook has one.')),
  rossum_authorization_token: optional(
    text('The same, under the name of the existing vendor, unless COMPAT_VENDOR_NAMES is 0.'),
  ),
  hook: text('URL of the hook.'),
  settings: open('Settings of the hook.'),
  secrets: Type.Record(Type.String(), Type.String(), { description: 'Secrets of the hook.' }),
  event: Type.Literal(event),
  action: oneOf(actions, 'Action of the event.'),
})
const sideloads: TProperties = Object.fromEntries(
  HOOK_SIDELOADS.map((name) => [
    name,
    optional(list(ref(OBJECTS[SIDELOADED[name] ?? name]!), 'Present if `sideload` of the hook names it.')),
  ]),
)

const PAYLOADS = {
  AnnotationStatusPayload: object(
    {
      ...common('annotation_status', HOOK_EVENTS.annotation_status!),
      annotation: ref('AnnotationWithStatus'),
      document: ref('PayloadDocument'),
      ...sideloads,
    },
    'Payload of `annotation_status` events.',
  ),
  AnnotationContentPayload: object(
    {
      ...common('annotation_content', HOOK_EVENTS.annotation_content!),
      annotation: ref('AnnotationWithContent'),
      document: ref('PayloadDocument'),
      updated_datapoints: list(Type.Integer(), 'Ids of changed nodes, including changes by earlier hooks.'),
      ...sideloads,
    },
    'Payload of `annotation_content` events.',
  ),
  UploadFile: object(
    {
      document: text('URL of the document.'),
      prevent_importing: Type.Boolean({ description: 'Whether an earlier hook has prevented the import.' }),
      values: list(
        object({ id: text('Name of the value.'), value: Type.Unknown() }, 'A value.'),
        'Values of the upload.',
      ),
      queue: text('URL of the queue.'),
      annotation: orNull(Type.String(), 'URL of the annotation; null if there is none yet.'),
    },
    'A file of an upload.',
  ),
  UploadCreatedPayload: object(
    {
      ...common('upload', HOOK_EVENTS.upload!),
      upload: text('URL of the upload.'),
      email: orNull(Type.String(), 'URL of the email that contained the files; null if none.'),
      metadata: open('Metadata of the upload.'),
      documents: list(ref('Document'), 'The documents.'),
      files: list(ref('UploadFile'), 'The files.'),
    },
    'Payload of `upload.created`.',
  ),
  EmailFile: object(
    {
      id: text('Id of the file in this payload.'),
      filename: text('Its name.'),
      mime_type: text('Its media type.'),
      n_pages: orNull(Type.Integer(), 'Number of pages; null if unknown.'),
      height_px: orNull(Type.Number(), 'Height of the first page in pixels; null if unknown.'),
      width_px: orNull(Type.Number(), 'Width of the first page in pixels; null if unknown.'),
      document: text('URL of the document.'),
    },
    'A file of an email.',
  ),
  EmailReceivedPayload: object(
    {
      ...common('email', HOOK_EVENTS.email!),
      email: text('URL of the email.'),
      queue: text('URL of the queue.'),
      headers: open('Headers: from, to, reply-to, subject, message-id, date, authentication-results.'),
      body: object(
        { body_text_plain: text('As plain text.'), body_text_html: text('As HTML.') },
        'Texts of the email.',
      ),
      files: list(ref('EmailFile'), 'Its files.'),
    },
    'Payload of `email.received`.',
  ),
  InvocationPayload: {
    ...object(
      common('invocation', HOOK_EVENTS.invocation!),
      'Payload of `invocation` events; it also has the keys of the caller.',
    ),
    additionalProperties: true,
  },
}

/** The names of the types that a payload can have. */
export const PAYLOAD_NAMES = Object.keys(PAYLOADS).filter((name) => name.endsWith('Payload'))

/** Follows references to other components of the API, which are then declared under a name of their own. */
function closure(): Record<string, Schema> {
  const found: Record<string, Schema> = {}
  const add = (component: string) => {
    const name = OBJECTS[component] ?? component
    if (found[name]) return
    found[name] = components[component]!
    for (const [, other] of JSON.stringify(found[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g)) add(other!)
  }
  for (const component of Object.keys(OBJECTS)) add(component)
  return found
}

/** All types by name, in the order in which they are printed. References are names of types. */
export function declarations(): Record<string, Schema> {
  const previous_status: Schema = {
    ...components.annotations!.properties!.status,
    description: 'Status before the event.',
  }
  const was: Schema = {
    anyOf: [previous_status, { type: 'null' }],
    description: 'Status before the event; null if it did not change.',
  }
  const all: Record<string, unknown> = {
    ...CONTENT,
    ...closure(),
    AnnotationWithStatus: derived(
      'annotations',
      { previous_status: was },
      'The annotation after a change of its status.',
    ),
    AnnotationWithContent: derived(
      'annotations',
      { previous_status: was, content: sections },
      'The annotation with its content.',
    ),
    PayloadDocument: derived('documents', { annotations: undefined }, 'The document of the annotation.'),
    ...PAYLOADS,
    ...RESPONSES,
  }
  const renamed = JSON.stringify(all).replaceAll(
    new RegExp(`"${API}(\\w+)"`, 'g'),
    (_, component: string) => `"${OBJECTS[component] ?? component}"`,
  )
  return portable(JSON.parse(renamed)) as Record<string, Schema>
}
