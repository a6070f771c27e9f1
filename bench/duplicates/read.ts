/** Reads the documents of the benchmark; what was read is kept in a folder, so that an interrupted run goes on. */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawPdf } from '../../scripts/generator/index.ts'
import { extractDocument, readDocument } from '@sheaf/extraction'
import { pictureOf } from '@sheaf/extraction/pages'
import type { Extraction } from '@sheaf/extraction/types'
import { inForm } from './forms.ts'
import type { Planned } from './plan.ts'

export interface Reading {
  key: string
  sha256: string
  extraction: Extraction
  /** The words of the pages. */
  text: string
  picture: string | null
}

/** Reads the documents that the file does not have yet, and returns all in the order of the plan. */
export async function readAll(
  planned: readonly Planned[],
  { folder, seed, modelsDir }: { folder: string; seed: number; modelsDir: string | undefined },
): Promise<Reading[]> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${seed}.jsonl`)
  const known = new Map<string, Reading>()
  // The last line of an interrupted run is not whole.
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
    if (line.endsWith('}')) {
      const reading = JSON.parse(line) as Reading
      known.set(reading.key, reading)
    }
  let count = 0
  for (const one of planned) {
    if (known.has(one.key)) continue
    const reading = await read(one, modelsDir)
    known.set(one.key, reading)
    appendFileSync(file, `\n${JSON.stringify(reading)}`)
    if (++count % 100 === 0) console.error(`${known.size} of ${planned.length} documents are read`)
  }
  return planned.map(({ key }) => known.get(key)!)
}

async function read({ key, form, paper, make }: Planned, modelsDir: string | undefined): Promise<Reading> {
  const bytes = await inForm(await drawPdf(make()), form, paper)
  const document = await readDocument(bytes, modelsDir ? { modelsDir } : {})
  const { alternatives: _, ...extraction } = extractDocument(document, { tables: false })
  return {
    key,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    extraction,
    text: document.pages.flatMap(({ words }) => words.map(({ text }) => text)).join(' '),
    picture: await pictureOf(bytes, document),
  }
}
