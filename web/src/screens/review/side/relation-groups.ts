/** Relations of an annotation as groups of other annotations. */
import type { Relation } from '../../../api/types.ts'

export const RELATION_KINDS = ['duplicate', 'equal_values', 'origin', 'part', 'sibling', 'attachment'] as const
/**
 * `duplicate`: copies of the same file. `equal_values`: other files with the same values in the fields of a duplicate rule. `origin`: the document from which this one was split. `part`: documents made from this one.
 * `sibling`: other parts of the same document. `attachment`: files of the same email.
 */
export type RelationKind = (typeof RELATION_KINDS)[number]

export interface RelatedGroup {
  kind: RelationKind
  /** URLs of annotations, each once. */
  urls: string[]
}

/** How the service begins the keys of relations by the values of a duplicate rule; the others have the digest of the file. */
const BY_VALUES = 'fields:'

/** Returns the other annotations in relations with one, by kind; empty groups are left out. */
export function othersOf(relations: readonly Relation[], url: string): RelatedGroup[] {
  const found: [RelationKind, string][] = relations.flatMap(({ type, key, parent, annotations }) => {
    const others = annotations.filter((one) => one !== url)
    const kind = type === 'duplicate' && key?.startsWith(BY_VALUES) ? 'equal_values' : type
    if (kind !== 'edit') return others.map((one): [RelationKind, string] => [kind, one])
    if (parent === url) return others.map((one): [RelationKind, string] => ['part', one])
    return [
      ...(parent === null ? [] : [['origin', parent] as [RelationKind, string]]),
      ...others.map((one): [RelationKind, string] => ['sibling', one]),
    ]
  })
  const copies = new Set(found.filter(([kind]) => kind === 'duplicate').map(([, other]) => other))
  return RELATION_KINDS.flatMap((kind) => {
    const others = found.filter(([one, other]) => one === kind && !(kind === 'equal_values' && copies.has(other)))
    const urls = [...new Set(others.map(([, other]) => other))]
    return urls.length ? [{ kind, urls }] : []
  })
}
