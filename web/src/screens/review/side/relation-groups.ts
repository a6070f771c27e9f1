/** Relations of an annotation as groups of other annotations. */
import type { Relation } from '../../../api/types.ts'

export const RELATION_KINDS = ['duplicate', 'origin', 'part', 'sibling', 'attachment'] as const
/**
 * `duplicate`: copies of the same file. `origin`: the document from which this one was split. `part`: documents made from this one.
 * `sibling`: other parts of the same document. `attachment`: files of the same email.
 */
export type RelationKind = (typeof RELATION_KINDS)[number]

export interface RelatedGroup {
  kind: RelationKind
  /** URLs of annotations, each once. */
  urls: string[]
}

/** Returns the other annotations in relations with one, by kind; empty groups are left out. */
export function othersOf(relations: readonly Relation[], url: string): RelatedGroup[] {
  const found: [RelationKind, string][] = relations.flatMap(({ type, parent, annotations }) => {
    const others = annotations.filter((one) => one !== url)
    if (type !== 'edit') return others.map((one): [RelationKind, string] => [type, one])
    if (parent === url) return others.map((one): [RelationKind, string] => ['part', one])
    return [
      ...(parent === null ? [] : [['origin', parent] as [RelationKind, string]]),
      ...others.map((one): [RelationKind, string] => ['sibling', one]),
    ]
  })
  return RELATION_KINDS.flatMap((kind) => {
    const urls = [...new Set(found.filter(([one]) => one === kind).map(([, other]) => other))]
    return urls.length ? [{ kind, urls }] : []
  })
}
