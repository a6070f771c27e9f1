import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { degrade, drawPdf, generate, type GeneratedDocument } from './index.ts'
import type { Use } from './layout/programs.ts'

export type Kind = 'text' | 'scan' | 'photo'

interface Options {
  count: number
  from: number
  use: Use
  kinds: readonly Kind[]
  folder: string
}

/** Names of kinds in the manifests of reference data. */
const KINDS = { text: 'pdf-text', scan: 'scan', photo: 'photo' } as const

/** Writes documents and their `manifest.json`, in the form of the manifests that `npm run bench:extraction` reads. */
export async function writeDocuments({ count, from, use, kinds, folder }: Options): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const entries: object[] = []
  for (let number = from; number < from + count; number++) {
    const document = generate(number, { use })
    const pdf = await drawPdf(document)
    for (const kind of kinds) {
      const bytes = kind === 'text' ? pdf : await degrade(pdf, number, kind)
      const file = `${document.name}${kind === 'text' ? '' : `-${kind}`}.${extension(bytes)}`
      writeFileSync(join(folder, file), bytes)
      entries.push(entryOf(document, file, bytes, kind))
    }
  }
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(entries, null, 1)}\n`)
  console.log(`Wrote ${entries.length} files of ${count} documents into ${folder}`)
}

function extension(bytes: Buffer): string {
  if (bytes.subarray(0, 4).toString('latin1') === '%PDF') return 'pdf'
  return bytes[0] === 0x89 ? 'png' : 'jpg'
}

/** Boxes belong to the page of the PDF; paper is skewed, so its entry has none. */
function entryOf(document: GeneratedDocument, file: string, bytes: Buffer, kind: Kind): object {
  const { layout, family, use, locale, documentType, truth, visible, absent, boxes, pages } = document
  return {
    file,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    pages: pages.length,
    kind: KINDS[kind],
    language: locale.slice(0, 2),
    group: `family-${family}`,
    natural_layout: true,
    truth,
    visible,
    absent,
    layout,
    family,
    use,
    locale,
    document_type: documentType,
    ...(kind === 'text' ? { boxes } : {}),
    source: { generator: document.name, licence: 'Apache-2.0' },
  }
}
