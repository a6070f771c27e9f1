/** Drafts for the tests of the page editor. */
import { draftOf, type Child, type Draft } from '../src/screens/editing/model.ts'

export const QUEUE = '/queues/1'
export const urlOf = (page: number): string => `/pages/${page}`

/** A document with pages 1 to `count`, not divided. */
export const whole = (count: number): Draft => draftOf(range(count), QUEUE, [])

/** Parts as text: pages of a part joined, `^` for a rotation, `-` for a page that is left out: `12|3-`. */
export const textOf = ({ parts }: Draft): string =>
  parts
    .map(({ pages }) =>
      pages.map(({ page, rotation, deleted }) => `${page}${rotation ? '^' : ''}${deleted ? '-' : ''}`),
    )
    .map((pages) => pages.join(' '))
    .join(' | ')

export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

export const child = (id: number, pages: number[], changes: Partial<Child> = {}): Child => ({
  url: `/annotations/${id}`,
  queue: QUEUE,
  status: 'reviewing',
  started: true,
  name: `part_${id}.pdf`,
  pages: pages.map((page) => ({ page, rotation: 0, deleted: false })),
  values: {},
  ...changes,
})

/** Pseudo-random numbers below `limit`, the same for the same seed (mulberry32). */
export function randomOf(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
}
