import { Readable } from 'node:stream'

const chunkLength = 64 * 1024

/**
 * Returns a byte stream of text pieces, in chunks of about 64 kB. The source is read only as fast as the stream, and is closed when the
 * stream is destroyed.
 */
export function streamText(pieces: AsyncIterable<string>): Readable {
  async function* joinPieces() {
    let text = ''
    for await (const piece of pieces) {
      text += piece
      if (text.length < chunkLength) continue
      yield Buffer.from(text)
      text = ''
    }
    if (text) yield Buffer.from(text)
  }
  return Readable.from(joinPieces(), { objectMode: false, highWaterMark: chunkLength })
}
