import type { OcrEngine, OcrImage, OcrResult } from '../../src/read/ocr/types.ts'

/** Creates an OCR engine that records its pictures and returns the given words. */
export function fakeOcr(answer: (image: OcrImage) => Partial<OcrResult>): {
  seen: OcrImage[]
  ocr: () => Promise<OcrEngine>
} {
  const seen: OcrImage[] = []
  const engine: OcrEngine = {
    name: 'ppocr fake',
    read: async (image) => {
      seen.push(image)
      return { words: [], rotation: 0, width: image.width, height: image.height, skew: 0, ...answer(image) }
    },
    close: async () => undefined,
  }
  return { seen, ocr: async () => engine }
}
