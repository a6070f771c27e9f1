// npm run bench:export [ANNOTATIONS]: rows/s and memory of each export format over annotations generated one at a time, compared with
// the CSV writer over finished lines: the rest of an export is the work of finding its cells.
import { execFileSync } from 'node:child_process'
import type { Readable } from 'node:stream'
import {
  csvLines,
  defaultExportOptions,
  exportAnnotations,
  exportFormats,
  streamText,
  type ExportFormat,
} from '../src/export/index.ts'
import { writeBench, type BenchResult } from './bench.ts'
import { linesPerAnnotation, makeAnnotations, makeReadyLines, schemas } from './export/annotations.ts'

/** `early_rss_mb`: the peak memory after a fifth of the annotations. */
type Measured = { seconds: number; bytes: number; peak_rss_mb: number; early_rss_mb: number }

const subjects = ['baseline', ...exportFormats] as const
type Subject = (typeof subjects)[number]

const peakMb = () => process.resourceUsage().maxRSS / 1024

async function* readyLines(count: number): AsyncGenerator<string> {
  for (const line of makeReadyLines(count)) yield csvLines([line])
}

const open = (subject: Subject, annotations: ReturnType<typeof makeAnnotations>, count: number): Readable =>
  subject === 'baseline'
    ? streamText(readyLines(count))
    : exportAnnotations(subject, annotations, schemas, defaultExportOptions)

/** Runs one subject in this process and prints the measurements. Generating the annotations counts for all subjects alike. */
async function measureHere(subject: Subject, count: number): Promise<void> {
  const started = performance.now()
  let bytes = 0
  let early = 0
  async function* annotations() {
    for await (const annotation of makeAnnotations(count)) {
      if (annotation.id === Math.ceil(count / 5)) early = peakMb()
      yield annotation
    }
  }
  for await (const chunk of open(subject, annotations(), count)) bytes += Buffer.byteLength(chunk as Buffer)
  const measured: Measured = {
    seconds: (performance.now() - started) / 1000,
    bytes,
    // The peak of the whole process, so each subject runs in a process of its own.
    peak_rss_mb: peakMb(),
    early_rss_mb: early,
  }
  console.log(JSON.stringify(measured))
}

function measureApart(subject: Subject, count: number): Measured {
  const output = execFileSync(process.execPath, [import.meta.filename, '--only', subject, String(count)])
  return JSON.parse(output.toString()) as Measured
}

/** Minimum rows/s of a format. */
const leastSpeed: Partial<Record<ExportFormat, number>> = { csv: 20_000, xlsx: 8000 }

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

function compare(count: number): void {
  const rounds = 3
  const runs = Object.fromEntries(subjects.map((subject) => [subject, [] as Measured[]])) as Record<Subject, Measured[]>
  for (let round = 0; round < rounds; round++) {
    for (const subject of subjects) runs[subject].push(measureApart(subject, count))
  }
  const rate = (subject: Subject) => (count * linesPerAnnotation) / median(runs[subject].map(({ seconds }) => seconds))
  const results: BenchResult[] = subjects.flatMap((subject) => {
    const name = subject === 'baseline' ? 'CSV writer over ready lines' : subject
    const rows = rate(subject)
    const memory = Math.max(...runs[subject].map(({ peak_rss_mb }) => peak_rss_mb))
    const least = subject === 'baseline' ? undefined : leastSpeed[subject]
    const speed = { what: `${name}: speed`, value: rows, unit: 'rows/s' }
    const figures: BenchResult[] = [
      least ? { ...speed, target: `>= ${least}`, met: rows >= least } : speed,
      { what: `${name}: output`, value: median(runs[subject].map(({ bytes }) => bytes)) / 1e6, unit: 'MB' },
    ]
    if (subject === 'baseline') return [...figures, { what: `${name}: peak memory`, value: memory, unit: 'MB' }]
    return [
      ...figures,
      { what: `${name}: speed / baseline`, value: rows / rate('baseline'), unit: 'x' },
      { what: `${name}: peak memory`, value: memory, unit: 'MB', target: '< 300', met: memory < 300 },
      {
        what: `${name}: growth of the peak after a fifth of the rows`,
        value: median(runs[subject].map(({ peak_rss_mb, early_rss_mb }) => peak_rss_mb - early_rss_mb)),
        unit: 'MB',
      },
    ]
  })
  console.log(`${count} annotations of ${linesPerAnnotation} rows, median of ${rounds} interleaved rounds`)
  writeBench('export', results)
}

const [first, second, third] = process.argv.slice(2)
if (first === '--only') await measureHere(second as Subject, Number(third))
else compare(Number(first ?? 100_000))
