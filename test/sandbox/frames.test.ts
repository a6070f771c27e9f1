import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeFrame, FrameReader, type Frame } from '../../src/sandbox/frames.ts'

const head = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean()))

describe('frames', () => {
  it('are decoded as encoded, however the bytes are split', () => {
    const frame = fc.record({ head, body: fc.uint8Array({ maxLength: 300 }) })
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 5 }), fc.integer({ min: 1, max: 50 }), (frames, step) => {
        const bytes = Buffer.concat(frames.flatMap((one) => encodeFrame(one.head, one.body)))
        const seen: Frame[] = []
        const reader = new FrameReader(
          100_000,
          (one) => seen.push(one),
          () => expect.unreachable(),
        )
        for (let at = 0; at < bytes.length; at += step) reader.push(bytes.subarray(at, at + step))
        expect(seen.map((one) => ({ head: one.head, body: [...one.body] }))).toEqual(
          frames.map((one) => ({ head: JSON.parse(JSON.stringify(one.head)), body: [...one.body] })),
        )
      }),
    )
  })

  it.each([
    ['announces more than is allowed', Buffer.from([1, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f])],
    ['has a head that is not JSON', Buffer.concat([Buffer.from([3, 0, 0, 0, 0, 0, 0, 0]), Buffer.from('{no')])],
  ])('fail when one %s', (_, bytes) => {
    let overflows = 0
    const seen: Frame[] = []
    const reader = new FrameReader(
      1000,
      (one) => seen.push(one),
      () => overflows++,
    )
    reader.push(bytes)
    reader.push(Buffer.concat(encodeFrame({ ok: true })))
    expect([overflows, seen]).toEqual([1, []])
  })
})
