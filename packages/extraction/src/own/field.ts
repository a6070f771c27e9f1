/** Fields that the catalogue does not have. */
export const OWN_FIELD_TYPES = ['string', 'number', 'date', 'enum'] as const
export type OwnFieldType = (typeof OWN_FIELD_TYPES)[number]

/** A field that the catalogue does not have: its owner says what it is called, and it is found where that is printed. */
export interface OwnField {
  /** Names the value in the result. */
  name: string
  /** What the value is called, as people call it: `Meter number`. */
  label: string
  type: OwnFieldType
  /** Other words that are printed for the label, such as those of other languages. */
  labels?: readonly string[]
  /** The only values of a field of type `enum`. */
  options?: readonly { value: string; label: string }[]
}

const FIELD_FORM = 'LABEL[:TYPE[:OPTIONS]]'

/**
 * Reads a field as the command line has it: `Meter number`, `Reading date:date`, `Utility:enum:Gas|Water`. Without a type it is a text. Throws an error
 * that names what is wrong.
 */
export function parseField(text: string): OwnField {
  const [label = '', type = 'string', ...rest] = text.split(':').map((part) => part.trim())
  if (label === '') throw new Error(`The field "${text}" has no label. Use ${FIELD_FORM}.`)
  if (!isType(type)) throw new Error(`The field "${label}" has the type "${type}". Use ${OWN_FIELD_TYPES.join(', ')}.`)
  const names = rest
    .join(':')
    .split('|')
    .filter((name) => name.trim() !== '')
  if (type === 'enum' && names.length === 0)
    throw new Error(`The field "${label}" has no options. Use "${label}:enum:One|Other".`)
  if (type !== 'enum' && names.length > 0)
    throw new Error(`Only a field of type enum has options, and "${label}" is a ${type}.`)
  const options = names.map((name) => ({ value: name.trim(), label: name.trim() }))
  return { name: label, label, type, ...(options.length ? { options } : {}) }
}

const isType = (type: string): type is OwnFieldType => (OWN_FIELD_TYPES as readonly string[]).includes(type)
