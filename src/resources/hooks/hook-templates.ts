import { Type } from 'typebox'
import { HookTemplate } from '../../models/index.ts'
import { expandEvents } from '../../rules/hooks/events.ts'
import { allowed, everyRow } from '../access.ts'
import { defineResource } from '../framework/define.ts'
import type { FieldBuilder } from '../framework/fields.ts'
import type { Urls } from '../framework/urls.ts'
import { bySource, shownSource } from './extension-source.ts'

const Open = Type.Record(Type.String(), Type.Unknown())
const TYPES = ['webhook', 'function']
const readOnly = { readOnly: true }
const orNull = { readOnly: true, nullable: true }

/** Replaces variables with values of this service; unknown variables are kept. */
function fillIn(value: unknown, urls: Urls): unknown {
  if (typeof value === 'string') return value.replaceAll('{{api_url}}', urls.root)
  if (Array.isArray(value)) return value.map((item) => fillIn(item, urls))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, urls)]))
}

const filledIn =
  (make: FieldBuilder): FieldBuilder =>
  (name, model) => ({ ...make(name, model), show: (row, { urls }) => fillIn(row[name], urls) })

export const hookTemplates = defineResource(HookTemplate, {
  path: 'hook_templates',
  singular: 'hook template',
  description: 'A template from which to create hooks.',
  verbs: ['list', 'retrieve'],
  fields: (f) => {
    const text = (description: string) => filledIn(f.text(description, orNull))
    return {
      id: f.id(),
      url: f.url(),
      name: f.text('Name of the template.', readOnly),
      type: f.oneOf(TYPES, 'Type of the hooks created from it.', readOnly),
      events: f.computed(
        'Events that usually trigger hooks created from it, with their actions.',
        Type.Array(Type.String()),
        ({ events }) => expandEvents(events),
      ),
      sideload: f.json(Type.Array(Type.String()), 'Related objects that payloads include.', readOnly),
      metadata: f.json(Open, 'Metadata of hooks created from it.', readOnly),
      config: filledIn(f.json(Open, 'Configuration of hooks created from it; the keys depend on the type.', readOnly)),
      test: f.json(Open, 'Saved input for tests.', readOnly),
      description: text('Purpose of the hook.'),
      extension_source: shownSource(),
      settings: filledIn(f.json(Open, 'Settings of hooks created from it.', readOnly)),
      settings_schema: f.json(Open, 'JSON Schema of `settings`; null if any settings are allowed.', orNull),
      secrets_schema: f.json(Open, 'JSON Schema of the secrets.', readOnly),
      guide: text('Instructions for users.'),
      read_more_url: text('URL of further information.'),
      extension_image_url: text('URL of a picture.'),
      settings_description: f.json(
        Type.Array(
          Type.Object({
            name: Type.String({ description: 'Name of the setting.' }),
            description: Type.String({ description: 'Effect of the setting.' }),
            tooltip: Type.String({ description: 'Short description.' }),
          }),
        ),
        'Descriptions of the settings.',
        readOnly,
      ),
      store_description: text('Description in the store, as HTML.'),
      external_url: text('URL of the provider.'),
      use_token_owner: f.bool('Whether hooks created from it require a `token_owner`.', readOnly),
      install_action: f.oneOf(
        ['copy', 'request_access'],
        'Whether hooks can be created from it directly (`copy`), or the operator must grant access first (`request_access`).',
        readOnly,
      ),
      token_lifetime_s: f.integer('Lifetime of access tokens in seconds; null for the default lifetime.', orNull),
      order: f.integer('Position in the list.', readOnly),
    }
  },
  filters: (by) => ({ id: by.ids(), name: by.text(), type: by.oneOf(TYPES), extension_source: bySource }),
  ordering: { id: 'bigint', name: 'text', order: { sql: 'hook_templates."order"', type: 'integer' } },
  defaultOrdering: 'order',
  visible: everyRow,
  may: allowed('hook_templates'),
})
