import { join } from 'node:path'

/** The files of a models folder by purpose. `npm run setup:ocr` creates them. */
export const MODEL_FILES = {
  detector: 'pp-ocrv6-tiny-det.onnx',
  fastRecogniser: 'pp-ocrv6-tiny-rec.onnx',
  fastDictionary: 'pp-ocrv6-tiny-dict.txt',
  accurateRecogniser: 'pp-ocrv6-small-rec.onnx',
  accurateDictionary: 'pp-ocrv6-small-dict.txt',
  orientation: 'document-orientation.onnx',
} as const

export type ModelFile = keyof typeof MODEL_FILES

export function modelPath(folder: string, file: ModelFile): string {
  return join(folder, MODEL_FILES[file])
}
