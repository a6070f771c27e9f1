/** The second headline of the benchmark: documents in languages from which the model did not learn, and how honest its confidence is. */
import type { Extraction, HeaderField } from '@sheaf/extraction/types'
import type { BenchResult } from '../bench.ts'
import { macroScore, type Observation } from './metrics.ts'
import { observe, REPORTED } from './observe.ts'
import type { Reading } from './readings.ts'
import type { Runs } from './report.ts'

/** The fields whose figures are shown for each language. */
export const FIELDS = [
  'document_id',
  'date_issue',
  'date_due',
  'amount_total',
  'amount_total_tax',
  'currency',
  'iban',
  'sender_name',
  'recipient_name',
] as const satisfies readonly HeaderField[]

/** The least F1 of a field in unknown languages. */
export const LANGUAGE_TARGETS: Partial<Record<HeaderField, number>> = {
  document_id: 0.88,
  date_issue: 0.92,
  date_due: 0.92,
  amount_total: 0.92,
}

/** No total with a higher confidence may be wrong. */
export const MAX_SURE_TOTAL = 0.9

/** From a confidence on, this share of values is to be right. */
const GOALS = [
  { least: 0.95, target: 0.99 },
  { least: 0.99, target: 0.997 },
] as const

interface LanguageScores {
  language: string
  documents: number
  scores: Partial<Record<HeaderField, number>>
}

/** How many values of a model are right, from a confidence on. */
export interface Certainty {
  model: string
  documents: string
  bands: { least: number; values: number; share: number; target: number; isMet: boolean }[]
}

export interface LanguageReport {
  all: LanguageScores
  languages: LanguageScores[]
  /** Number of wrong totals above `MAX_SURE_TOTAL`. */
  sureTotals: number
  certainty: Certainty[]
}

type Run = ReadonlyMap<Reading, Extraction>

/** Measures and prints the figures of unknown languages, and of the values of which the models were sure. */
export function reportLanguages(
  readings: readonly Reading[],
  { unknownLanguage, unknownSource }: Runs,
): LanguageReport {
  const scoresOf = (language: string, members: readonly Reading[]): LanguageScores => ({
    language,
    documents: members.length,
    scores: Object.fromEntries(
      FIELDS.map((field) => [field, macroScore(observeAll(members, unknownLanguage, field)).f1]),
    ),
  })
  const totals = observeAll(readings, unknownLanguage, 'amount_total')
  const real = readings.filter(({ entry }) => entry.section !== 'made')
  const made = readings.filter(({ entry }) => entry.section === 'made')
  const report: LanguageReport = {
    all: scoresOf('all', readings),
    languages: [...Map.groupBy(readings, ({ entry }) => entry.language)]
      .map(([language, members]) => scoresOf(language, members))
      .sort((a, b) => b.documents - a.documents || (a.language < b.language ? -1 : 1)),
    sureTotals: totals.filter(({ right, predicted, confidence }) => predicted && !right && confidence > MAX_SURE_TOTAL)
      .length,
    certainty: [
      certaintyOf('unknown source', 'real', real, unknownSource),
      certaintyOf('unknown source', 'of the generator', made, unknownSource),
      certaintyOf('unknown language', 'real', real, unknownLanguage),
      certaintyOf('unknown language', 'of the generator', made, unknownLanguage),
    ],
  }
  print(report)
  return report
}

function certaintyOf(model: string, documents: string, members: readonly Reading[], run: Run): Certainty {
  const seen = REPORTED.flatMap((field) => observeAll(members, run, field)).filter(({ predicted }) => predicted)
  return {
    model,
    documents,
    bands: GOALS.map(({ least, target }) => {
      const sure = seen.filter(({ confidence }) => confidence >= least)
      const share = sure.filter(({ right }) => right).length / sure.length
      return { least, values: sure.length, share, target, isMet: !(share < target) }
    }),
  }
}

const observeAll = (members: readonly Reading[], run: Run, field: HeaderField): Observation[] =>
  members.flatMap((reading) => observe(reading.entry, run.get(reading)!, field) ?? [])

const show = (value: number | undefined): string =>
  (value === undefined || Number.isNaN(value) ? '-' : value.toFixed(3)).padStart(7)

function print({ all, languages, sureTotals, certainty }: LanguageReport): void {
  console.log(`\nUnknown languages\n  ${'language'.padEnd(9)}${'n'.padStart(5)}  ${FIELDS.join(' ')}`)
  for (const { language, documents, scores } of [all, ...languages])
    console.log(
      `  ${language.padEnd(9)}${String(documents).padStart(5)}  ${FIELDS.map((field) => show(scores[field])).join(' ')}`,
    )
  console.log(`  wrong totals above ${MAX_SURE_TOTAL}: ${sureTotals}`)
  for (const { model, documents, bands } of certainty)
    for (const { least, values, share, target } of bands)
      console.log(
        `  ${model}, ${documents}: from ${least} on ${show(share)} of ${values} values are right (>= ${target})`,
      )
}

/** Returns the figures as results with their targets. */
export function resultsOfLanguages({ all, sureTotals, certainty }: LanguageReport): BenchResult[] {
  const results: BenchResult[] = FIELDS.flatMap((field): BenchResult[] => {
    const [value, target] = [all.scores[field], LANGUAGE_TARGETS[field]]
    if (value === undefined || Number.isNaN(value)) return []
    const goal = target === undefined ? {} : { target: `>= ${target}`, met: value >= target }
    return [{ what: `unknown languages ${field}`, value, unit: 'F1', ...goal }]
  })
  results.push({
    what: `unknown languages wrong totals above ${MAX_SURE_TOTAL}`,
    value: sureTotals,
    unit: 'documents',
    target: '0',
    met: sureTotals === 0,
  })
  for (const { model, documents, bands } of certainty)
    for (const { least, share, target, isMet } of bands)
      if (!Number.isNaN(share))
        results.push({
          what: `right from ${least} on, ${model}, documents ${documents}`,
          value: share,
          unit: 'share',
          target: `>= ${target}`,
          met: isMet,
        })
  return results
}
