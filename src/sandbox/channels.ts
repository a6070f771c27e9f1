/** Two streams of bytes in one: parts with a header of one byte for the channel and four for the length. */
export const ANSWERS = 1
export const ERRORS = 2

const HEADER = 5

export function encodePart(channel: number, bytes: Buffer): Buffer {
  const head = Buffer.alloc(HEADER)
  head.writeUInt8(channel)
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

/**
 * Returns a function that receives chunks of the stream and passes on the bytes of each channel, in order. It returns false if the receiver
 * of any of them did, which asks for a pause.
 */
export function openChannels(receive: (channel: number, bytes: Buffer) => boolean): (chunk: Buffer) => boolean {
  let head = Buffer.alloc(0)
  let left = 0
  return (chunk) => {
    let flowing = true
    while (chunk.length) {
      if (!left) {
        const missing = HEADER - head.length
        head = Buffer.concat([head, chunk.subarray(0, missing)])
        chunk = chunk.subarray(missing)
        if (head.length < HEADER) break
        left = head.readUInt32BE(1)
      }
      const part = chunk.subarray(0, left)
      chunk = chunk.subarray(part.length)
      left -= part.length
      if (part.length) flowing = receive(head.readUInt8(), part) && flowing
      if (!left) head = Buffer.alloc(0)
    }
    return flowing
  }
}
