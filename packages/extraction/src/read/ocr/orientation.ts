import type { InferenceSession } from 'onnxruntime-node'
import { IMAGENET, resize, toPlanes } from './pixels.ts'
import { openSession, runSession } from './runtime.ts'
import type { OcrImage, Rotation } from './types.ts'

const SIDE = 224
const SHORT_SIDE = 256

/** Determines the rotation of a page from its middle square (PP-LCNet document orientation, four classes). */
export class OrientationModel {
  readonly #session: InferenceSession

  static async open(path: string): Promise<OrientationModel> {
    return new OrientationModel(await openSession(path))
  }

  constructor(session: InferenceSession) {
    this.#session = session
  }

  /** Returns the clockwise rotation that makes the page upright, and the confidence of the model (0..1). */
  async uprightTurn(image: OcrImage): Promise<{ rotation: Rotation; confidence: number }> {
    const scale = SHORT_SIDE / Math.min(image.width, image.height)
    const width = Math.round(image.width * scale)
    const height = Math.round(image.height * scale)
    const middle = crop(await resize(image, width, height), (width - SIDE) >> 1, (height - SIDE) >> 1)
    const output = await runSession(this.#session, toPlanes(middle, SIDE, SIDE, IMAGENET), [1, 3, SIDE, SIDE])
    const scores = output.data as Float32Array
    let best = 0
    for (let i = 1; i < 4; i++) if (scores[i]! > scores[best]!) best = i
    // The class is the clockwise rotation of the page; the rest of the circle makes it upright.
    return { rotation: (((4 - best) % 4) * 90) as Rotation, confidence: scores[best]! }
  }

  async close(): Promise<void> {
    await this.#session.release()
  }
}

function crop(image: OcrImage, left: number, top: number): OcrImage {
  const { data, width, channels } = image
  const out = Buffer.alloc(SIDE * SIDE * channels)
  for (let y = 0; y < SIDE; y++) {
    const from = ((top + y) * width + left) * channels
    data.copy(out, y * SIDE * channels, from, from + SIDE * channels)
  }
  return { data: out, width: SIDE, height: SIDE, channels }
}
