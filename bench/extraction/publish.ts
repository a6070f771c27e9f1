/** Writes what the benchmark measured to docs/extraction-figures.md, with plots and pictures. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { drawBoxes } from './boxes.ts'
import { FIELDS, type LanguageReport, LANGUAGE_TARGETS, MAX_SURE_TOTAL } from './languages.ts'
import { MIN_ABSENT, MAX_CALIBRATION_ERROR } from './parts.ts'
import { drawReliability, type Reliability } from './reliability.ts'
import { DEFAULT_THRESHOLD, SURE, type SureErrors } from './sure.ts'

/** A line of the table of a part: one field, or the rows. */
export interface Line {
  field: string
  documents: number
  development: number
  crossValidated: number
  /** By a model that did not learn from the language of the document. */
  unknownLanguage: number
  score: number
  low: number
  high: number
  target?: number
  precision?: number
  recall?: number
  ceiling?: number
  absent?: number
  error?: number
  /** Shares of documents that pass at 95, 98 and 99 % precision. */
  coverage?: readonly number[]
}

/** What was measured on one part of the documents. */
export interface PartReport {
  name: string
  title: string
  documents: number
  groups: number
  sources: number
  lines: Line[]
  reliability: Reliability[]
  /** Wrong values of high confidence, for an unknown source. */
  sure: SureErrors
}

const docs = join(import.meta.dirname, '../../docs')
const number = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value) ? '' : value.toFixed(3).replace(/^0(?=\.)/, '')
const marked = (text: string, isMet: boolean): string => (text === '' || isMet ? text : `**${text}**`)

/** Writes the page and its pictures. */
export async function publish(parts: readonly PartReport[], languages: LanguageReport): Promise<void> {
  mkdirSync(join(docs, 'images'), { recursive: true })
  for (const part of parts)
    writeFileSync(join(docs, 'images', `reliability-${part.name}.svg`), drawReliability(part.reliability))
  const pictures = await drawBoxes(join(docs, 'images'))
  const file = join(docs, 'extraction-figures.md')
  const text = await format(page(parts, languages, pictures), { ...(await resolveConfig(file)), filepath: file })
  writeFileSync(file, text)
}

function page(
  parts: readonly PartReport[],
  languages: LanguageReport,
  pictures: readonly { file: string; title: string }[],
): string {
  return `# Figures of extraction

\`npm run bench:extraction -- --publish\` writes this page. [extraction.md](extraction.md#benchmark) explains the method, and why some values are wrong.
The columns of the tables:

- **unknown source** is the most important figure: the F1 score of a model that did not learn from any document of the same source. A source is a
  repository of documents, or a family of layouts of the generator. The figure is the mean over groups; the documents of a group have one layout.
- **unknown language**: the F1 score of a model that did not learn from any document in the language, real or of the generator. See
  [below](#unknown-languages).
- **interval**: the 95 % bootstrap interval over sources, or over groups if there are fewer than three sources.
- **shipped**: the F1 score of the shipped model, which has learned from these documents.
- **cross-validated**: the F1 score of a model that did not learn from the group of the document.
- **ceiling**: share of values that are among the candidates. Other values cannot be found.
- **absent**: share of documents without the value in which none was found (target ${MIN_ABSENT}).
- **error**: expected calibration error (target at most ${MAX_CALIBRATION_ERROR}).
- **95, 98, 99 %**: share of documents that pass without review at this precision, with the threshold chosen on other groups.
- A figure in bold misses its target.

${parts.map(section).join('\n')}
${languageSection(languages)}
## Boxes on pages

Each picture shows the values that the engine found, at their positions, with their confidence.

${pictures.map(({ file, title }) => `![${title}](images/${file})`).join('\n\n')}
`
}

function section({ name, title, documents, groups, sources, lines, reliability, sure }: PartReport): string {
  const rows = lines.map((line) => {
    const isMet = line.target === undefined || line.score >= line.target
    const range = Number.isNaN(line.low) ? '' : `${number(line.low)}–${number(line.high)}`
    return `| ${[
      line.field,
      line.documents,
      marked(number(line.score), isMet),
      range,
      number(line.target),
      number(line.unknownLanguage),
      number(line.development),
      number(line.crossValidated),
      number(line.precision),
      number(line.recall),
      number(line.ceiling),
      marked(number(line.absent), !(line.absent! < MIN_ABSENT)),
      marked(number(line.error), !(line.error! > MAX_CALIBRATION_ERROR)),
      ...(line.coverage ?? [NaN, NaN, NaN]).map(number),
    ].join(' | ')} |`
  })
  return `## ${title[0]!.toUpperCase()}${title.slice(1)}

${documents} documents, ${groups} groups, ${sources} ${sources === 1 ? 'source' : 'sources'}.

| field | n | unknown source | interval | target | unknown language | shipped | cross-validated | precision | recall | ceiling | absent | error | 95 % | 98 % | 99 % |
| --- | --: | --: | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |
${rows.join('\n')}

![Confidence against the share of correct values: ${title}](images/reliability-${name}.svg)

| confidence | ${reliability.map(({ field }) => field).join(' | ')} |
| --- | ${reliability.map(() => '---').join(' | ')} |
${BANDS.map((band) => `| ${band.title} | ${reliability.map(({ bins }) => within(bins, band)).join(' | ')} |`).join('\n')}

Each cell: share of correct values (number of values).

Above ${SURE}, ${sure.wrong.length} of ${sure.values} values are wrong${sure.wrong.length ? ` (${countByField(sure)})` : ''}.
Wrong totals that pass automation at the default threshold of ${DEFAULT_THRESHOLD}: ${sure.totals}.
`
}

function languageSection({ all, languages, certainty, sureTotals }: LanguageReport): string {
  const cells = ({ language, documents, scores }: LanguageReport['all'], targets: Partial<Record<string, number>>) =>
    `| ${[language, documents, ...FIELDS.map((field) => marked(number(scores[field]), !(scores[field]! < targets[field]!)))].join(' | ')} |`
  return `## Unknown languages

Each language is left out of the training of one of five models, with all its documents: real ones, and those of the generator. This model reads the
documents in the language. The lexicons stay complete: they are part of the program. All documents of this page are included.

| language | n | ${FIELDS.join(' | ')} |
| --- | --: | ${FIELDS.map(() => '--:').join(' | ')} |
${cells({ ...all, language: 'all' }, LANGUAGE_TARGETS)}
| target | | ${FIELDS.map((field) => number(LANGUAGE_TARGETS[field])).join(' | ')} |
${languages.map((one) => cells(one, {})).join('\n')}

Wrong totals with a confidence above ${number(MAX_SURE_TOTAL)}: ${sureTotals} (target 0).

How many of the values from a confidence on are right, over all fields:

| model | documents | from .95: right of values | target | from .99: right of values | target |
| --- | --- | --: | --: | --: | --: |
${certainty
  .map(({ model, documents, bands }) => {
    const shares = bands.map(
      (band) => `${marked(number(band.share), band.isMet)} of ${band.values} | ${number(band.target)}`,
    )
    return `| ${model} | ${documents} | ${shares.join(' | ')} |`
  })
  .join('\n')}
`
}

const countByField = ({ wrong }: SureErrors): string =>
  [...Map.groupBy(wrong, ({ field }) => field)].map(([field, list]) => `${field} ${list.length}`).join(', ')

const BANDS = [
  { title: 'below .5', from: 0, to: 0.5 },
  { title: '.5 to .8', from: 0.5, to: 0.8 },
  { title: '.8 to .9', from: 0.8, to: 0.9 },
  { title: '.9 and more', from: 0.9, to: 2 },
] as const

function within(bins: Reliability['bins'], { from, to }: { from: number; to: number }): string {
  const some = bins.filter(({ confidence }) => confidence >= from && confidence < to)
  const count = some.reduce((sum, bin) => sum + bin.count, 0)
  return count === 0 ? '' : `${number(some.reduce((sum, bin) => sum + bin.right * bin.count, 0) / count)} (${count})`
}
