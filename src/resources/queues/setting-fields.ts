/** Checks that fields named in queue settings exist in the schema: a duplicate rule on an unknown field would never match, without an error. */
import type { FieldErrors } from '../../errors.ts'
import { Schema, type Queue } from '../../models/index.ts'
import { fieldsOfDuplicateRules, fieldsOfRecipientSources } from '../../rules/schema/field-references.ts'
import { datapoints, type SchemaContent } from '../../rules/schema/index.ts'
import type { CheckContext } from '../framework/define.ts'
import type { Input } from '../framework/input.ts'

/** Returns errors for fields that the settings name now and that the schema of the queue does not have, or has in a table. */
export async function checkSettingFields(
  { columns: { settings, schema_id } }: Input<Queue>,
  { row, caller }: CheckContext<Queue>,
): Promise<FieldErrors | null> {
  if (!settings) return null
  // What the queue has already does not prevent other changes, such as those of a client that sends back the whole object.
  const before = new Set(
    row ? [...fieldsOfDuplicateRules(row.settings), ...fieldsOfRecipientSources(row.settings)] : [],
  )
  const compared = fieldsOfDuplicateRules(settings).filter((id) => !before.has(id))
  const addresses = fieldsOfRecipientSources(settings).filter((id) => !before.has(id))
  const schema = schema_id ?? row?.schema_id
  if (!schema || compared.length + addresses.length === 0) return null
  const { content } = await Schema.query(caller.db).findById(schema).select('content').throwIfNotFound()
  const wrong = {
    duplicate_rules: compared.flatMap((id) => sentenceAbout(content, id, true) ?? []),
    suggested_recipients_sources: addresses.flatMap((id) => sentenceAbout(content, id, false) ?? []),
  }
  const errors = Object.fromEntries(Object.entries(wrong).filter(([, sentences]) => sentences.length > 0))
  return Object.keys(errors).length > 0 ? { settings: errors } : null
}

function sentenceAbout(content: SchemaContent, id: string, isSingle: boolean): string | null {
  const placed = [...datapoints(content)].find(({ field }) => field.id === id)
  if (!placed) return `The schema has no field "${id}".`
  return isSingle && placed.multivalue ? `The field "${id}" is in a table, so that it has no single value.` : null
}
