import { Type } from 'typebox'
import { invalid } from '../../errors.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { FieldError } from '../engine/field-error.ts'
import { f, fieldsOf, type Field, type Row, type Values } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { resolveReferences } from '../legacy/references.ts'
import type { Urls } from '../engine/urls.ts'
import type { Caller } from '../engine/request.ts'
import { allowed, everyRow } from '../access.ts'
import { shownSource } from './extension-source.ts'

const Open = Type.Record(Type.String(), Type.Unknown())
const readOnly = { readOnly: true }
const orNull = { readOnly: true, nullable: true }

/** Puts the values of this service in place of variables; those it does not know stay as they are. */
function fillIn(value: unknown, urls: Urls): unknown {
  if (typeof value === 'string') return value.replaceAll('{{api_url}}', urls.root)
  if (Array.isArray(value)) return value.map((item) => fillIn(item, urls))
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, urls)]))
}

type Named = (name: string) => Field
const filledIn =
  (make: Named): Named =>
  (name) => {
    const field = make(name)
    return { ...field, show: (row, caller, path) => fillIn(field.show!(row, caller, path), caller.urls) }
  }
const text = () => filledIn(f.text(orNull))

export const hookTemplates = defineResource({
  path: 'hook_templates',
  singular: 'hook template',
  table: 'hook_templates',
  description: 'A hook to start from.',
  verbs: ['list', 'retrieve'],
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    name: f.text(readOnly),
    type: f.oneOf(['webhook', 'function'], readOnly),
    events: f.json(Type.Array(Type.String()), readOnly),
    sideload: f.json(Type.Array(Type.String()), readOnly),
    metadata: f.json(Open, readOnly),
    config: filledIn(f.json(Open, readOnly)),
    test: f.json(Open, readOnly),
    description: text(),
    extension_source: shownSource,
    settings: filledIn(f.json(Open, readOnly)),
    settings_schema: f.json(Open, orNull),
    secrets_schema: f.json(Open, readOnly),
    guide: text(),
    read_more_url: text(),
    extension_image_url: text(),
    settings_description: f.json(
      Type.Array(Type.Object({ name: Type.String(), description: Type.String(), tooltip: Type.String() })),
      readOnly,
    ),
    store_description: text(),
    external_url: text(),
    use_token_owner: f.bool(readOnly),
    install_action: f.oneOf(['copy', 'request_access'], readOnly),
    token_lifetime_s: f.integer(orNull),
    order: f.integer(readOnly),
  }),
  filters: { id: by.ids('hook_templates.id'), type: by.oneOf('hook_templates.type', ['webhook', 'function']) },
  ordering: {
    ...columns('hook_templates', { id: 'bigint', name: 'text' }),
    order: { sql: 'hook_templates."order"', type: 'integer' },
  },
  defaultOrdering: 'order',
  visible: everyRow,
  may: allowed('hook_templates'),
})

/** What a hook takes from its template as it is. */
const TAKEN = [
  'type',
  'sideload',
  'metadata',
  'config',
  'test',
  'description',
  'extension_source',
  'settings',
  'settings_schema',
  'secrets_schema',
  'guide',
  'read_more_url',
  'extension_image_url',
  'token_lifetime_s',
]

/** The body that creates the hook which a request for one from a template asks for. Errors name the fields of the request. */
export async function bodyFromTemplate(given: Values, caller: Caller): Promise<Values> {
  const template = await templateAt(given.hook_template as string, caller)
  if (template.install_action !== 'copy')
    throw invalid({ hook_template: ['This template cannot be copied: ask whoever runs the service for access.'] })
  if (template.use_token_owner && !given.token_owner) throw invalid({ token_owner: ['This field is required.'] })
  const taken = TAKEN.map((name) => [name, hookTemplates.fields[name]!.show!(template, caller, 'hook_templates')])
  const { name, hook_template, events, queues, token_owner = null } = given
  return { ...(Object.fromEntries(taken) as Values), name, hook_template, events, queues, token_owner }
}

async function templateAt(url: string, caller: Caller): Promise<Row> {
  try {
    const [id] = await resolveReferences('hook_templates', [url], caller)
    return (await caller.db('hook_templates').where('id', id).first()) as Row
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    throw invalid({ hook_template: [error.message] })
  }
}
