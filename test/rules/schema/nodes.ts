/** Nodes of schemas as a client sends them. */

/** A node. */
export type Json = Record<string, unknown>
/** A field. */
export const field = (over: Json = {}): Json => ({
  category: 'datapoint',
  id: 'a',
  label: 'A',
  type: 'string',
  ...over,
})
/** A section. */
export const section = (children: unknown, over: Json = {}): Json => ({
  category: 'section',
  id: 's',
  label: 'S',
  children,
  ...over,
})
/** A table with columns. */
export const table = (columns: unknown, over: Json = {}): Json => ({
  category: 'multivalue',
  id: 'rows',
  label: 'Rows',
  children: { category: 'tuple', id: 'row', label: 'Row', children: columns },
  ...over,
})
/** A list of one field. */
export const list = (item: Json, over: Json = {}): Json => ({
  category: 'multivalue',
  id: 'list',
  label: 'List',
  children: item,
  ...over,
})
