import { HEADER_KEYS, SCORED_FIELDS, type ScoredField } from '@sheaf/extraction/stages'
import type { Extraction, HeaderField } from '@sheaf/extraction/types'
import type { BenchResult } from '../bench.ts'
import { interval } from './bootstrap.ts'
import { isRight } from './match.ts'
import { automation, macroScore, type Observation } from './metrics.ts'
import { observe, observeRows, REPORTED, type RowCounts, scoreRows } from './observe.ts'
import { MIN_ABSENT, MAX_CALIBRATION_ERROR, type Part, targetOf } from './parts.ts'
import type { Line, PartReport } from './publish.ts'
import type { Reading } from './readings.ts'
import { findSureErrors, printSureErrors } from './sure.ts'
import { binsOf, errorOf } from './reliability.ts'

/** Extractions of the same documents by models that knew them, and that did not know their group, their source, or their language. */
export interface Runs {
  development: ReadonlyMap<Reading, Extraction>
  crossValidated: ReadonlyMap<Reading, Extraction>
  unknownSource: ReadonlyMap<Reading, Extraction>
  unknownLanguage: ReadonlyMap<Reading, Extraction>
}

const show = (value: number, width = 7): string => (Number.isNaN(value) ? '-' : value.toFixed(3)).padStart(width)

/**
 * Measures and prints the table of one part. The headline is the F1 for unknown sources with its bootstrap interval; beside it the F1 in
 * development and cross-validated, the share of values among the candidates (the ceiling), the share of absent fields that stay empty, the
 * calibration error, and the share of documents that pass unreviewed at 95, 98 and 99 % precision.
 */
export function reportPart(part: Part, members: readonly Reading[], runs: Runs): PartReport {
  const report: PartReport = {
    name: part.name,
    title: part.title,
    documents: members.length,
    groups: new Set(members.map(({ entry }) => entry.group)).size,
    sources: new Set(members.map(({ entry }) => entry.source)).size,
    lines: [],
    reliability: [],
    sure: findSureErrors(members, runs.unknownSource, REPORTED),
  }
  console.log(`\n${part.title}: ${report.documents} documents, ${report.groups} groups, ${report.sources} sources`)
  console.log(
    `  ${'field'.padEnd(18)}${'n'.padStart(5)}   dev    CV   LOLO  LOSO [95 % interval]  target     prec recall ceiling absent    ECE  cov95  cov98  cov99`,
  )
  for (const field of REPORTED) {
    const seen = observeAll(members, runs.unknownSource, field)
    if (!seen.some(({ truth }) => truth)) continue
    const { f1: score, precision, recall } = macroScore(seen)
    const [low, high] = interval(seen, (some) => macroScore(some).f1)
    const target = targetOf(part.name, field)
    const bins = binsOf(seen)
    const line: Line = {
      field,
      documents: seen.length,
      development: f1(members, runs.development, field),
      crossValidated: f1(members, runs.crossValidated, field),
      unknownLanguage: f1(members, runs.unknownLanguage, field),
      score,
      low,
      high,
      ...(target === undefined ? {} : { target }),
      precision,
      recall,
      ceiling: ceiling(members, field),
      absent: emptyShare(seen),
      error: errorOf(bins),
      coverage: [0.95, 0.98, 0.99].map((least) => automation(seen, least).share),
    }
    report.lines.push(line)
    if (bins.length > 0) report.reliability.push({ field, error: line.error!, bins })
    print(line)
  }
  report.lines.push(...measureRows(part, members, runs))
  printSureErrors(report.sure)
  return report
}

function print({
  field,
  documents,
  development,
  crossValidated,
  unknownLanguage,
  score,
  low,
  high,
  target,
  ...more
}: Line): void {
  const mark = target === undefined ? '' : `${score >= target ? '  ' : ' !'}>= ${target.toFixed(2)}`
  const { precision = NaN, recall = NaN, ceiling: most = NaN, absent = NaN, error = NaN, coverage = [] } = more
  console.log(
    `  ${field.padEnd(18)}${String(documents).padStart(5)} ${show(development, 5)} ${show(crossValidated, 5)} ${show(unknownLanguage, 5)}  ${show(score, 5)} [${show(low, 5)} ${show(high, 5)}] ${mark.padEnd(10)}${[precision, recall, most, absent, error, ...coverage].map((value) => show(value)).join('')}`,
  )
}

function measureRows(part: Part, members: readonly Reading[], runs: Runs): Line[] {
  const of = (run: Runs['development']): RowCounts[] =>
    members.flatMap((reading) => observeRows(reading.entry, run.get(reading)!) ?? [])
  const [rows, development, crossValidated] = [of(runs.unknownSource), of(runs.development), of(runs.crossValidated)]
  const unknownLanguage = of(runs.unknownLanguage)
  if (rows.length === 0) return []
  const lineOf = (field: string, name: string, figure: (some: readonly RowCounts[]) => number): Line => {
    const [low, high] = interval(rows, figure)
    const target = targetOf(part.name, name)
    return {
      field,
      documents: rows.length,
      development: figure(development),
      crossValidated: figure(crossValidated),
      unknownLanguage: figure(unknownLanguage),
      score: figure(rows),
      low,
      high,
      ...(target === undefined ? {} : { target }),
    }
  }
  const { precision, recall } = scoreRows(rows)
  const lines = [
    { ...lineOf('rows by amount', 'rows', (some) => scoreRows(some).f1), precision, recall },
    lineOf('rows fully right', 'complete', (some) => scoreRows(some).complete),
  ]
  lines.forEach(print)
  return lines
}

/** Returns the figures of a part as results with their targets. */
export function resultsOf({ name, lines, sure }: PartReport): BenchResult[] {
  const results: BenchResult[] = []
  const add = (what: string, value: number | undefined, unit: string, target?: number, isMost = false): void => {
    if (value === undefined || Number.isNaN(value)) return
    const met = target === undefined ? undefined : isMost ? value <= target : value >= target
    results.push({
      what: `${name} ${what}`,
      value,
      unit,
      ...(target === undefined ? {} : { target: `${isMost ? '<=' : '>='} ${target}`, met: met! }),
    })
  }
  for (const line of lines) {
    const { field } = line
    add(field, line.score, 'F1', line.target)
    add(`${field} in an unknown language`, line.unknownLanguage, 'F1')
    add(`${field} low`, line.low, 'F1')
    add(`${field} high`, line.high, 'F1')
    add(`${field} ceiling`, line.ceiling, 'recall of candidates')
    add(`${field} absent`, line.absent, 'share left empty', MIN_ABSENT)
    add(`${field} calibration`, line.error, 'error', MAX_CALIBRATION_ERROR, true)
    line.coverage?.forEach((value, i) => add(`${field} coverage at ${[95, 98, 99][i]} %`, value, 'share'))
  }
  results.push({ what: `${name} wrong values above .95`, value: sure.wrong.length, unit: 'values' })
  results.push({
    what: `${name} wrong totals at the default threshold`,
    value: sure.totals,
    unit: 'documents',
    ...(name === 'text' ? { target: 0, met: sure.totals === 0 } : {}),
  })
  return results
}

const observeAll = (members: readonly Reading[], run: Runs['development'], field: HeaderField): Observation[] =>
  members.flatMap((reading) => observe(reading.entry, run.get(reading)!, field) ?? [])

const f1 = (members: readonly Reading[], run: Runs['development'], field: HeaderField): number =>
  macroScore(observeAll(members, run, field)).f1

/** Returns the share of documents without a value in which none was found. */
function emptyShare(seen: readonly Observation[]): number {
  const absent = seen.filter(({ truth }) => !truth)
  return absent.length === 0 ? NaN : absent.filter(({ predicted }) => !predicted).length / absent.length
}

/** Returns the share of documents whose value is among the candidates: no choice can be better. */
function ceiling(members: readonly Reading[], field: HeaderField): number {
  const kind = SCORED_FIELDS[field as ScoredField]
  if (!kind) return NaN
  const key = HEADER_KEYS[field]
  const known = members.filter(({ entry }) => entry.visible.includes(key))
  const found = known.filter(({ entry, training }) =>
    training.candidates[kind].values.some((value) => isRight(key, value, entry.truth[key] as string | number)),
  )
  return known.length === 0 ? NaN : found.length / known.length
}

/** Prints each wrong value of a field. */
export function showErrors(
  part: Part,
  members: readonly Reading[],
  run: Runs['development'],
  field: HeaderField,
): void {
  for (const reading of members) {
    const one = observe(reading.entry, run.get(reading)!, field)
    if (!one || one.right || (!one.truth && !one.predicted)) continue
    const found = run.get(reading)!.fields[field]
    const said = found
      ? `${found.value} (${found.confidence.toFixed(2)}, ${found.evidence.label ?? 'no label'})`
      : 'nothing'
    const truth = one.truth ? String(reading.entry.truth[HEADER_KEYS[field]]) : 'nothing'
    console.log(`    ${part.name} ${reading.entry.file}: ${said} in place of ${truth}`)
  }
}

/** Prints the wrong rows: their truth, and what was read. */
export function showRowErrors(part: Part, members: readonly Reading[], run: Runs['development']): void {
  for (const reading of members) {
    const counts = observeRows(reading.entry, run.get(reading)!)
    if (!counts || (counts.complete === counts.truth && counts.predicted === counts.truth)) continue
    console.log(
      `    ${part.name} ${reading.entry.file}: ${counts.complete} of ${counts.truth}, read ${counts.predicted}`,
    )
    for (const item of reading.entry.truth.line_items ?? [])
      console.log(`      - ${String(item.quantity)} | ${String(item.description)} | ${String(item.amount_total)}`)
    for (const item of run.get(reading)!.line_items) {
      const amount = item.table_column_amount_total_base ?? item.table_column_amount_total
      console.log(
        `      + ${item.table_column_quantity?.value} | ${item.table_column_description?.value} | ${amount?.value} | code ${item.table_column_code?.value} | other ${item.table_column_other?.value}`,
      )
    }
  }
}
