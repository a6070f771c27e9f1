/** The values and alternatives of the scored fields, with their confidence and evidence. */
import { applyCurve } from '../calibrate/calibration.ts'
import type { Analysis } from '../find/analyse.ts'
import { sourceClass, type Trained } from '../model/index.ts'
import { foldText } from '../normalise/ids.ts'
import type { ExtractedValue, Extraction } from '../types.ts'
import { doubtTraits } from './doubts.ts'
import { SCORED_FIELDS, type ScoredField } from './fields.ts'
import type { Distributions } from './joint.ts'
import type { Answer } from './model.ts'

/** Values with a lower probability or confidence are not returned, because most of them would be wrong; they are alternatives. */
const MIN_PROBABILITY = 0.15
const MIN_CONFIDENCE = 0.4
/** Many documents have no amount to pay or no tax besides the total, and their other figures look like one. */
const MIN_CONFIDENCE_OF_AMOUNTS = 0.5
const leastConfidence = (field: ScoredField): number =>
  SCORED_FIELDS[field] === 'amount' ? MIN_CONFIDENCE_OF_AMOUNTS : MIN_CONFIDENCE
/** Alternatives are offered to people, who choose. */
const MIN_ALTERNATIVE = 0.01
const MAX_ALTERNATIVES = 5

/** Adds the best answer of each field if it is probable enough, and the others as alternatives. */
export function addScored(
  fields: Extraction['fields'],
  alternatives: NonNullable<Extraction['alternatives']>,
  analysis: Analysis,
  distributions: Distributions,
  trained: Trained,
): void {
  for (const [field, distribution] of Object.entries(distributions) as [
    ScoredField,
    NonNullable<Distributions[ScoredField]>,
  ][]) {
    const [answer, ...others] = distribution.answers
    const best = answer && describeAnswer(analysis, field, answer, trained)
    const isChosen = best && answer.probability >= MIN_PROBABILITY && best.confidence >= leastConfidence(field)
    if (isChosen) fields[field] = best
    const offered = (isChosen ? others : distribution.answers)
      .filter(({ probability }) => probability >= MIN_ALTERNATIVE)
      .slice(0, MAX_ALTERNATIVES)
    if (offered.length) alternatives[field] = offered.map((other) => describeAnswer(analysis, field, other, trained))
  }
  keepSurer(fields, alternatives, 'sender_vat_id', 'recipient_vat_id')
}

/** No VAT number is that of both parties: the field that is less certain of it offers it as an alternative. */
function keepSurer(
  fields: Extraction['fields'],
  alternatives: NonNullable<Extraction['alternatives']>,
  one: ScoredField,
  other: ScoredField,
): void {
  const [a, b] = [fields[one], fields[other]]
  if (!a || !b || foldText(a.value) !== foldText(b.value)) return
  const [field, value] = a.confidence < b.confidence ? [one, a] : [other, b]
  delete fields[field]
  alternatives[field] = [value, ...(alternatives[field] ?? [])].slice(0, MAX_ALTERNATIVES)
}

function describeAnswer(analysis: Analysis, field: ScoredField, answer: Answer, trained: Trained): ExtractedValue {
  const { candidate, relations, features } = answer.best
  const { layout } = analysis
  const curve = trained.calibration[field]?.[sourceClass(candidate.segment.page.source, layout.receipt)]
  const label =
    relations.left[0] && relations.left[0].distance < 12 && relations.left[0].between === 0
      ? relations.left[0].label
      : relations.above[0]?.between === 0
        ? relations.above[0].label
        : undefined
  const checks: string[] = candidate.traits.filter((trait) => trait === 'mod97' || trait === 'valid')
  if (features.includes(`sum:${field.replace('amount_total_', '').replace('amount_', '')}`))
    checks.push('base+tax=total')
  if (features.some((feature) => feature.startsWith('rated:'))) checks.push('rate*base=tax')
  const value: ExtractedValue = {
    text: candidate.text,
    value: (candidate.number ?? 0) < 0 ? `-${answer.value}` : answer.value,
    confidence: applyCurve(curve, answer.probability),
    page: candidate.segment.page.number,
    position: candidate.box,
    evidence: {
      generator: candidate.generator,
      ...(label ? { label: label.text } : {}),
      ...(checks.length > 0 ? { checks } : {}),
    },
  }
  return doubtTraits(value, candidate.traits)
}
