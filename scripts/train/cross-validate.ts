import {
  applyCurve,
  fitCurve,
  type Outcome,
  HEADER_KEYS,
  type Calibration,
  type SourceClass,
  sourceClass,
  chooseHeader,
  SCORED_FIELDS,
  type ScoredField,
  type Models,
} from '@sheaf/extraction/stages'
import { isRight } from '../../bench/extraction/match.ts'
import type { TrainingDocument } from './examples.ts'

export interface Prediction {
  document: TrainingDocument
  field: ScoredField
  value: string
  probability: number
  right: boolean
  source: SourceClass
}

/** Assigns groups, or languages, to `count` folds: largest first, each to the emptiest fold; names break ties. */
export function foldGroups(
  documents: readonly TrainingDocument[],
  count: number,
  key: 'group' | 'language' = 'group',
): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const { entry } of documents) sizes.set(entry[key], (sizes.get(entry[key]) ?? 0) + 1)
  const loads = Array.from({ length: count }, () => 0)
  const folds = new Map<string, number>()
  for (const [group, size] of [...sizes].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))) {
    const emptiest = loads.indexOf(Math.min(...loads))
    loads[emptiest]! += size
    folds.set(group, emptiest)
  }
  return folds
}

/** Returns the best answer of every scored field of a document with known truth, correct or not. */
export function predict(document: TrainingDocument, models: Models): Prediction[] {
  const distributions = chooseHeader(document.description!, models)
  return (Object.keys(SCORED_FIELDS) as ScoredField[]).flatMap((field) => {
    const answer = distributions[field]?.answers[0]
    const key = HEADER_KEYS[field]
    const known = document.entry.visible.includes(key)
    if (!answer || (!known && !document.entry.absent.includes(key))) return []
    const right = known && isRight(key, answer.value, document.entry.truth[key] as string | number)
    const { page } = answer.best.candidate.segment
    return [
      {
        document,
        field,
        value: answer.value,
        probability: answer.probability,
        right,
        source: sourceClass(page.source, document.receipt),
      },
    ]
  })
}

/** Fits curves to out-of-fold predictions. Large groups are down-weighted; a class with little data uses all classes. */
export function calibrate(predictions: readonly Prediction[]): Calibration {
  const sizes = new Map<string, number>()
  for (const { document, field } of predictions) {
    const key = `${field}/${document.entry.group}`
    sizes.set(key, (sizes.get(key) ?? 0) + 1)
  }
  const outcomeOf = (prediction: Prediction, factor: number): Outcome => ({
    probability: prediction.probability,
    right: prediction.right,
    weight: factor / Math.sqrt(sizes.get(`${prediction.field}/${prediction.document.entry.group}`)!),
  })
  const calibration: Calibration = {}
  for (const field of Object.keys(SCORED_FIELDS) as ScoredField[]) {
    const own = predictions.filter((prediction) => prediction.field === field)
    const curves: Partial<Record<SourceClass, ReturnType<typeof fitCurve>>> = {}
    for (const source of ['text', 'ocr', 'receipt'] as const) {
      const same = own.filter((prediction) => prediction.source === source)
      const others = own.filter((prediction) => prediction.source !== source)
      const borrowed = same.length >= 60 ? [] : others.map((prediction) => outcomeOf(prediction, 0.4))
      curves[source] = fitCurve([...same.map((prediction) => outcomeOf(prediction, 1)), ...borrowed])
    }
    calibration[field] = curves
  }
  return calibration
}

/** Returns the calibrated confidence of a prediction. */
export const confidenceOf = (prediction: Prediction, calibration: Calibration): number =>
  applyCurve(calibration[prediction.field]?.[prediction.source], prediction.probability)
