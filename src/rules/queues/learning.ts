/** What the rows of lessons contain; packages/extraction/src/learn makes and uses it. */
export type { Lesson, Remembered } from '@sheaf/extraction/learn'
