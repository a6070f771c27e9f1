import type { Entry } from '../../bench/extraction/corpus.ts'
import { isRight } from '../../bench/extraction/match.ts'
import type { CandidateKind } from '../../src/extraction/find/candidates.ts'
import { HEADER_KEYS } from '../../src/extraction/lexicon/keys.ts'
import { describeAll, type DescribedByKind } from '../../src/extraction/score/choose.ts'
import { analyse } from '../../src/extraction/find/analyse.ts'
import type { ReadDocument } from '../../src/extraction/types.ts'
import { SCORED_FIELDS, type ScoredField } from '../../src/extraction/score/fields.ts'
import type { Models } from '../../src/extraction/score/model.ts'
import { type Example, fit } from './fit.ts'

/** A document prepared for training: its truth and the features of its candidates. */
export interface TrainingDocument {
  entry: Pick<Entry, 'group' | 'section' | 'truth' | 'visible'>
  described: DescribedByKind
  /** 1 for real documents; less for synthetic ones. */
  weight: number
  /** True for till receipts, by their shape. */
  receipt: boolean
}

/** Finds the candidates of a document and computes their features. */
export function prepare(entry: TrainingDocument['entry'], document: ReadDocument, weight = 1): TrainingDocument {
  const analysis = analyse(document)
  return { entry, described: describeAll(analysis), weight, receipt: analysis.layout.receipt }
}

/** Sections whose truth lists every value of a field, so that a missing one is not on the page. */
function isComplete(section: Entry['section'], key: string): number {
  if (section === 'real') return 1
  if (section === 'receipts') return 0
  if (section === 'odoo') return key === 'order_id' || key === 'date_due' ? 0.5 : 0
  return 0.5
}

export function makeExample(field: ScoredField, document: TrainingDocument, groupSize: number): Example | null {
  const { entry, described } = document
  const key = HEADER_KEYS[field]
  const candidates = described[SCORED_FIELDS[field] as CandidateKind]
  const truth = entry.visible.includes(key) ? entry.truth[key] : undefined
  // Groups have equal weight in principle, but a large one contains more information than a single page.
  let weight = (document.weight * (entry.section === 'receipts' ? 0.4 : 1)) / Math.sqrt(groupSize)
  const right: number[] = []
  if (truth !== undefined && !Array.isArray(truth)) {
    candidates.forEach((entryOf, i) => {
      if (isRight(key, entryOf.candidate.value, truth as string | number)) right.push(i)
    })
    if (right.length === 0) return null
  } else {
    weight *= entry.truth[key] === undefined ? isComplete(entry.section, key) : 0
    if (weight === 0) return null
  }
  return { group: entry.group, weight, candidates: candidates.map((entryOf) => entryOf.features), right }
}

/** Trains one model per field on these documents. */
export function trainModels(
  documents: readonly TrainingDocument[],
  fields = Object.keys(SCORED_FIELDS) as ScoredField[],
): Models {
  const sizes = new Map<string, number>()
  for (const document of documents) sizes.set(document.entry.group, (sizes.get(document.entry.group) ?? 0) + 1)
  const models: Models = {}
  for (const field of fields) {
    const examples = documents.flatMap(
      (document) => makeExample(field, document, sizes.get(document.entry.group)!) ?? [],
    )
    if (examples.some((example) => example.right.length > 0)) models[field] = fit(examples)
  }
  return models
}
