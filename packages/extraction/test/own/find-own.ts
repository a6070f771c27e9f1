/** Own fields on a page of texts. */
import { extractDocument } from '../../src/engine.ts'
import type { OwnField } from '../../src/own/field.ts'
import type { PageSource } from '../../src/types.ts'
import { pageOf, type Placed } from '../pages.ts'

/** Finds fields on a page of these texts. Returns their values by name. */
export function find(
  fields: readonly (readonly [label: string, type?: OwnField['type'], more?: Partial<OwnField>])[],
  pieces: readonly Placed[],
  source?: PageSource,
) {
  const ownFields = fields.map(([label, type = 'string', more = {}]): OwnField => ({
    name: label,
    label,
    type,
    ...more,
  }))
  return extractDocument(pageOf(pieces, source), { ownFields }).own_fields!
}

export const valuesOf = (found: ReturnType<typeof find>): Record<string, string> =>
  Object.fromEntries(Object.entries(found).map(([name, { value }]) => [name, value]))
