/** Layouts that are remembered, without the engine: how they are found, compared and shown. `lesson.ts` makes what they consist of. */
export { fingerprint, isDistinctive, searchKeys, similarity } from './fingerprint.ts'
export { describeLesson, outcomesOf } from './outcomes.ts'
export { MIN_SIMILARITY } from './recall.ts'
export type {
  ConfirmedValue,
  ConfirmedValues,
  FieldLesson,
  Fingerprint,
  LearnedLayout,
  Lesson,
  Remembered,
} from './types.ts'
export { hashText } from './words.ts'
