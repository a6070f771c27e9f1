import type { Entry } from '../../bench/extraction/corpus.ts'
import { isRight } from '../../bench/extraction/match.ts'
import {
  type CandidateKind,
  HEADER_KEYS,
  describeAll,
  type Description,
  analyse,
  SCORED_FIELDS,
  type ScoredField,
  type Models,
} from '@sheaf/extraction/stages'
import type { ReadDocument } from '@sheaf/extraction/types'
import { numbersOf } from './feature-names.ts'
import { type Example, Learner } from './fit.ts'

/** The candidates of one kind: their values, and their features as numbers. */
interface Candidates {
  values: string[]
  features: Int32Array[]
}

/** A document prepared for training: its truth and the features of its candidates. */
export interface TrainingDocument {
  entry: Pick<Entry, 'group' | 'section' | 'truth' | 'visible' | 'absent' | 'source' | 'language'>
  candidates: Record<CandidateKind, Candidates>
  absence: Int32Array
  /** 1 for real documents; less for made ones. */
  weight: number
  /** True for till receipts, by their shape. */
  receipt: boolean
  /** The description that `predict` needs; left out for documents that only train, because it is large. */
  description?: Description
}

/** Finds the candidates of a document and computes their features. */
export function prepare(
  entry: TrainingDocument['entry'],
  document: ReadDocument,
  weight = 1,
  isPredicted = true,
): TrainingDocument {
  const analysis = analyse(document)
  const description = describeAll(analysis)
  const candidates = Object.fromEntries(
    Object.entries(description.byKind).map(([kind, described]) => [
      kind,
      {
        values: described.map(({ candidate }) => candidate.value),
        features: described.map(({ features }) => numbersOf(features)),
      },
    ]),
  ) as TrainingDocument['candidates']
  return {
    entry,
    candidates,
    absence: numbersOf(description.absence),
    weight,
    receipt: analysis.layout.receipt,
    ...(isPredicted ? { description } : {}),
  }
}

/** Weight of a document as evidence that a field is not on its page: 1 if that is certain, less if the truth may be incomplete. */
function absenceOf({ absent, section, truth }: TrainingDocument['entry'], key: string): number {
  if (absent.includes(key)) return 1
  if (truth[key] !== undefined || section === 'receipts' || section === 'made') return 0
  // The truth of real documents has what is to be paid only where it differs from the total.
  if (key === 'amount_due') return 0
  if (section === 'odoo') return key === 'order_id' || key === 'date_due' ? 0.5 : 0
  return section === 'real' ? 1 : 0.5
}

export function makeExample(field: ScoredField, document: TrainingDocument, groupSize: number): Example | null {
  const { entry } = document
  const key = HEADER_KEYS[field]
  const { values, features } = document.candidates[SCORED_FIELDS[field] as CandidateKind]
  const truth = entry.visible.includes(key) ? entry.truth[key] : undefined
  // Groups have equal weight in principle, but a large one contains more information than a single page.
  let weight = (document.weight * (entry.section === 'receipts' ? 0.4 : 1)) / Math.sqrt(groupSize)
  const right: number[] = []
  if (truth !== undefined && !Array.isArray(truth)) {
    values.forEach((value, i) => {
      if (isRight(key, value, truth as string | number)) right.push(i)
    })
    if (right.length === 0) return null
  } else {
    weight *= absenceOf(entry, key)
    if (weight === 0) return null
  }
  return { group: entry.group, weight, candidates: features, absence: document.absence, right }
}

const FIELDS = Object.keys(SCORED_FIELDS) as ScoredField[]

function examplesOf(field: ScoredField, documents: readonly TrainingDocument[]): Example[] {
  const sizes = new Map<string, number>()
  for (const document of documents) sizes.set(document.entry.group, (sizes.get(document.entry.group) ?? 0) + 1)
  return documents.flatMap((document) => makeExample(field, document, sizes.get(document.entry.group)!) ?? [])
}

/** What the made documents teach, for each field: the start of every training with real documents. */
export interface Base {
  learners: Record<ScoredField, Learner>
  /** A part of the examples, which accompanies the real documents so that their lesson is not forgotten. */
  kept: Record<ScoredField, Example[]>
}

/** One in this many made documents accompanies the real ones. */
const KEPT = 4

/** Learns from the made documents. All documents of the later trainings must be prepared before. */
export function learnBase(made: readonly TrainingDocument[]): Base {
  const learners = {} as Base['learners']
  const kept = {} as Base['kept']
  for (const field of FIELDS) {
    const examples = examplesOf(field, made)
    learners[field] = new Learner().meet(examples).learn(examples)
    kept[field] = examples.filter((_, i) => i % KEPT === 0)
  }
  return { learners, kept }
}

/** Epochs over the real documents, after the made ones. */
const REAL_EPOCHS = 6

/** Trains one model per field on real documents, starting with what the made ones taught. */
export function trainModels(real: readonly TrainingDocument[], base: Base): Models {
  const models: Models = {}
  for (const field of FIELDS) {
    const examples = examplesOf(field, real)
    if (![...examples, ...base.kept[field]].some((example) => example.right.length > 0)) continue
    const learner = new Learner(undefined, base.learners[field])
    models[field] = learner
      .meet(examples)
      .learn([...examples, ...base.kept[field]], REAL_EPOCHS)
      .model()
  }
  return models
}
