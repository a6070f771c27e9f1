import type { ConfirmedValue, ConfirmedValues } from '@sheaf/extraction/learn'
import { HEADER_FIELDS, type Extraction, type HeaderField } from '@sheaf/extraction/types'
import type { ContentTree, DatapointNode } from '../../rules/content/index.ts'
import { datapoints, isComputed, type SchemaContent } from '../../rules/schema/index.ts'
import { engineNameOf } from '../../rules/content/sources.ts'

const HEADER: ReadonlySet<string> = new Set(HEADER_FIELDS)

/**
 * Returns the confirmed values of the fields outside of tables that the engine fills, by the engine's names. Fields that are computed, not
 * predicted or hidden, and values that the engine could not have read, such as those of an upload, are left out.
 */
export function confirmedValues(
  tree: ContentTree,
  schema: SchemaContent,
  extraction: Pick<Extraction, 'fields'> | null,
): ConfirmedValues {
  const nodes = new Map<string, DatapointNode>()
  for (const section of tree)
    if (section.category === 'section')
      for (const child of section.children) if (child.category === 'datapoint') nodes.set(child.schema_id, child)
  const values: ConfirmedValues = {}
  for (const { field } of datapoints(schema)) {
    const node = nodes.get(field.id)
    if (!node?.content || node.hidden || field.disable_prediction || isComputed(field)) continue
    const names = (field.rir_field_names ?? []).map(engineNameOf).filter((name) => name !== undefined)
    const known = names.filter((name): name is HeaderField => HEADER.has(name))
    if (known.length === 0 || known.length !== (field.rir_field_names ?? []).length) continue
    // Of several sources, the one that had a value was used.
    const name = known.find((one) => extraction?.fields[one]) ?? known[0]!
    const confirmed = valueOf(name, node.content)
    if (confirmed) values[name] ??= confirmed
  }
  return values
}

function valueOf(name: HeaderField, content: NonNullable<DatapointNode['content']>): ConfirmedValue | null {
  const { value, normalized_value, page, position } = content
  if (value.trim() === '') return { value: null, page: null, position: null }
  const isPlain = !/^(?:date|amount)_/.test(name)
  const normal = isPlain ? value : normalized_value
  // A date or an amount in a field of text has no value to compare.
  return normal === null ? null : { value: normal, page, position }
}
