import { readFile } from 'node:fs/promises'
import type { InferenceSession } from 'onnxruntime-node'
import { bestPath, collapse, parseDictionary, type LineReading } from './ctc.ts'
import type { LineStrip } from './strip.ts'
import { openSession, runSession } from './runtime.ts'

/** Reads the text of one line strip (PP-OCR's recognizer with a CTC head). */
export class Recogniser {
  readonly #session: InferenceSession
  readonly #dictionary: string[]

  /** Opens a model and its dictionary; rejects if they do not match. */
  static async open(model: string, dictionary: string): Promise<Recogniser> {
    const [session, text] = await Promise.all([openSession(model), readFile(dictionary, 'utf8')])
    const characters = parseDictionary(text)
    const output = session.outputMetadata[0]
    const classes = output?.isTensor ? output.shape.at(-1) : undefined
    if (classes !== characters.length) {
      throw new Error(`The dictionary has ${characters.length} classes, the recognizer ${classes}.`)
    }
    return new Recogniser(session, characters)
  }

  constructor(session: InferenceSession, dictionary: string[]) {
    this.#session = session
    this.#dictionary = dictionary
  }

  /** Reads one line per call, without padding: faster than batches, whose lines are padded to the longest (docs/ocr.md). */
  async read(strip: LineStrip): Promise<LineReading> {
    const output = await runSession(this.#session, strip.planes, [1, 3, strip.height, strip.width])
    const { path, scores } = bestPath(output.data as Float32Array, this.#dictionary.length)
    return collapse(path, scores, this.#dictionary)
  }

  async close(): Promise<void> {
    await this.#session.release()
  }
}
