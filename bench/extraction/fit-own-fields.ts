import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { analyse, chooseOwn, evidenceKey, LANGUAGES, type OwnField, type OwnFieldType } from '@sheaf/extraction/stages'
import { loadEntries, readEntry, type Entry } from './corpus.ts'
import { isRight } from './match.ts'

const HELP = `fit-own-fields.ts --data FOLDER --cache FOLDER

Counts how often values that are found by their label alone are right, by their evidence, and writes
packages/extraction/src/model/own-fields.json. The fields are some of the catalogue, asked for with each label that the
lexicons of the document's language and of English have, as if the catalogue did not know them. A document counts as one
for each evidence, and a source as at most eight.`

/** Keys of the truth with the labels of their lexicon. */
const ASKED = [
  ['invoice_id', 'string', 'invoice_no'],
  ['order_id', 'string', 'order_no'],
  ['iban', 'string', 'iban'],
  ['date_issue', 'date', 'invoice_date'],
  ['date_due', 'date', 'due_date'],
  ['date_delivery', 'date', 'delivery_date'],
  ['amount_total', 'number', 'total'],
  ['amount_total_base', 'number', 'base'],
  ['amount_total_tax', 'number', 'tax'],
  ['amount_due', 'number', 'due'],
] as const satisfies readonly (readonly [string, OwnFieldType, string])[]

const MAX_PER_SOURCE = 8

interface Judged {
  source: string
  file: string
  key: string
  right: boolean
}

const { values: options } = parseArgs({
  options: { data: { type: 'string' }, cache: { type: 'string' }, help: { type: 'boolean', default: false } },
})
if (options.help) console.log(HELP)
else if (!options.data || !options.cache) throw new Error('Usage: fit-own-fields.ts --data FOLDER --cache FOLDER')
else await fit(options.data, options.cache)

async function fit(data: string, cache: string): Promise<void> {
  const judged: Judged[] = []
  for (const entry of loadEntries(data)) judged.push(...(await judge(entry, cache)))
  const counts = count(judged)
  report(judged, counts)
  const file = join(import.meta.dirname, '../../packages/extraction/src/model/own-fields.json')
  writeFileSync(file, `${JSON.stringify(counts, null, 2)}\n`)
}

async function judge(entry: Entry, cache: string): Promise<Judged[]> {
  const analysis = analyse(await readEntry(entry, cache))
  return ASKED.flatMap(([truthKey, type, labelClass]) => {
    const truth = entry.truth[truthKey]
    if (truth === undefined || truth === null) return []
    return labelsOf(analysis.language, labelClass).flatMap((label) => {
      const field: OwnField = { name: truthKey, label, type }
      const chosen = chooseOwn(analysis, [field]).get(truthKey)
      if (!chosen) return []
      const right = isRight(truthKey, chosen.value, truth)
      return [{ source: entry.source, file: entry.file, key: evidenceKey(chosen.evidence), right }]
    })
  })
}

/** The labels of a class in a language (ISO 639-3) and in English. */
function labelsOf(language: string | null, labelClass: string): string[] {
  const lexicons = [...new Set(['eng', language])].flatMap((code) => (code && LANGUAGES[code]) || [])
  const labels = lexicons.flatMap((lexicon) => (lexicon.labels as Record<string, string>)[labelClass]?.split('|') ?? [])
  return [...new Set(labels.map((label) => label.trim()))]
}

type Counts = Record<string, { right: number; total: number }>

function count(judged: readonly Judged[]): Counts {
  const counts: Counts = {}
  for (const [key, all] of Map.groupBy(judged, (one) => one.key)) {
    const total = { right: 0, total: 0 }
    for (const ofSource of Map.groupBy(all, ({ source }) => source).values()) {
      const documents = [...Map.groupBy(ofSource, ({ file }) => file).values()]
      const weight = Math.min(1, MAX_PER_SOURCE / documents.length)
      for (const labels of documents) {
        total.right += (weight * labels.filter(({ right }) => right).length) / labels.length
        total.total += weight
      }
    }
    counts[key] = { right: Math.round(total.right * 100) / 100, total: Math.round(total.total * 100) / 100 }
  }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function report(judged: readonly Judged[], counts: Counts): void {
  for (const [key, { right, total }] of Object.entries(counts)) {
    const documents = new Set(judged.filter((one) => one.key === key).map(({ file }) => file)).size
    console.log(`${key}: ${(right / total).toFixed(3)} right (${documents} documents, weight ${total})`)
  }
}
