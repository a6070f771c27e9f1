import type { Word } from '../../types.ts'
import { lineConfidence, lineText, type LineReading } from './ctc.ts'
import { Detector } from './detector.ts'
import type { TurnedRectangle } from './geometry.ts'
import { findInk } from './ink.ts'
import { modelPath } from './model-files.ts'
import { OrientationModel } from './orientation.ts'
import { rotate } from './pixels.ts'
import { Recogniser } from './recogniser.ts'
import { cutStrip, type LineStrip } from './strip.ts'
import type { OcrEngine, OcrImage, OcrResult } from './types.ts'
import { placeWords, splitWords } from './words.ts'

export type PpOcrMode = 'accurate' | 'fast' | 'cascade'

/** Lines with a lower confidence of the fast recognizer are read again by the accurate one. */
const DOUBT = 0.92
/** A line with a lower confidence is not text. */
const MIN_CONFIDENCE = 0.5
const NAMES: Record<PpOcrMode, string> = {
  accurate: 'ppocr-v6 (small)',
  fast: 'ppocr-v6 (tiny)',
  cascade: 'ppocr-v6 (tiny+small)',
}

/** Opens PP-OCRv6 from a models folder. Rejects if the native module or a file is missing or incompatible. */
export async function openPpOcr(modelsDir: string, mode: PpOcrMode): Promise<OcrEngine> {
  const [orientation, detector, fast, accurate] = await Promise.all([
    OrientationModel.open(modelPath(modelsDir, 'orientation')),
    Detector.open(modelPath(modelsDir, 'detector')),
    mode === 'accurate'
      ? undefined
      : Recogniser.open(modelPath(modelsDir, 'fastRecogniser'), modelPath(modelsDir, 'fastDictionary')),
    mode === 'fast'
      ? undefined
      : Recogniser.open(modelPath(modelsDir, 'accurateRecogniser'), modelPath(modelsDir, 'accurateDictionary')),
  ])

  async function read(image: OcrImage, { asItLies = false } = {}): Promise<OcrResult> {
    const { rotation } = asItLies ? ({ rotation: 0 } as const) : await orientation.uprightTurn(image)
    const upright = await rotate(image, rotation)
    const { lines, skew } = await detector.detect(upright)
    const words: Word[] = []
    for (const line of lines) words.push(...(await readLine(upright, line)))
    words.sort((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0])
    return { words, rotation, width: upright.width, height: upright.height, skew: (skew * 180) / Math.PI }
  }

  async function readLine(image: OcrImage, line: TurnedRectangle): Promise<Word[]> {
    const strip = cutStrip(image, line)
    const { reading, other } = await readTwice(strip)
    if (lineConfidence(reading) < MIN_CONFIDENCE) return []
    const ink = findInk(strip)
    const words = placeWords(splitWords(reading, strip.width, ink), line, strip, ink)
    return other ? withAlternatives(words, placeWords(splitWords(other, strip.width, ink), line, strip, ink)) : words
  }

  async function readTwice(strip: LineStrip): Promise<{ reading: LineReading; other?: LineReading }> {
    const first = await (fast ?? accurate)!.read(strip)
    if (!fast || !accurate || lineConfidence(first) >= DOUBT) return { reading: first }
    const second = await accurate.read(strip)
    return lineText(second) === lineText(first) ? { reading: second } : { reading: second, other: first }
  }

  return {
    name: NAMES[mode],
    read,
    close: async () => {
      await Promise.all([orientation.close(), detector.close(), fast?.close(), accurate?.close()])
    },
  }
}

/** Stores the first reading as an alternative of the second one's words if both read the same ink differently. */
export function withAlternatives(words: Word[], others: Word[]): Word[] {
  return words.map((word) => {
    const other = others.find((o) => overlap(o, word) > 0.6 * Math.max(widthOf(o), widthOf(word)))
    return other && other.text !== word.text ? { ...word, alternatives: [other.text] } : word
  })
}

function overlap(a: Word, b: Word): number {
  return Math.min(a.box[2], b.box[2]) - Math.max(a.box[0], b.box[0])
}

function widthOf(word: Word): number {
  return word.box[2] - word.box[0]
}
