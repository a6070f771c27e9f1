/** Fields that the catalogue of the engine does not have: the engine finds their values by their labels. */
import { HEADER_FIELDS, type OwnField } from '@sheaf/extraction/types'
import { barcodeSource } from '../../rules/content/barcode-sources.ts'
import { engineNameOf } from '../../rules/content/sources.ts'
import {
  datapoints,
  isComputed,
  isExtracted,
  type PlacedField,
  type SchemaContent,
  type SchemaDatapoint,
} from '../../rules/schema/index.ts'

/** Labels of more fields are not searched; larger schemas have lists of columns. */
const MAX_FIELDS = 300
const MAX_LABEL = 200
const MAX_OPTIONS = 500

const CATALOGUE: ReadonlySet<string> = new Set(HEADER_FIELDS)

/** Returns the fields of a schema that are found by their labels: captured fields outside of tables for which it names neither a source nor a default. */
export const ownFields = (content: SchemaContent): OwnField[] =>
  [...datapoints(content)]
    .filter(isOwn)
    .slice(0, MAX_FIELDS)
    .map(({ field }) => ownField(field))

function isOwn({ field, section, multivalue }: PlacedField): boolean {
  const isPredicted =
    !multivalue && !field.hidden && !field.default_value && !field.disable_prediction && !section.disable_prediction
  return isPredicted && isExtracted(field) && !isComputed(field) && (field.rir_field_names ?? []).every(isUnknown)
}

/** A name of the engine that its catalogue does not have. */
function isUnknown(source: string): boolean {
  const name = engineNameOf(source)
  return name !== undefined && !CATALOGUE.has(name) && !barcodeSource(name)
}

function ownField({ id, label, type, options }: SchemaDatapoint): OwnField {
  const words = id.replaceAll('_', ' ')
  // `field_1` says nothing, `meter_number` may be what is printed.
  const isTelling = /^[\p{L}]+(?: [\p{L}]+)+$/u.test(words) && words !== label.toLowerCase()
  return {
    name: id,
    label: label.slice(0, MAX_LABEL),
    type: type === 'button' ? 'string' : type,
    ...(isTelling ? { labels: [words.slice(0, MAX_LABEL)] } : {}),
    ...(type === 'enum' ? { options: (options ?? []).slice(0, MAX_OPTIONS) } : {}),
  }
}
