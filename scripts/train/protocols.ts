/** The ways to measure: with documents that the model knows, with unknown groups, with unknown sources, and with unknown languages. */
import type { Trained } from '@sheaf/extraction/stages'
import { calibrate, foldGroups, predict, type Prediction } from './cross-validate.ts'
import { type Base, learnBase, trainModels, type TrainingDocument } from './examples.ts'
import type { Made } from './made.ts'

/** Returns the model to use for a document. */
export type ModelFor = (document: TrainingDocument) => Trained

/**
 * Trains the model that is shipped: on all real documents and what the made ones taught. Its curves come from predictions for documents
 * whose source the model did not know, and from made documents of families that are kept for calibration.
 */
export function trainShipped(
  real: readonly TrainingDocument[],
  base: Base,
  kept: readonly TrainingDocument[],
): Pick<Trained, 'models' | 'calibration'> {
  const models = trainModels(real, base)
  return {
    models,
    calibration: calibrate([...predictUnknown(real, base, sourceOf).flat(), ...predictMade(kept, models)]),
  }
}

/** Returns the models of a protocol in which each part of the documents is tested by a model that did not learn from it. */
export function trainFolds(
  real: readonly TrainingDocument[],
  base: Base,
  kept: readonly TrainingDocument[],
  partOf: (document: TrainingDocument) => string,
): ModelFor {
  const trained = trainParts([...new Set(real.map(partOf))], real, partOf, () => ({ base, kept }))
  return (document) => trained.get(partOf(document))!
}

/** Returns the models of which each learned from no document of the languages of its fold, neither a real nor a made one. */
export function trainLanguages(
  real: readonly TrainingDocument[],
  made: Made,
  foldOfLanguage: (language: string) => string,
): (language: string) => Trained {
  const partOf = ({ entry }: TrainingDocument): string => foldOfLanguage(entry.language)
  const without = (documents: readonly TrainingDocument[], part: string): TrainingDocument[] =>
    documents.filter((document) => partOf(document) !== part)
  const parts = [...new Set([...real, ...made.learned, ...made.calibrated].map(partOf))]
  const trained = trainParts(parts, real, partOf, (part) => ({
    base: learnBase(without(made.learned, part)),
    kept: without(made.calibrated, part),
  }))
  return (language) => trained.get(foldOfLanguage(language))!
}

/** Trains a model for each part without its documents. Its curves come from predictions for the other parts, and for the `kept` made ones. */
function trainParts(
  parts: readonly string[],
  real: readonly TrainingDocument[],
  partOf: (document: TrainingDocument) => string,
  madeFor: (part: string) => { base: Base; kept: readonly TrainingDocument[] },
): Map<string, Trained> {
  const trained = parts.map((part) => {
    const { base, kept } = madeFor(part)
    const models = trainModels(
      real.filter((document) => partOf(document) !== part),
      base,
    )
    const members = real.filter((document) => partOf(document) === part)
    return {
      part,
      models,
      predictions: members.flatMap((document) => predict(document, models)),
      made: predictMade(kept, models),
    }
  })
  return new Map(
    trained.map(({ part, models, made }): [string, Trained] => {
      const others = trained.filter((other) => other.part !== part).flatMap(({ predictions }) => predictions)
      return [part, { version: part, models, calibration: calibrate([...others, ...made]) }]
    }),
  )
}

function predictUnknown(
  real: readonly TrainingDocument[],
  base: Base,
  partOf: (document: TrainingDocument) => string,
): Prediction[][] {
  return [...Map.groupBy(real, partOf)].map(([part, members]) => {
    const models = trainModels(
      real.filter((document) => partOf(document) !== part),
      base,
    )
    return members.flatMap((document) => predict(document, models))
  })
}

const predictMade = (kept: readonly TrainingDocument[], models: Trained['models']): Prediction[] =>
  kept.flatMap((document) => predict(document, models))

export const sourceOf = ({ entry }: TrainingDocument): string => entry.source

/** Returns the fold of each language. The made documents have more languages than the real ones. */
export function languageFoldOf(documents: readonly TrainingDocument[], count: number): (language: string) => string {
  const folds = foldGroups(documents, count, 'language')
  return (language) => `languages-${folds.get(language)}`
}

/** Returns the fold of the group of each document. */
export function foldOf(documents: readonly TrainingDocument[], count: number): (document: TrainingDocument) => string {
  const folds = foldGroups(documents, count)
  return ({ entry }) => `fold-${folds.get(entry.group)}`
}
