import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groupLines } from '@sheaf/extraction/pages'
import { openOcr, type OcrEngine, type OcrImage, type Rotation, rotate } from '@sheaf/extraction/stages'
import { provisionOcrModels } from '../../../src/provision/ocr-models.ts'
import { drawTextPage, SENTENCES } from '@sheaf/extraction/fixtures'

const TURNS: Rotation[] = [0, 90, 180, 270]
const LANGUAGES = ['eng']

let page: OcrImage
let modelsDir: string

beforeAll(async () => {
  page = await drawTextPage()
  const models = await provisionOcrModels()
  if (models.dir === null) throw new Error(`These tests need the OCR models: ${models.reason}`)
  modelsDir = models.dir
})

async function textOf(engine: OcrEngine, image: OcrImage): Promise<string[]> {
  return groupLines((await engine.read(image)).words).map((line) => line.text)
}

describe.each(['cascade', 'accurate', 'fast'] as const)('PP-OCR, %s', (mode) => {
  let engine: OcrEngine
  beforeAll(async () => {
    engine = await openOcr({ engine: 'ppocr', modelsDir, mode })
  })
  afterAll(() => engine.close())

  it.each(TURNS)('reads a page rotated by %i degrees and returns the rotation that makes it upright', async (turn) => {
    const read = await engine.read(await rotate(page, turn))
    expect(groupLines(read.words).map((line) => line.text)).toEqual(SENTENCES)
    expect(read.rotation).toBe((360 - turn) % 360)
    expect([read.width, read.height]).toEqual([page.width, page.height])
  })
})

describe('PP-OCR', () => {
  let engine: OcrEngine
  beforeAll(async () => {
    engine = await openOcr({ modelsDir })
  })
  afterAll(() => engine.close())

  it('is the default engine', () => {
    expect(engine.name).toBe('ppocr-v6 (tiny+small)')
    expect(engine.fallbackReason).toBeUndefined()
  })

  it('puts every box around the ink of its word', async () => {
    const { words } = await engine.read(page)
    for (const { box, size, confidence } of words) {
      const inside = darkShare(page, box)
      expect(inside).toBeGreaterThan(0.08)
      // Just outside the box, to the left and to the right, is paper.
      expect(darkShare(page, [box[0] - 4, box[1], box[0] - 2, box[3]])).toBe(0)
      expect(darkShare(page, [box[2] + 2, box[1], box[2] + 4, box[3]])).toBe(0)
      expect(confidence).toBeGreaterThan(0.5)
      expect(confidence).toBeLessThanOrEqual(1)
      // 15 points at 200 dpi are 41.7 pixels.
      expect(size).toBeGreaterThan(30)
      expect(size).toBeLessThan(55)
    }
  })

  it('reads coloured text, and light text on dark background', async () => {
    const light: OcrImage = { ...page, data: Buffer.from(page.data.map((value) => 255 - value)) }
    expect(await textOf(engine, light)).toEqual(SENTENCES)
    const blue = Buffer.alloc(page.data.length * 3, 255)
    page.data.forEach((value, i) => blue.set([value, value, 200], i * 3))
    expect(await textOf(engine, { ...page, data: blue, channels: 3 })).toEqual(SENTENCES)
  })

  it('finds no words on an empty page', async () => {
    const blank = { data: Buffer.alloc(300 * 200, 255), width: 300, height: 200, channels: 1 as const }
    expect((await engine.read(blank)).words).toEqual([])
  })

  it('returns the same words for the same picture', async () => {
    expect(await engine.read(page)).toEqual(await engine.read(page))
  })

  it('reads a picture larger than the input of the detector, with boxes in pixels of the picture', async () => {
    const large = await drawTextPage(SENTENCES, 400)
    const read = await engine.read(large)
    expect(groupLines(read.words).map((line) => line.text)).toEqual(SENTENCES)
    expect(Math.max(...read.words.map((word) => word.box[3]))).toBeGreaterThan(page.height)
  })
})

function darkShare({ data, width }: OcrImage, [left, top, right, bottom]: number[]): number {
  let dark = 0
  let pixels = 0
  for (let y = Math.round(top!); y < Math.round(bottom!); y++) {
    for (let x = Math.round(left!); x < Math.round(right!); x++) {
      pixels++
      if (data[y * width + x]! < 128) dark++
    }
  }
  return pixels ? dark / pixels : 0
}

describe('tesseract.js, the fallback', () => {
  let engine: OcrEngine
  beforeAll(async () => {
    engine = await openOcr({ engine: 'tesseract.js', languages: LANGUAGES })
  })
  afterAll(() => engine.close())

  it.each(TURNS)('reads a page rotated by %i degrees without the orientation model', async (turn) => {
    const read = await engine.read(await rotate(page, turn))
    expect(read.rotation).toBe((360 - turn) % 360)
    expect([read.width, read.height]).toEqual([page.width, page.height])
    const text = read.words.map((word) => word.text).join(' ')
    for (const word of ['Invoice', 'Northwind', 'Cartridges', 'thirty']) expect(text).toContain(word)
  })

  it('skips languages without data, and fails when none remains', async () => {
    const some = await openOcr({ engine: 'tesseract.js', languages: ['xxx', 'eng'] })
    expect(some.name).toBe('tesseract.js (eng)')
    await some.close()
    await expect(openOcr({ engine: 'tesseract.js', languages: ['xxx'] })).rejects.toThrow(
      /No tesseract data is installed for xxx/,
    )
  })
})

describe('choosing an engine', () => {
  it('falls back to tesseract without models, and reports why', async () => {
    const engine = await openOcr({ languages: LANGUAGES })
    expect(engine.name).toMatch(/^tesseract/)
    expect(engine.fallbackReason).toContain('setup:ocr')
    expect((await textOf(engine, page)).join('\n')).toContain('Northwind')
    await engine.close()
  })

  it('falls back to tesseract when the models folder contains no models', async () => {
    const engine = await openOcr({ modelsDir: import.meta.dirname, languages: LANGUAGES })
    expect(engine.name).toMatch(/^tesseract/)
    await engine.close()
  })

  it('uses the configured engine', async () => {
    await expect(openOcr({ engine: 'ppocr' })).rejects.toThrow(/setup:ocr/)
    await expect(openOcr({ engine: 'ppocr', modelsDir: import.meta.dirname })).rejects.toThrow()
  })
})
