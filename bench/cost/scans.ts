import { extractDocument, readDocument } from '@sheaf/extraction'
import { type OcrEngine, closeOcr, warmOcr } from '@sheaf/extraction/stages'
import { encodeFrame } from '../../src/sandbox/frames.ts'
import { packDocument } from '../../src/sandbox/pack.ts'
import type { BenchResult } from '../bench.ts'
import { SCANS } from './files.ts'

/** Rounds until the code is compiled. */
const WARM_UP = 3

const spent = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Measures the processor time of OCR and of everything else that a child does with a scan. In this process, because a child does not report
 * its parts.
 */
export async function measureScans(modelsDir: string, rounds: number): Promise<BenchResult[]> {
  let ocr = 0
  const engine = await warmOcr({ modelsDir })
  const timed: OcrEngine = {
    ...engine,
    read: async (...parameters) => {
      const before = spent()
      try {
        return await engine.read(...parameters)
      } finally {
        ocr += spent() - before
      }
    },
  }
  const extract = async (bytes: Buffer): Promise<number> => {
    const document = await readDocument(bytes, { modelsDir, ocr: () => Promise.resolve(timed) })
    encodeFrame({ ok: true, answer: { extraction: extractDocument(document), document: packDocument(document) } })
    return document.pages.length
  }
  for (let round = 0; round < WARM_UP; round++) for (const bytes of SCANS) await extract(bytes)
  let pages = 0
  ocr = 0
  const before = spent()
  for (let round = 0; round < rounds; round++) for (const bytes of SCANS) pages += await extract(bytes)
  const all = spent() - before
  await closeOcr()
  const share = (all - ocr) / ocr
  return [
    { what: 'scans: pages read', value: pages, unit: 'pages' },
    { what: 'scans: OCR', value: ocr / pages, unit: 'ms/page' },
    { what: 'scans: everything else', value: (all - ocr) / pages, unit: 'ms/page' },
    { what: 'scans: everything else against OCR', value: share, unit: 'x', target: '<= 0.1', met: share <= 0.1 },
  ]
}
