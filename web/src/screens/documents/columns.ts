/** Columns with values of the documents: those that the queue is set to, or else those that most people look for. */
import type { Datapoint, Queue, SchemaDatapoint, SchemaSection } from '../../api/types.ts'

export interface Column {
  schemaId: string
  label: string
  type: 'string' | 'number' | 'date' | 'enum'
  /** Labels of the values of an enum. */
  options: Record<string, string>
  /** Field with the currency of an amount. */
  currencyId: string | null
}

/** More columns do not fit beside file name, labels and status. */
const MAX_COLUMNS = 6
const MAX_BY_DEFAULT = 4
/** Sources of values by which most people recognise a document, in the order of the columns. */
const WANTED = ['sender_name', 'document_id', 'date_issue', 'amount_total']

/** Returns the fields that have one value in each document. */
const singleFields = (sections: readonly SchemaSection[]): SchemaDatapoint[] =>
  sections
    .flatMap(({ children }) => children)
    .filter((node): node is SchemaDatapoint => node.category === 'datapoint' && node.type !== 'button')

const fieldOf = (fields: readonly SchemaDatapoint[], source: string): SchemaDatapoint | undefined =>
  fields.find(({ rir_field_names }) => rir_field_names?.includes(source)) ?? fields.find(({ id }) => id === source)

/** Returns the ids in `settings.annotation_list_table` or the older `settings.columns`; empty if neither names a field. */
function chosenIds(settings: Queue['settings']): string[] {
  const { columns } = settings.annotation_list_table ?? {}
  const chosen = (Array.isArray(columns) ? (columns as Record<string, unknown>[]) : []).flatMap((column) =>
    column.column_type === 'schema' && column.visible !== false && typeof column.schema_id === 'string'
      ? [column.schema_id]
      : [],
  )
  return chosen.length ? chosen : (settings.columns ?? []).map(({ schema_id }) => schema_id)
}

/** Returns the columns for the settings and the schema of a queue. */
export function columnsOf(settings: Queue['settings'], sections: readonly SchemaSection[]): Column[] {
  const fields = singleFields(sections)
  const currencyId = fieldOf(fields, 'currency')?.id ?? null
  const pick = (found: (SchemaDatapoint | undefined)[], most: number) => found.filter((one) => !!one).slice(0, most)
  const visible = fields.filter(({ hidden }) => !hidden)
  const choices = [
    pick(
      chosenIds(settings).map((id) => fields.find((field) => field.id === id)),
      MAX_COLUMNS,
    ),
    pick(
      WANTED.map((source) => fieldOf(visible, source)),
      MAX_BY_DEFAULT,
    ),
    visible.slice(0, MAX_BY_DEFAULT),
  ]
  return (choices.find(({ length }) => length) ?? []).map((field) => ({
    schemaId: field.id,
    label: field.label,
    type: field.type as Column['type'],
    options: Object.fromEntries((field.options ?? []).map(({ value, label }) => [value, label ?? value])),
    currencyId: field.rir_field_names?.some((name) => name.startsWith('amount_')) ? currencyId : null,
  }))
}

/** Returns the schema ids of the values that columns need. */
export const neededIds = (columns: readonly Column[]): string[] => [
  ...new Set(columns.flatMap(({ schemaId, currencyId }) => (currencyId ? [schemaId, currencyId] : schemaId))),
]

/** The values of one document by schema id. */
export type Values = Record<string, { value: string; normalized: string | null }>

/** Groups sideloaded nodes by the id of the annotation in their URLs. */
export function groupContent(nodes: readonly Datapoint[]): Map<number, Values> {
  const groups = new Map<number, Values>()
  for (const { url, schema_id, content } of nodes) {
    const id = Number(/\/annotations\/(\d+)\/content\//.exec(url)?.[1])
    if (!id || !content) continue
    const values = groups.get(id) ?? {}
    values[schema_id] ??= { value: content.value, normalized: content.normalized_value }
    groups.set(id, values)
  }
  return groups
}

/** Formats of the user's language. */
export interface Formats {
  number: (value: number, options: Intl.NumberFormatOptions) => string
  date: (iso: string) => string
}

/** Returns a value as the column shows it; `''` if there is none. */
export function shownValue({ schemaId, type, options, currencyId }: Column, values: Values, formats: Formats): string {
  const { value = '', normalized } = values[schemaId] ?? {}
  if (!value) return ''
  if (type === 'enum') return options[value] ?? value
  if (normalized === null || normalized === undefined) return value
  // Without a time the date would be midnight UTC, which is the day before in the west.
  if (type === 'date') return formats.date(`${normalized}T00:00:00`)
  if (type !== 'number' || !Number.isFinite(Number(normalized))) return value
  const digits = Math.min(normalized.split('.')[1]?.length ?? 0, 6)
  const amount = formats.number(Number(normalized), { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const currency = currencyId ? (values[currencyId]?.value ?? '').toUpperCase() : ''
  return currency ? `${amount} ${currency}` : amount
}
