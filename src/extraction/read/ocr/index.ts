import { modelPath } from './model-files.ts'
import { OrientationModel } from './orientation.ts'
import { openPpOcr, type PpOcrMode } from './ppocr.ts'
import { openTesseractJs } from './tesseract-js.ts'
import { openNativeTesseract } from './tesseract-native.ts'
import type { UprightTurn } from './tesseract-text.ts'
import type { OcrEngine } from './types.ts'

export type { OcrEngine, OcrImage, OcrResult, Rotation } from './types.ts'

export interface OcrOptions {
  /** The folder that `npm run setup:ocr` filled; without it pages are read with tesseract. */
  modelsDir?: string
  /** ISO 639-3 codes of the languages to expect. Only tesseract needs them: PP-OCR reads every Latin script at once. */
  languages?: string[]
  /** `auto`: PP-OCR, else native tesseract, else tesseract.js. Naming one leaves no other choice. */
  engine?: 'auto' | 'ppocr' | 'tesseract' | 'tesseract.js'
  /** What PP-OCR does with doubtful lines (docs/ocr.md); default `cascade`. */
  mode?: PpOcrMode
}

/** Written with letters the PP-OCR models do not know: Greek and the Cyrillic alphabets. */
export const OTHER_LETTERS: ReadonlySet<string> = new Set([
  'ell',
  'grc',
  'rus',
  'ukr',
  'bul',
  'bel',
  'mkd',
  'srp',
  'kaz',
  'mon',
  'kir',
  'tgk',
])

/** Opens the best engine that works here. Rejects with the reasons when none does, or the one that was named does not. */
export async function openOcr(options: OcrOptions = {}): Promise<OcrEngine> {
  const { modelsDir, languages = [], engine = 'auto', mode = 'cascade' } = options
  const openers = {
    ppocr: () => {
      if (!modelsDir) throw new Error('There are no OCR models; `npm run setup:ocr` fetches them.')
      return openPpOcr(modelsDir, mode)
    },
    tesseract: () => withOrientation(modelsDir, (turn) => openNativeTesseract(languages, turn)),
    'tesseract.js': () => withOrientation(modelsDir, (turn) => openTesseractJs(languages, turn)),
  }
  if (engine !== 'auto') return openers[engine]()

  const order = ['ppocr', 'tesseract', 'tesseract.js'] as const
  const first = languages[0]
  const reasons: string[] = []
  if (first && OTHER_LETTERS.has(first)) {
    const special = await openNativeTesseract([first, ...languages.slice(1)]).catch(noteIn(reasons))
    if (special?.name.includes(first)) return special
    await special?.close()
  }
  for (const name of order) {
    const opened = await Promise.resolve().then(openers[name]).catch(noteIn(reasons))
    if (opened) return reasons.length ? { ...opened, fallbackReason: reasons.join(' ') } : opened
  }
  throw new Error(`No OCR engine works here. ${reasons.join(' ')}`)
}

const noteIn =
  (reasons: string[]) =>
  (error: unknown): undefined => {
    reasons.push(error instanceof Error ? error.message : String(error))
  }

/** Gives tesseract the orientation model where that can run; else it finds out by trying. */
async function withOrientation(
  modelsDir: string | undefined,
  open: (turn?: UprightTurn) => Promise<OcrEngine>,
): Promise<OcrEngine> {
  const model = modelsDir
    ? await OrientationModel.open(modelPath(modelsDir, 'orientation')).catch(() => undefined)
    : undefined
  if (!model) return open()
  try {
    const engine = await open((image) => model.uprightTurn(image))
    return {
      ...engine,
      close: async () => {
        await Promise.all([engine.close(), model.close()])
      },
    }
  } catch (error) {
    await model.close()
    throw error
  }
}
