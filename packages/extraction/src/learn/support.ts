import type { HeaderField } from '../types.ts'
import { isConstant, sameForm } from './kinds.ts'
import { comparePlaces, type Placed } from './places.ts'
import type { Anchor, FieldLesson } from './types.ts'

/** A score of `comparePlaces` at which two places are as likely the same as not. */
const EVEN = 4.5
/** Each lesson counts less than the next newer one by this factor. */
const FADING = 0.93

/** Weight of a field that was confirmed empty and that the engine had not read either: now that it reads something, it may be right. */
const UNREAD = 0.2

/** The lessons of one field, the newest first, each with its weight. */
export interface WeighedLesson {
  lesson: FieldLesson
  weight: number
}

/** What the lessons say about one value of a field: `share` is their part of the total weight that speaks for it, 0 to 1. */
export interface Backed {
  value: string
  share: number
  /** The candidate that resembles the confirmed positions most; null if only the value itself was confirmed before. */
  placed: Placed | null
  how: 'anchor' | 'constant'
}

export interface Support {
  /** Most supported first. */
  values: Backed[]
  /** Share of the lessons that say that the field is empty; those count less in which the engine had read nothing. */
  empty: number
  /** Sum of the weights: the number of lessons after fading. */
  count: number
}

const likely = (score: number): number => 1 / (1 + Math.exp(EVEN - score))

/**
 * Weighs the lessons of a field: newer ones count more, and a lesson whose positions are unlike those of all others counts half. `lessons`
 * are the newest first; `fit` is how similar their documents are to this one.
 */
export function weighLessons(lessons: readonly { lesson: FieldLesson; fit: number }[]): WeighedLesson[] {
  return lessons.map(({ lesson, fit }, age) => {
    const others = lessons.filter((other) => other.lesson !== lesson)
    const agreeing = others.reduce((sum, other) => sum + agreement(lesson, other.lesson), 0)
    const share = others.length === 0 ? 1 : agreeing / others.length
    return { lesson, weight: FADING ** age * fit * (0.5 + 0.5 * share) }
  })
}

function agreement(a: FieldLesson, b: FieldLesson): number {
  if (a.value === null || b.value === null) return a.value === b.value ? 1 : 0
  if (a.value === b.value && a.anchors.length === 0) return 1
  let best = 0
  for (const one of a.anchors)
    for (const other of b.anchors) best = Math.max(best, likely(comparePlaces(one.place, other.place)))
  return best
}

/**
 * Weights of the positions of one lesson: a value that was printed several times was probably confirmed where other lessons have it. The sum
 * is 1.
 */
function weighAnchors(lesson: FieldLesson, others: readonly WeighedLesson[]): { anchor: Anchor; weight: number }[] {
  const weighed = lesson.anchors.map((anchor) => {
    let agreeing = 0
    for (const other of others) {
      if (other.lesson === lesson) continue
      agreeing += Math.max(0, ...other.lesson.anchors.map(({ place }) => likely(comparePlaces(anchor.place, place))))
    }
    return { anchor, weight: anchor.weight * (0.15 + agreeing) ** 2 }
  })
  const sum = weighed.reduce((total, { weight }) => total + weight, 0)
  return weighed.map(({ anchor, weight }) => ({ anchor, weight: weight / sum }))
}

/** Returns which of the candidates the lessons support, and how much. */
export function supportOf(
  field: HeaderField,
  weighed: readonly WeighedLesson[],
  candidates: readonly Placed[],
): Support {
  const count = weighed.reduce((sum, { weight }) => sum + weight, 0)
  const values = new Map<string, Backed & { best: number }>()
  let empty = 0
  const add = (value: string, share: number, placed: Placed | null, how: Backed['how'], score: number): void => {
    const known = values.get(value)
    if (!known) {
      values.set(value, { value, share, placed, how, best: score })
      return
    }
    known.share += share
    if (how === 'constant') known.how = how
    if (score > known.best) Object.assign(known, { best: score, placed })
  }
  for (const { lesson, weight } of weighed) {
    const share = count > 0 ? weight / count : 0
    if (lesson.value === null) {
      empty += lesson.read === undefined ? UNREAD * share : share
      continue
    }
    const constant = isConstant(field) ? sameForm(field, lesson.value) : null
    const same =
      constant === null ? undefined : candidates.find(({ candidate }) => sameForm(field, candidate.value) === constant)
    if (same) {
      add(same.candidate.value, share, same, 'constant', 0)
      continue
    }
    for (const { anchor, weight: part } of weighAnchors(lesson, weighed)) {
      for (const { value, mass, placed, score } of matches(anchor, candidates))
        add(value, share * part * mass, placed, 'anchor', score)
    }
  }
  const list = [...values.values()].map(({ value, share, placed, how }) => ({ value, share, placed, how }))
  return { values: list.sort((a, b) => b.share - a.share || (a.value < b.value ? -1 : 1)), empty, count }
}

/** Values below this share of an anchor's probability are omitted. */
const MIN_MASS = 0.01

/** Distributes one anchor over the values of the candidates, and over "none of them". */
function matches(
  { place }: Anchor,
  candidates: readonly Placed[],
): { value: string; mass: number; placed: Placed; score: number }[] {
  const best = new Map<string, { placed: Placed; score: number }>()
  for (const placed of candidates) {
    const score = comparePlaces(place, placed.place) - (placed.isTail ? TAIL : 0)
    const known = best.get(placed.candidate.value)
    if (!known || score > known.score) best.set(placed.candidate.value, { placed, score })
  }
  let sum = Math.exp(SHARPNESS * EVEN)
  for (const { score } of best.values()) sum += Math.exp(SHARPNESS * score)
  return [...best].flatMap(([value, { placed, score }]) => {
    const mass = Math.exp(SHARPNESS * score) / sum
    return mass < MIN_MASS ? [] : [{ value, mass, placed, score }]
  })
}
const SHARPNESS = 1.2
/** What the end of a longer amount loses: the lessons may be of amounts with fewer figures. */
const TAIL = 1.5
