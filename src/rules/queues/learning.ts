/** What the rows of lessons contain; src/extraction/learn makes and uses it. */
export type { Lesson, Remembered } from '../../extraction/learn/index.ts'
