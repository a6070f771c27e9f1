/** Finds the values of fields that the catalogue does not have, by their labels. */
import { boxOf, wordsOf, type Segment } from '../find/layout.ts'
import type { Analysis } from '../find/analyse.ts'
import type { ExtractedValue } from '../types.ts'
import { findTicked } from './check-marks.ts'
import { confidenceOf, type OwnEvidence } from './confidence.ts'
import { findOwnLabels } from './labels.ts'
import { isLabel, placesOf, type Labels } from './places.ts'
import { readValue } from './read-value.ts'
import type { OwnField } from './field.ts'
import type { Place, PrintedLabel, Side } from './types.ts'

export type { OwnField, OwnFieldType } from './field.ts'

interface Found {
  label: PrintedLabel
  place: Place
  value: string
}

/** Values behind a label are more often its own than those on its right, and those more often than what is below. */
const NEARNESS: Readonly<Record<Side, number>> = { behind: 0.2, right: 0.1, below: 0, ticked: 0 }

const scoreOf = ({ label, place }: Found): number => label.score + NEARNESS[place.side]

/** The value of a field that is most probable, with what is known of it. */
export interface Chosen {
  place: Place
  value: string
  evidence: OwnEvidence
  generator: string
  label?: string
}

/**
 * Returns the values of own fields by name, with their labels as evidence. Pure. Of several places with the label of a field, the one that fits best
 * wins, and of equal ones the first; a field whose places have different values is less certain.
 */
export const findOwn = (analysis: Analysis, fields: readonly OwnField[]): Record<string, ExtractedValue> =>
  Object.fromEntries(
    [...chooseOwn(analysis, fields)].flatMap(([name, chosen]) => {
      const value = valueOf(chosen)
      return value.confidence < MIN_CONFIDENCE ? [] : [[name, value]]
    }),
  )

/** As for fields of the catalogue: a less certain value costs more to check than to enter. */
const MIN_CONFIDENCE = 0.4

/** The same before the confidence, which a program in `bench/extraction` fits. */
export function chooseOwn(analysis: Analysis, fields: readonly OwnField[]): Map<string, Chosen> {
  const printed = findOwnLabels(analysis, fields)
  const labels: Labels = {
    own: Map.groupBy(printed, ({ segment }) => segment),
    known: Map.groupBy(
      analysis.labels.filter(({ prose }) => !prose),
      ({ segment }) => segment,
    ),
  }
  const byField = Map.groupBy(printed, ({ field }) => field)
  return new Map(
    fields.flatMap((field) => {
      const found = (byField.get(field) ?? []).flatMap((label) => valueAt(field, label, labels, analysis))
      const chosen = best(found)
      return chosen ? [[field.name, chosen] as const] : []
    }),
  )
}

function valueAt(field: OwnField, label: PrintedLabel, labels: Labels, analysis: Analysis): Found[] {
  const found = placesOf(analysis.layout, label, labels).flatMap((place) => {
    const read = readValue(field, place, analysis)
    return read ? [{ read, place: { ...place, start: read.start, end: read.end } }] : []
  })
  const first = found.find(({ read }) => !read.isDoubtful) ?? found[0]
  if (first) return [{ label, place: first.place, value: first.read.value }]
  if (field.type !== 'enum') return []
  const ticked = findTicked(analysis.layout, label, field, (segment) => isLabel(segment, labels))
  return ticked ? [{ label, ...ticked }] : []
}

function best(found: readonly Found[]): Chosen | null {
  const inOrder = (a: Found, b: Found): number =>
    scoreOf(b) - scoreOf(a) || a.label.segment.index - b.label.segment.index || a.label.start - b.label.start
  const [first, ...others] = [...found].sort(inOrder)
  if (!first) return null
  const { label, place, value } = first
  const { field, segment, start, end, match } = label
  const isContested = others.some((other) => other.value !== value && scoreOf(other) > scoreOf(first) - CLOSE)
  return {
    place,
    value,
    evidence: { type: field.type, match, side: place.side, isContested },
    generator: `own.${place.side}`,
    label: segment.text.slice(start, end),
  }
}

/** Scores with a smaller difference are rivals. */
const CLOSE = 0.15

function valueOf({ place: { segment, start, end }, value, evidence, generator, label }: Chosen): ExtractedValue {
  return {
    text: segment.text.slice(start, end),
    value,
    confidence: Math.floor(confidenceOf(evidence) * inkOf(segment, start, end) * 1000) / 1000,
    page: segment.page.number,
    position: boxOf(segment, start, end),
    evidence: { generator, ...(label ? { label } : {}) },
  }
}

/** The reader's confidence in the least certain word. */
const inkOf = (segment: Segment, start: number, end: number): number =>
  wordsOf(segment, start, end).reduce((least, word) => Math.min(least, word.confidence), 1)
