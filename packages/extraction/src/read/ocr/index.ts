import { modelPath } from './model-files.ts'
import { OrientationModel } from './orientation.ts'
import { openPpOcr, type PpOcrMode } from './ppocr.ts'
import { openTesseractJs } from './tesseract-js.ts'
import { openNativeTesseract } from './tesseract-native.ts'
import type { UprightTurn } from './tesseract-text.ts'
import type { OcrEngine } from './types.ts'

export type { OcrEngine, OcrImage, OcrResult, Rotation } from './types.ts'

export interface OcrOptions {
  /** The folder created by `npm run setup:ocr`; without it tesseract is used. */
  modelsDir?: string
  /** Expected languages, ISO 639-3. Tesseract reads only them; of PP-OCR they choose the mode. */
  languages?: string[]
  /** `auto`: PP-OCR, else native tesseract, else tesseract.js. The others have no fallback. */
  engine?: 'auto' | 'ppocr' | 'tesseract' | 'tesseract.js'
  /** How PP-OCR treats doubtful lines (docs/ocr.md); by default, that of the languages. */
  mode?: PpOcrMode
}

/**
 * Languages with letters that the dictionaries of the PP-OCR models lack: Greek and the Cyrillic alphabets, Korean, Arabic, Hebrew, Thai,
 * Devanagari, and the Vietnamese letters with two marks.
 */
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
  'kor',
  'ara',
  'fas',
  'urd',
  'heb',
  'tha',
  'hin',
  'vie',
])

/** The fast model has no kana: it would read them as other letters. */
export const modeFor = (languages: readonly string[] = []): PpOcrMode =>
  languages[0] === 'jpn' ? 'accurate' : 'cascade'

/** Opens the best available engine. Rejects with the reasons if none is available, or if the requested one is not. */
export async function openOcr(options: OcrOptions = {}): Promise<OcrEngine> {
  const { modelsDir, languages = [], engine = 'auto', mode = modeFor(languages) } = options
  const openers = {
    ppocr: () => {
      if (!modelsDir) throw new Error('There are no OCR models; download them with `npm run setup:ocr`.')
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
  throw new Error(`No OCR engine is available. ${reasons.join(' ')}`)
}

const noteIn =
  (reasons: string[]) =>
  (error: unknown): undefined => {
    reasons.push(error instanceof Error ? error.message : String(error))
  }

/** Adds the orientation model to tesseract if it can run; otherwise tesseract tries all directions. */
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
