import type { Blocks } from '../find/blocks.ts'
import type { Label } from '../find/labels.ts'
import { boxOf, type Layout, overlapY, type Segment } from '../find/layout.ts'
import { ownerOf } from '../find/owners.ts'
import { looksLikeAddress } from '../find/postal.ts'
import type { LabelClass, Side } from '../lexicon/classes.ts'
import { LABELLED_FIELDS, type LabelledField, type LabelledFieldName, ownClass } from '../labelled-fields.ts'
import type { Box, HeaderField } from '../types.ts'
import type { DescribedByKind } from './choose.ts'
import { doubtsOf, findCompanyNumbers } from './company-numbers.ts'
import type { Described } from './describe.ts'
import { namedSide } from './features/others.ts'
import { judge } from './judge.ts'
import type { LabelledValue, LabelledValues } from './labelled-values.ts'
import { findTermsSentence } from './terms.ts'

/**
 * Returns values to the right of or below their label. The nearest wins; values more than a few lines away or after another value are
 * ignored.
 */
export function findLabelled(
  layout: Layout,
  labels: readonly Label[],
  described: DescribedByKind,
  blocks: Blocks,
): LabelledValues {
  const values: LabelledValues = {}
  const owner = ({ candidate, relations }: Described): Side =>
    namedSide(candidate, relations) ?? ownerOf(candidate.segment, labels, blocks, layout) ?? 'seller'
  for (const [field, rule] of Object.entries(LABELLED_FIELDS) as [LabelledFieldName, LabelledField][]) {
    const classes = [...(rule.classes ?? []), ownClass(field)]
    let best: { score: number; length: number; value: LabelledValue } | undefined
    for (const entry of described[rule.kind]) {
      const found = judge(entry, classes)
      const { length } = entry.candidate.text
      // Of `4 066,14` and its first figure, which begin at the same place, the longer one is the value.
      if (!found || (best && (found.score < best.score || (found.score === best.score && length <= best.length))))
        continue
      if (rule.owner && owner(entry) !== rule.owner) continue
      const isNegative = (entry.candidate.number ?? 0) < 0
      const raw = isNegative ? `-${entry.candidate.value}` : entry.candidate.value
      const value = rule.normalise ? rule.normalise(raw) : raw
      if (value === null || (rule.kind === 'amount' && entry.candidate.traits.includes('percent'))) continue
      best = {
        score: found.score,
        length,
        value: {
          value,
          text: entry.candidate.text,
          page: entry.candidate.segment.page.number,
          box: entry.candidate.box,
          probability: rule.probability * Math.min(1, 0.6 + found.score / 8),
          doubts: doubtsOf(found.label, value),
          label: found.label.text,
          generator: `label.${rule.kind}`,
        },
      }
    }
    if (best) values[field] = best.value
  }
  settleAccount(layout, labels, values)
  findCompanyNumbers(described.id, owner, values)
  findTexts(layout, labels, values)
  findTermsSentence(layout, values)
  findEmail(layout, values)
  findPaymentType(labels, described, values)
  return values
}

const BANKING: readonly LabelClass[] = ['bank', 'bank_code', 'iban', 'bic']

/** `Account: 311807` without a bank nearby is the customer's account with the supplier. */
function settleAccount(layout: Layout, labels: readonly Label[], values: LabelledValues): void {
  const { account_num: account } = values
  if (!account || !/^(account|a\/c|konto|compte)(\s*(no|nr|n°|number)?\.?)?:?$/i.test(account.label ?? '')) return
  const isNearBank = labels.some(
    (label) =>
      label.segment.page.number === account.page &&
      BANKING.some((name) => label.classes.has(name)) &&
      Math.abs(label.box[1] - account.box[1]) < layout.size * 6,
  )
  if (isNearBank) return
  delete values.account_num
  values.customer_id ??= account
}

const TEXT_RULES: readonly (readonly [HeaderField, LabelClass, number])[] = [
  ['terms', 'terms', 0.65],
  ['payment_method', 'payment_method', 0.65],
  ['supply_place', 'place', 0.5],
]

/** Returns free text after a label with a colon, or alone in the cell to its right. */
function findTexts(layout: Layout, labels: readonly Label[], values: LabelledValues): void {
  for (const [field, labelClass, probability] of TEXT_RULES) {
    for (const label of labels) {
      if (values[field] || !label.classes.has(labelClass) || label.start > 1) continue
      const found = textAfter(layout, label)
      if (!found || !/\p{L}{2}/u.test(found.text) || found.text.length > 120) continue
      values[field] = { ...found, value: found.text, probability, label: label.text, generator: 'label.text' }
    }
  }
}

function textAfter(layout: Layout, label: Label): { text: string; page: number; box: Box } | null {
  const { segment } = label
  const behind = /^[\s.:)]*:\s*(\S.*)$/.exec(segment.text.slice(label.end))
  if (behind) {
    const start = segment.text.length - behind[1]!.length
    return { text: behind[1]!, page: segment.page.number, box: boxOf(segment, start, segment.text.length) }
  }
  if (!label.alone) return null
  const next = layout.segments[segment.index + 1]
  if (
    !next ||
    next.page !== segment.page ||
    overlapY(next.box, segment.box) < 0.5 ||
    next.box[0] - segment.box[2] > layout.size * 25
  )
    return null
  if (endsAsLabel(next) || looksLikeAddress(next.text)) return null
  // The colon may be in the value's cell.
  const start = /^[\s:]*/.exec(next.text)![0].length
  return { text: next.text.slice(start), page: next.page.number, box: boxOf(next, start, next.text.length) }
}

/** A cell that ends in a colon is a label itself. */
const endsAsLabel = (segment: Segment): boolean => /:\s*$/.test(segment.text)

function findEmail(layout: Layout, values: LabelledValues): void {
  for (const segment of layout.segments) {
    // OCR often sets spaces around the sign.
    const sign = segment.page.source === 'ocr' ? /[\w.+-]+ ?@ ?[\w-]+(?:\.[\w-]+)+/ : /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/
    const match = sign.exec(segment.text)
    if (!match) continue
    values.sender_email = {
      value: match[0].toLowerCase().replaceAll(' ', ''),
      text: match[0],
      page: segment.page.number,
      box: boxOf(segment, match.index, match.index + match[0].length),
      probability: 0.65,
      generator: 'email.pattern',
    }
    return
  }
}

/** Card or cash: the word with a figure on its line. */
function findPaymentType(labels: readonly Label[], described: DescribedByKind, values: LabelledValues): void {
  for (const entry of described.amount) {
    const left = entry.relations.left[0]
    const { traits } = entry.candidate
    if (!left || left.between > 0 || !(traits.includes('places:2') || traits.includes('currency'))) continue
    const type = left.label.classes.has('card') ? 'card' : left.label.classes.has('cash') ? 'cash' : null
    if (!type) continue
    values.payment_method_type ??= {
      value: type,
      text: left.label.text,
      page: left.label.segment.page.number,
      box: left.label.box,
      probability: 0.8,
      label: left.label.text,
      generator: 'label.payment',
    }
  }
}
