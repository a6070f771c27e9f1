import { doubtTraits, keepDoubts } from '../score/doubts.ts'
import type { Distributions } from '../score/joint.ts'
import type { Evidence, Extraction, ExtractedValue, HeaderField } from '../types.ts'
import { isConstant, isScored, kindOf, sameForm, WHOLE } from './kinds.ts'
import type { Printed } from './printed.ts'
import type { Recall, RecalledField } from './recall.ts'
import { isTrimmed, trimAddress } from './trim.ts'

/** Share of the lessons that must support a value before it replaces one that the engine found by rules. */
const MAJORITY = 0.55
/** Share of the lessons that support what the memory proposes; the outcome of proposals is counted when people confirm. */
const PROPOSED = 0.5

/** Values that the memory proposed, and the layout. */
export type Learned = NonNullable<Extraction['learned']>

/**
 * Completes the fields after the engine's own rules: values that are always the same, fields without a trained scorer, and the confidence
 * and evidence of values that the lessons support. Every value is on this page, with one exception: the name of a sender that no
 * lesson could find on its page, because it is part of a picture, is accepted if an identifier of the sender is printed.
 * `before` are the probabilities without memory.
 */
export function complete(fields: Extraction['fields'], recall: Recall, before: Distributions): Learned {
  const proposals: Learned['proposals'] = {}
  for (const [field, recalled] of recall.fields) {
    if (WHOLE.includes(field)) correctReading(field, fields, recalled, recall)
    else if (isScored(field) || kindOf(field)) completePlaced(field, fields, recalled, recall, before)
    if (isConstant(field)) completeConstant(field, fields, recalled, recall, before)
    if (isTrimmed(field)) trimAddress(field, fields, recalled)
    if (!isScored(field) && isUsuallyEmpty(recalled)) delete fields[field]
    const value = fields[field]
    if (value?.evidence.layout === recall.layout) fields[field] = keepDoubts(value)
    const proposed = proposalOf(field, fields, recalled, recall)
    if (proposed !== undefined) proposals[field] = proposed
  }
  return { layout: recall.layout, similarity: Math.round(recall.similarity * 1000) / 1000, proposals }
}

const isUsuallyEmpty = ({ support }: RecalledField): boolean => support.empty >= 0.75 && support.count >= 1.5

function proposalOf(
  field: HeaderField,
  fields: Extraction['fields'],
  { support }: RecalledField,
  { layout }: Recall,
): string | null | undefined {
  const best = support.values[0]
  if (best && best.share >= PROPOSED) return best.value
  if (support.empty >= PROPOSED) return null
  return fields[field]?.evidence.layout === layout ? fields[field].value : undefined
}

/** Probability that a value is correct that this share of the lessons supports: a Beta posterior with the outcomes of earlier proposals. */
function trustIn({ support, hits, misses }: RecalledField, share: number): number {
  const { count } = support
  return (count * share + hits + 0.6) / (count + hits + misses + 1)
}

/** The confidence in a value that the engine found with a probability of `own`, and that the lessons support independently. */
function confidenceIn(recalled: RecalledField, share: number, own: number): number {
  const confidence = 1 - (1 - trustIn(recalled, share)) * (1 - 0.7 * Math.min(0.98, own))
  return Math.round(Math.min(0.99, Math.max(0.02, confidence)) * 1000) / 1000
}

function completePlaced(
  field: HeaderField,
  fields: Extraction['fields'],
  recalled: RecalledField,
  { layout }: Recall,
  before: Distributions,
): void {
  const { support } = recalled
  const best = support.values[0]
  const known = fields[field]
  if (!isScored(field)) {
    if (!best?.placed || best.share < MAJORITY || (known && support.count < 1.2)) return
    const { candidate } = best.placed
    const isSame = known !== undefined && sameForm(field, known.value) === sameForm(field, best.value)
    const value: ExtractedValue = {
      text: candidate.text,
      value: isSame ? known.value : best.value,
      confidence: confidenceIn(recalled, best.share, isSame ? known.confidence : 0),
      page: candidate.segment.page.number,
      position: candidate.box,
      evidence: evidenceOf(recalled, layout, isSame ? known : undefined, best.how),
    }
    fields[field] = doubtTraits(value, candidate.traits)
    return
  }
  if (!known) return
  const isSame = ({ value }: { value: string }): boolean => sameForm(field, value) === sameForm(field, known.value)
  const share = support.values.find(isSame)?.share ?? 0
  const answers = before[field]?.answers ?? []
  const own = answers.find(isSame)?.probability ?? 0
  if (share < PROPOSED) {
    // The engine was surer than the lessons: both are less certain than the engine alone.
    const against = Math.max(support.empty, best && !isSame(best) ? best.share : 0)
    const doubt = Math.min(0.5, 0.4 * against * Math.min(1, support.count / 2))
    fields[field] = { ...known, confidence: Math.round(known.confidence * (1 - doubt) * 1000) / 1000 }
    return
  }
  fields[field] = {
    ...known,
    confidence: confidenceIn(recalled, share, own),
    evidence: evidenceOf(recalled, layout, answers[0] && isSame(answers[0]) ? known : undefined, best!.how, known),
  }
}

function evidenceOf(
  recalled: RecalledField,
  layout: number,
  engines: ExtractedValue | undefined,
  how: 'anchor' | 'constant' | 'sender',
  known?: ExtractedValue,
): Evidence {
  if (engines) return { ...engines.evidence, layout }
  const label = recalled.lessons.flatMap(({ lesson }) => lesson.anchors).find((anchor) => anchor.label)?.label?.text
  const checks = known?.evidence.checks
  return { generator: `learned.${how}`, ...(label ? { label } : {}), ...(checks ? { checks } : {}), layout }
}

/** The confirmed values of a field with their share of the lessons, most supported first. */
function valuesOf(field: HeaderField, { lessons, support }: RecalledField): { value: string; share: number }[] {
  const values = new Map<string, { value: string; share: number }>()
  for (const { lesson, weight } of lessons) {
    if (lesson.value === null) continue
    const key = sameForm(field, lesson.value)
    const known = values.get(key)
    if (known) known.share += weight / support.count
    // The newest spelling.
    else values.set(key, { value: lesson.value, share: weight / support.count })
  }
  return [...values.values()].sort((a, b) => b.share - a.share || (a.value < b.value ? -1 : 1))
}

function completeConstant(
  field: HeaderField,
  fields: Extraction['fields'],
  recalled: RecalledField,
  { texts, layout }: Recall,
  before: Distributions,
): void {
  const known = fields[field]
  const values = valuesOf(field, recalled).slice(0, 3)
  for (const { value, share } of values) {
    if (share < 0.3) break
    const found = texts.find(value)
    const printed = found ? constantAt(found) : share >= MAJORITY ? senderOf(field, recalled, fields) : null
    if (!printed) continue
    const isSame = known !== undefined && sameForm(field, known.value) === sameForm(field, value)
    // What the lessons have at another place, and more often, is no constant of this layout.
    const rival = isSame ? undefined : recalled.support.values.find((one) => one.how === 'constant')
    if (rival && rival.share >= share) return
    const own = isSame ? ((isScored(field) ? before[field]?.answers[0]?.probability : known.confidence) ?? 0) : 0
    const { text, page, position, how } = printed
    fields[field] = {
      text,
      page,
      position,
      // In the spelling of most lessons; read by OCR, the page may differ in a letter.
      value: isSame && share < MAJORITY ? known.value : value,
      confidence: confidenceIn(recalled, Math.min(1, share + 0.3), own),
      evidence: evidenceOf(recalled, layout, isSame ? known : undefined, how),
    }
    return
  }
}

type Found = Pick<ExtractedValue, 'text' | 'page' | 'position'> & { how: 'constant' | 'sender' }

/** The name of a sender that is part of a picture: accepted at the place of the identifier that proves the sender. */
function senderOf(field: HeaderField, recalled: RecalledField, fields: Extraction['fields']): Found | null {
  if (field !== 'sender_name' || !recalled.sameSender) return null
  if (recalled.lessons.some(({ lesson }) => lesson.printed)) return null
  const proof = fields.sender_vat_id ?? fields.iban ?? fields.sender_email
  return proof ? { text: proof.text, page: proof.page, position: proof.position, how: 'sender' } : null
}

const constantAt = ({ text, page, box }: Printed): Found => ({ text, page, position: box, how: 'constant' })

/** Fields about the whole document: what people made of the same reading before. */
function correctReading(
  field: HeaderField,
  fields: Extraction['fields'],
  { lessons, support }: RecalledField,
  { layout }: Recall,
): void {
  const known = fields[field]
  const same = lessons.filter(({ lesson }) => lesson.read === known?.value)
  const weight = same.reduce((sum, one) => sum + one.weight, 0)
  const values = new Map<string, number>()
  for (const { lesson, weight: own } of same)
    if (lesson.value !== null) values.set(lesson.value, (values.get(lesson.value) ?? 0) + own)
  const best = [...values].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]
  if (!best || best[1] < 0.75 * support.count || weight < 0.6) return
  const share = best[1] / support.count
  const place = known ?? fields.amount_total ?? fields.document_id ?? fields.date_issue
  if (!place) return
  const isSame = known?.value === best[0]
  const confidence = isSame ? Math.max(known.confidence, 0.5 + 0.45 * share) : (best[1] * share + 0.6) / (best[1] + 1)
  fields[field] = {
    text: known?.text ?? place.text,
    value: best[0],
    confidence: Math.round(Math.min(0.99, confidence) * 1000) / 1000,
    page: place.page,
    position: place.position,
    evidence: isSame ? { ...known.evidence, layout } : { generator: 'learned.reading', layout },
  }
}
