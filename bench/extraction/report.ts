import { HEADER_KEYS } from '../../src/extraction/lexicon/keys.ts'
import { SCORED_FIELDS, type ScoredField } from '../../src/extraction/score/fields.ts'
import type { Extraction, HeaderField } from '../../src/extraction/types.ts'
import type { BenchResult } from '../bench.ts'
import { interval } from './bootstrap.ts'
import { isRight } from './match.ts'
import { automation, calibrationError, macroScore, type Observation } from './metrics.ts'
import { observe, observeRows, REPORTED, type RowCounts, scoreRows } from './observe.ts'
import { LEAST_ABSENT, MOST_CALIBRATION_ERROR, type Part, targetOf } from './parts.ts'
import type { Reading } from './readings.ts'

/** Extractions of the same documents by models that knew them, that did not know their group, and that did not know their source. */
export interface Runs {
  development: ReadonlyMap<Reading, Extraction>
  crossValidated: ReadonlyMap<Reading, Extraction>
  unknownSource: ReadonlyMap<Reading, Extraction>
}

const show = (value: number, width = 7): string => (Number.isNaN(value) ? '-' : value.toFixed(3)).padStart(width)

/**
 * Prints the table of one part and returns its figures. The headline is the F1 for unknown sources with its bootstrap interval; beside it the
 * F1 in development and cross-validated, the share of values among the candidates (the ceiling), the share of absent fields that stay empty,
 * the calibration error, and the share of documents that pass unreviewed at 95, 98 and 99 % precision.
 */
export function reportPart(part: Part, members: readonly Reading[], runs: Runs): BenchResult[] {
  const sources = new Set(members.map(({ entry }) => entry.source)).size
  const groups = new Set(members.map(({ entry }) => entry.group)).size
  console.log(`\n${part.title}: ${members.length} documents, ${groups} groups, ${sources} sources`)
  console.log(
    `  ${'field'.padEnd(18)}${'n'.padStart(5)}   dev    CV   LOSO [95 % interval]  target     prec recall ceiling absent    ECE  cov95  cov98  cov99`,
  )
  const results: BenchResult[] = []
  const add = (what: string, value: number, unit: string, target?: number, isMost = false): void => {
    if (Number.isNaN(value)) return
    const met = target === undefined ? undefined : isMost ? value <= target : value >= target
    results.push({
      what: `${part.name} ${what}`,
      value,
      unit,
      ...(target === undefined ? {} : { target: `${isMost ? '<=' : '>='} ${target}`, met: met! }),
    })
  }
  for (const field of REPORTED) {
    const seen = observeAll(members, runs.unknownSource, field)
    if (!seen.some(({ truth }) => truth)) continue
    const score = macroScore(seen)
    const [low, high] = interval(seen, (some) => macroScore(some).f1)
    const target = targetOf(part.name, field)
    const absent = emptyShare(seen)
    const error = calibrationError(seen)
    const coverage = [0.95, 0.98, 0.99].map((precision) => automation(seen, precision).share)
    const mark = target === undefined ? '          ' : `${score.f1 >= target ? '  ' : ' !'}>= ${target.toFixed(2)}`
    console.log(
      `  ${field.padEnd(18)}${String(seen.length).padStart(5)} ${show(f1(members, runs.development, field), 5)} ${show(f1(members, runs.crossValidated, field), 5)}  ${show(score.f1, 5)} [${show(low, 5)} ${show(high, 5)}] ${mark.padEnd(10)}${show(score.precision)}${show(score.recall)}${show(ceiling(members, field))}${show(absent)}${show(error)}${coverage.map((value) => show(value)).join('')}`,
    )
    add(field, score.f1, 'F1', target)
    add(`${field} low`, low, 'F1')
    add(`${field} high`, high, 'F1')
    add(`${field} ceiling`, ceiling(members, field), 'recall of candidates')
    add(`${field} absent`, absent, 'share left empty', LEAST_ABSENT)
    add(`${field} calibration`, error, 'error', MOST_CALIBRATION_ERROR, true)
    coverage.forEach((value, i) => add(`${field} coverage at ${[95, 98, 99][i]} %`, value, 'share'))
  }
  reportRows(part, members, runs, add)
  return results
}

function reportRows(
  part: Part,
  members: readonly Reading[],
  runs: Runs,
  add: (what: string, value: number, unit: string, target?: number) => void,
): void {
  const of = (run: Runs['development']): RowCounts[] =>
    members.flatMap((reading) => observeRows(reading.entry, run.get(reading)!) ?? [])
  const rows = of(runs.unknownSource)
  if (rows.length === 0) return
  const { f1: rowF1, precision, recall, complete } = scoreRows(rows)
  const [low, high] = interval(rows, (some) => scoreRows(some).complete)
  const [rowTarget, completeTarget] = [targetOf(part.name, 'rows'), targetOf(part.name, 'complete')]
  const mark = (value: number, target?: number): string =>
    target === undefined ? '' : `${value >= target ? '  ' : ' !'}>= ${target.toFixed(2)}`
  console.log(
    `  ${'rows by amount'.padEnd(18)}${String(rows.length).padStart(5)} ${show(scoreRows(of(runs.development)).f1, 5)} ${show(scoreRows(of(runs.crossValidated)).f1, 5)}  ${show(rowF1, 5)} ${mark(rowF1, rowTarget)}  precision ${show(precision, 5)} recall ${show(recall, 5)}`,
  )
  console.log(
    `  ${'  fully right'.padEnd(18)}${' '.repeat(18)} ${show(complete, 5)} [${show(low, 5)} ${show(high, 5)}] ${mark(complete, completeTarget)}`,
  )
  add('rows', rowF1, 'F1', rowTarget)
  add('rows fully right', complete, 'share', completeTarget)
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
