/** Describes the operations of a response as changes of the document's fields. */
import { isObject } from './record.ts'

interface Place {
  /** Schema ids, with row numbers from 1: `line_items[2].item_code`. */
  label: string
  node: Record<string, unknown>
}

const MAX_VALUE = 200
const MAX_LINES = 500

/** Returns one line per operation: the field with its old and its new value, or why the operation has no effect. */
export function fieldChanges(content: unknown, operations: readonly Record<string, unknown>[]): string[] {
  const places = placesIn(content)
  const lines = operations.slice(0, MAX_LINES).map((operation, index) => {
    const id = Number(operation.id)
    const place = places.get(id)
    if (!place) return `! operation ${index}: the document has no node ${shown(operation.id)}`
    switch (operation.op) {
      case 'replace':
        return replacement(place, operation.value)
      case 'add':
        return `+ ${place.label}${cellsOf(operation.value)}`
      case 'remove':
        return `- ${place.label}${valuesBelow(place.node)}`
      default:
        return `! operation ${index}: "op" is ${shown(operation.op)} instead of replace, add or remove`
    }
  })
  const more = operations.length - lines.length
  return more > 0 ? [...lines, `… ${more} more operations`] : lines
}

/** The label of the node that a message refers to. */
export function labelOf(content: unknown, id: string): string {
  return id === 'all' ? 'document' : (placesIn(content).get(Number(id))?.label ?? `node ${id}`)
}

function placesIn(content: unknown): Map<number, Place> {
  const places = new Map<number, Place>()
  const visit = (nodes: unknown, prefix: string, list: string | null): void => {
    if (!Array.isArray(nodes)) return
    nodes.forEach((node: unknown, index) => {
      if (!isObject(node)) return
      const name = String(node.schema_id)
      const label = list === null ? prefix + name : `${list}[${index + 1}]`
      places.set(Number(node.id), { label, node })
      if (node.category === 'section') visit(node.children, '', null)
      else visit(node.children, `${label}.`, node.category === 'multivalue' ? label : null)
    })
  }
  visit(content, '', null)
  return places
}

function replacement({ label, node }: Place, value: unknown): string {
  if (node.category !== 'datapoint') return `! ${label}: only datapoints can be replaced`
  if (!isObject(value)) return `! ${label}: "value" is ${shown(value)} instead of an object`
  const { content, ...others } = value
  const change = isObject(content) && 'value' in content ? [`${shown(valueOf(node))} → ${shown(content.value)}`] : []
  const position = isObject(content) && ('page' in content || 'position' in content) ? ['position'] : []
  const rest = Object.entries(others).map(([key, one]) => `${key}: ${shown(node[key])} → ${shown(one)}`)
  return `~ ${label}  ${[...change, ...position, ...rest].join(', ')}`
}

function cellsOf(value: unknown): string {
  const cells: unknown[] = Array.isArray(value) ? value : [value]
  const texts = cells.filter(isObject).map((cell) => {
    const text = shown(valueOf(cell))
    return typeof cell.schema_id === 'string' ? `${cell.schema_id} ${text}` : text
  })
  return texts.length ? `  ${texts.join(', ')}` : ''
}

function valuesBelow(node: Record<string, unknown>): string {
  const cells: unknown[] = Array.isArray(node.children) ? node.children : [node]
  return cellsOf(cells.filter((cell) => isObject(cell) && valueOf(cell) !== ''))
}

const valueOf = (node: Record<string, unknown>): unknown => (isObject(node.content) ? (node.content.value ?? '') : '')

/** A value as JSON, in one line. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing'
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}… (${text.length} characters)` : text
}
