/** Renamed nodes: `renamed_from` of a node in a changed schema is its former id. It is not stored. */
import type { Names } from './field-renames.ts'
import { renameInFormula } from './field-renames.ts'
import type { SchemaContent, SchemaNode } from './types.ts'
import { nodesById, schemaNodes } from './walk.ts'

type Renaming = SchemaNode & { renamed_from?: string | null }

/** Returns a copy of a schema in which `change` has changed every node, parents before children. */
function withNodes(content: SchemaContent, change: (node: Renaming) => void): SchemaContent {
  const next = structuredClone(content)
  for (const node of schemaNodes(next)) change(node)
  return next
}

/** The new ids by the former ones, as a valid schema states them. */
export function statedNames(content: SchemaContent): Map<string, string> {
  const names = new Map<string, string>()
  for (const node of schemaNodes(content) as Iterable<Renaming>)
    if (node.renamed_from && node.renamed_from !== node.id) names.set(node.renamed_from, node.id)
  return names
}

/**
 * Returns the schema as it is stored: without `renamed_from`, and with the new ids in formulas. A formula that names an id which another node
 * has now means that node.
 */
export function withoutRenames(content: SchemaContent): SchemaContent {
  const names = statedNames(content)
  const ids = nodesById(content)
  const free = new Map([...names].filter(([former]) => !ids.has(former)))
  return withNodes(content, (node) => {
    delete node.renamed_from
    if (node.category === 'datapoint' && node.formula && free.size > 0)
      node.formula = renameInFormula(node.formula, free)
  })
}

/**
 * Returns the new ids by the former ones that a change from `before` to `content` makes, or the reason why it is not possible. A node
 * that was renamed already, as when a request is repeated, is not renamed again.
 */
export function renamesOf(
  before: SchemaContent,
  content: SchemaContent,
): { names: Map<string, string> } | { error: string } {
  const former = nodesById(before)
  const names = new Map<string, string>()
  for (const node of schemaNodes(content) as Iterable<Renaming>) {
    const from = node.renamed_from
    if (!from || from === node.id) continue
    const old = former.get(from)
    if (!old && former.has(node.id)) continue
    if (!old) return { error: `"${node.id}" cannot be renamed from "${from}", which the schema does not have.` }
    if (old.category !== node.category)
      return { error: `"${node.id}" cannot be renamed from "${from}", which is a ${old.category}.` }
    if (names.has(from)) return { error: `"${from}" can be renamed to one id only.` }
    names.set(from, node.id)
  }
  for (const [from, id] of names)
    if (former.has(id)) return { error: `"${from}" cannot be renamed to "${id}", which exists already.` }
  return { names }
}

/** Returns the names of a version without those of the last changes, whose names are given, the last one first. */
export const namesBefore = (
  { content, names }: { content: SchemaContent; names: Readonly<Record<string, string>> },
  last: readonly Readonly<Record<string, string>>[],
): Record<string, string> =>
  last.reduce<Record<string, string>>(
    (left, made) =>
      composedNames({ content, names: left }, new Map(Object.entries(made).map(([id, present]) => [present, id]))),
    { ...names },
  )

/**
 * Returns why a version of the schema cannot have these names; undefined if it can. A present id that another node of the version has would
 * give the content of the version two values by one id.
 */
export function nameConflict(content: SchemaContent, names: Readonly<Record<string, string>>): string | undefined {
  const own = nodesById(content)
  for (const [id, present] of Object.entries(names))
    if (own.has(present))
      return `"${id}" cannot be renamed to "${present}": documents in a former version of the schema have another field with this id.`
  return undefined
}

/** Returns a former schema with the new ids. A node whose id another one has now gets an id that no node can have. */
export function renameSchema(content: SchemaContent, names: Names): SchemaContent {
  const idOf = newIds(names)
  return withNodes(content, (node) => {
    node.id = idOf(node.id)
  })
}

/** Returns the new id of each id. */
export function newIds(names: Names): (id: string) => string {
  const taken = new Set(names.values())
  return (id) => names.get(id) ?? (taken.has(id) ? `${id} ` : id)
}

/** Returns the names of a version with those of a further change: the present ids by the ids in the version. */
export function composedNames(
  version: { content: SchemaContent; names: Readonly<Record<string, string>> },
  names: Names,
): Record<string, string> {
  const composed: Record<string, string> = {}
  for (const { id } of schemaNodes(version.content)) {
    const present = version.names[id] ?? id
    const next = names.get(present) ?? present
    if (next !== id) composed[id] = next
  }
  return composed
}
