/** The three ways to measure: with documents that the model knows, with unknown groups, and with unknown sources. */
import type { Trained } from '@sheaf/extraction/stages'
import { calibrate, foldGroups, predict, type Prediction } from './cross-validate.ts'
import { type Base, trainModels, type TrainingDocument } from './examples.ts'

/** Returns the model to use for a document. */
export type ModelFor = (document: TrainingDocument) => Trained

export const PROTOCOLS = ['development', 'cross-validated', 'leave-one-source-out'] as const
export type Protocol = (typeof PROTOCOLS)[number]

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
  const parts = [...Map.groupBy(real, partOf)]
  const models = parts.map(([part]) =>
    trainModels(
      real.filter((document) => partOf(document) !== part),
      base,
    ),
  )
  const predictions = parts.map(([, members], i) => members.flatMap((document) => predict(document, models[i]!)))
  const trained = new Map(
    parts.map(([part], i): [string, Trained] => [
      part,
      {
        version: part,
        models: models[i]!,
        calibration: calibrate([
          ...predictions.filter((_, other) => other !== i).flat(),
          ...predictMade(kept, models[i]!),
        ]),
      },
    ]),
  )
  return (document) => trained.get(partOf(document))!
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

/** Returns the fold of the group of each document. */
export function foldOf(documents: readonly TrainingDocument[], count: number): (document: TrainingDocument) => string {
  const folds = foldGroups(documents, count)
  return ({ entry }) => `fold-${folds.get(entry.group)}`
}
