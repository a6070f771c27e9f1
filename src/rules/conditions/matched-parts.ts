/** The parts of a delete recommendation's condition that a document meets, as the validation of its content returns them. */
import { contentDatapoints } from '../content/tree.ts'
import type { ContentTree } from '../content/types.ts'
import { containsMatch } from '../input/patterns.ts'

export type MatchedPart =
  | { type: 'page_count'; value: number; threshold: number }
  | { type: 'filename'; value: string; regex: string }
  | { type: 'datapoint'; id: number; value: string }
  /** The condition is empty; only for the automation decision. */
  | { type: 'always' }

export interface AboutDocument {
  number_of_pages: number
  filename: string
}

type Tests = Readonly<Record<string, unknown>>

/** Returns the parts of a condition of the event `validation` that hold. Hidden fields match nothing; neither does an empty condition. */
export function matchedParts(condition: unknown, tree: ContentTree, about: AboutDocument): MatchedPart[] {
  // Conditions have passed `checkTriggerCondition`.
  const { $or = [] } = (condition ?? {}) as { $or?: Tests[] }
  return $or.flatMap((member) => Object.entries(member).flatMap(([name, test]) => partsOf(name, test, tree, about)))
}

function partsOf(name: string, test: unknown, tree: ContentTree, about: AboutDocument): MatchedPart[] {
  if (name === 'number_of_pages') {
    const { $gt } = test as { $gt: number }
    const value = about.number_of_pages
    return value > $gt ? [{ type: 'page_count', value, threshold: $gt }] : []
  }
  if (name === 'filename') {
    const value = about.filename
    const { $or, $regex } = test as { $or?: { $regex: string }[]; $regex?: string }
    const patterns = $or?.map((one) => one.$regex) ?? ($regex === undefined ? [] : [$regex])
    return patterns.flatMap((regex) => (containsMatch(regex, value) ? [{ type: 'filename', value, regex }] : []))
  }
  const { $in } = test as { $in: readonly string[] }
  const schema_id = name.slice('field.'.length)
  return [...contentDatapoints(tree)].flatMap(({ node, hidden }): MatchedPart[] =>
    node.schema_id === schema_id && !hidden && node.content && $in.includes(node.content.value)
      ? [{ type: 'datapoint', id: node.id, value: node.content.value }]
      : [],
  )
}
