import type { Candidate } from '../../find/candidates.ts'
import type { Label } from '../../find/labels.ts'
import type { Layout, Segment } from '../../find/layout.ts'
import { bucket } from '../../find/names.ts'
import type { LabelClass } from '../../lexicon/classes.ts'
import { foldText } from '../../normalise/ids.ts'
import type { LabelRelation, Relations } from '../relations.ts'

/** Features are names; present ones count as 1. */
export type Features = string[]

const steps = (relation: LabelRelation): number => bucket(relation.distance, [0.8, 2.5, 8, 20])

/** Names of the features of traits. Those of numbers contain their form, of which documents can invent any number. */
const traits = new Map<string, string>()
const MAX_TRAITS = 5_000

function traitFeature(trait: string): string {
  const known = traits.get(trait)
  if (known !== undefined) return known
  if (traits.size >= MAX_TRAITS) traits.clear()
  const feature = `t:${trait}`
  traits.set(trait, feature)
  return feature
}

/** Names of relations that were made before. Many values share a label, and the names of features are looked up by their text. */
const named = new WeakMap<Label, Map<string, Features>>()

function nameRelation(features: Features, side: string, relation: LabelRelation | undefined): void {
  if (!relation) {
    features.push(`${side}=none`)
    return
  }
  const near = relation.between === 0 ? 'n' : 'b'
  const key = `${side}${near}${steps(relation)}`
  const known = named.get(relation.label) ?? new Map<string, Features>()
  named.set(relation.label, known)
  const names = known.get(key) ?? namesOf(side, near, relation)
  known.set(key, names)
  features.push(...names)
}

function namesOf(side: string, near: string, relation: LabelRelation): Features {
  const features: Features = []
  for (const labelClass of relation.label.classes) {
    features.push(
      `${side}=${labelClass}`,
      `${side}=${labelClass}/${near}`,
      `${side}=${labelClass}/${near}/${steps(relation)}`,
    )
    if (relation.label.colon) features.push(`${side}=${labelClass}/colon`)
    if (relation.label.alone) features.push(`${side}=${labelClass}/alone/${near}`)
    if (relation.label.tokens >= 2 && near === 'n') features.push(`${side}=${labelClass}/long`)
    if (relation.label.classes.size === 1) features.push(`${side}=${labelClass}/only/${near}`)
  }
  return features
}

/** Labels nearby, words nearby, position on the page, font, repetition. */
export function describeCommon(layout: Layout, candidate: Candidate, relations: Relations, repeats: number): Features {
  const features: Features = candidate.traits.map(traitFeature)
  nameRelation(features, 'L', relations.left[0])
  nameRelation(features, 'A', relations.above[0])
  if (relations.left[1])
    for (const labelClass of relations.left[1].label.classes)
      features.push(`L2=${labelClass}`, `L2=${labelClass}/${relations.left[1].between}`)
  for (const relation of relations.above.slice(1, 3))
    for (const labelClass of relation.label.classes)
      features.push(`A2=${labelClass}`, `A2=${labelClass}/${steps(relation)}`)
  if (relations.right[0] && relations.right[0].distance < 4)
    for (const labelClass of relations.right[0].label.classes) features.push(`R=${labelClass}`)
  if (relations.below[0] && relations.below[0].distance < 1.5)
    for (const labelClass of relations.below[0].label.classes) features.push(`B=${labelClass}`)
  if (relations.left[0]?.between === 0 && relations.above[0]) {
    for (const a of relations.left[0].label.classes)
      for (const b of relations.above[0].label.classes)
        if (relations.above[0].distance < 25) features.push(`L=${a}&A=${b}`)
  }
  describeWords(features, layout, candidate, relations)
  describePlace(features, layout, candidate)
  features.push(`repeats:${Math.min(4, repeats)}`)
  return features
}

const wordsIn = (text: string): string[] => foldText(text).match(/\p{L}{2,20}/gu) ?? []

function describeWords(features: Features, layout: Layout, candidate: Candidate, relations: Relations): void {
  const { segment } = candidate
  const label = candidate.kind === 'id' ? labelBefore(candidate, relations) : undefined
  const left = label ? wordsBehind(label, candidate) : lastWordsBefore(layout, segment, candidate.start)
  features.push(`wl1=${left.at(-1) ?? '-'}`)
  if (left.length > 1) features.push(`wl2=${left.at(-2)}`)
  for (const word of new Set(left)) features.push(`wl=${word}`)
  const rightText = segment.text.slice(candidate.end)
  const right = wordsIn(rightText)
  if (right[0]) features.push(`wr1=${right[0]}`)
  if (/^\s*%/.test(rightText)) features.push('wr=%')
  const colon = /[:#]\s*$/.test(segment.text.slice(0, candidate.start))
  if (colon) features.push('after:colon')
  features.push(
    candidate.start === 0 ? 'first-in-segment' : 'inside-segment',
    candidate.end >= segment.text.length ? 'last-in-segment' : 'not-last',
  )
  if (segment.text.split(' ').length > 10) features.push('in-prose')
}

/** Labels of orders are worded in many ways (`PO ref.`, `V/Commande`), of which made documents have a part: their class counts, not their words. */
const ORDERS: readonly LabelClass[] = ['order_no', 'seller_order_no']

/** Returns the label of an order directly before a number on its line. */
function labelBefore({ segment }: Candidate, { left: [near] }: Relations): Label | undefined {
  if (!near || near.between > 0 || near.label.segment.line !== segment.line) return undefined
  return ORDERS.some((name) => near.label.classes.has(name)) ? near.label : undefined
}

/** Returns the words between a label and a number. */
const wordsBehind = (label: Label, { segment, start }: Candidate): string[] =>
  wordsIn(label.segment === segment ? segment.text.slice(label.end, start) : segment.text.slice(0, start)).slice(
    -WORDS_LEFT,
  )

const WORDS_LEFT = 5

/** Returns the last words of a line before a character of a segment. */
function lastWordsBefore(layout: Layout, segment: Segment, start: number): string[] {
  let words = start > 0 ? wordsIn(segment.text.slice(0, start)) : []
  const row = layout.lines[segment.line]!
  for (let i = row.indexOf(segment) - 1; i >= 0 && words.length < WORDS_LEFT; i--)
    words = [...wordsIn(row[i]!.text), ...words]
  return words.slice(-WORDS_LEFT)
}

function describePlace(features: Features, layout: Layout, candidate: Candidate): void {
  const { page } = candidate.segment
  const pages = layout.document.pages.length
  const where = pages === 1 ? 'only' : page.number === 1 ? 'first' : page.number === pages ? 'last' : 'inner'
  features.push(`page:${where}`)
  const y = (candidate.box[1] + candidate.box[3]) / 2 / page.height
  const x = (candidate.box[0] + candidate.box[2]) / 2 / page.width
  const row = Math.min(7, Math.max(0, Math.floor(y * 8)))
  features.push(
    `y:${row}`,
    `x:${Math.min(2, Math.max(0, Math.floor(x * 3)))}`,
    `yx:${Math.floor(row / 2)}:${Math.floor(x * 2)}`,
  )
  const ratio = candidate.segment.size / layout.size
  features.push(`size:${bucket(ratio, [0.8, 1.15, 1.5, 2.2])}`)
  const words = candidate.segment.words
  if (words.some((word) => word.bold)) features.push('bold')
  features.push(`source:${page.source}`)
  if (layout.receipt) features.push('receipt')
}
