/** Requests that omit keys of settings do not switch a control off (contract 9.21, 24.22). */
import { describe, expect, it } from 'vitest'
import { changedSettings, KEPT_BY_PUT, KEPT_INSIDE, QueueSettings } from '../../../src/rules/queues/settings.ts'

/** Each control with values that are stricter than its default. */
const STRICT: Required<Pick<QueueSettings, (typeof KEPT_INSIDE)[number] | (typeof KEPT_BY_PUT)[number]>> = {
  workflows: { enabled: true, bypass_workflows_allowed: false, remind_after_hours: 24 },
  automation: { automate_duplicates: false, automate_suggested_edit: false, automate_empty_fields: false },
  rejection_config: { enabled: false },
  autopilot: { enabled: false, search_history: { matching_fields_threshold: 3, rir_field_names: ['sender_ic'] } },
  duplicates: 'error',
  duplicate_rules: [{ schema_ids: ['document_id'] }],
  legal_retention_years: 30,
  accepted_mime_types: ['application/pdf'],
}
/** Objects that are replaced as a whole: they control what is shown, and who is notified of emails. */
const DISPLAY = ['dashboard_customization', 'email_notifications', 'annotation_list_table']

const patched = (given: QueueSettings) => changedSettings(STRICT, given, { isPut: false })

it('all settings that are objects are known', () => {
  const all = [QueueSettings.properties]
    .flatMap((properties) => Object.entries(properties))
    .filter(([, schema]) => /"type":"object"/.test(JSON.stringify(schema)) && !('items' in schema))
  const known = [...KEPT_INSIDE, ...DISPLAY]
  expect(all.map(([key]) => key).sort()).toEqual(known.sort())
})

describe.each(KEPT_INSIDE)('PATCH of %s', (key) => {
  it('keeps the keys that it omits', () => {
    expect(patched({ [key]: {} })).toEqual(STRICT)
    for (const [name, value] of Object.entries(STRICT[key] ?? {}))
      expect(patched({ [key]: { [name]: value } })).toEqual(STRICT)
  })

  it('changes those that it has', () => {
    const name = Object.keys(STRICT[key] ?? {})[0]!
    expect(patched({ [key]: { [name]: true } })).toEqual({ ...STRICT, [key]: { ...STRICT[key], [name]: true } })
  })
})

it('PATCH keeps what is deeper inside, and ends the autopilot if it says so', () => {
  const search_history = { matching_fields_threshold: 5 }
  expect(patched({ autopilot: { search_history } }).autopilot).toEqual({
    enabled: false,
    search_history: { ...search_history, rir_field_names: ['sender_ic'] },
  })
  expect(patched({ autopilot: null }).autopilot).toBeNull()
})

it.each(KEPT_BY_PUT)('PUT without %s keeps it', (key) => {
  const put = (given: QueueSettings) => changedSettings({ ...STRICT, columns: [] }, given, { isPut: true })
  const kept = Object.fromEntries(KEPT_BY_PUT.map((one) => [one, STRICT[one]]))
  expect(put({ suggested_edit: 'suggest' })).toEqual({ ...kept, suggested_edit: 'suggest' })
  const { [key]: _, ...others } = STRICT
  expect(put(others)[key]).toEqual(STRICT[key])
})
