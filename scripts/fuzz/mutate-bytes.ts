/** Changes files at random without regard to their format. */
import type { Random } from '../../test/mail/mutate.ts'

export const below = (limit: number, random: Random): number => Math.floor(random() * limit)
export const pick = <T>(list: readonly T[], random: Random): T => list[below(list.length, random)]!

/** Numbers at which readers fail most often. */
export const NUMBERS = [
  0,
  1,
  -1,
  2,
  127,
  128,
  255,
  256,
  32_767,
  65_535,
  65_536,
  16_777_216,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 1,
]

export type Change = (file: Buffer, random: Random, other: Buffer) => Buffer

/** Returns a run of the file: its start and its end. */
function someRun(file: Buffer, random: Random, longest = 4096): [number, number] {
  const start = below(file.length, random)
  return [start, Math.min(file.length, start + 1 + below(Math.min(longest, file.length), random))]
}

export const BYTE_CHANGES: readonly Change[] = [
  // Single bytes.
  (file, random) => {
    for (let n = below(30, random); n >= 0; n--) file[below(file.length, random)] = below(256, random)
    return file
  },
  // Single bits near each other.
  (file, random) => {
    const [start, end] = someRun(file, random, 64)
    for (let at = start; at < end; at++) file[at]! ^= 1 << below(8, random)
    return file
  },
  // A number of 2 or 4 bytes.
  (file, random) => {
    const at = below(Math.max(1, file.length - 4), random)
    const value = pick(NUMBERS, random) >>> 0
    const bytes = Buffer.alloc(4)
    if (random() < 0.5) bytes.writeUInt32LE(value)
    else bytes.writeUInt32BE(value)
    bytes.copy(file, at, 0, random() < 0.5 ? 2 : 4)
    return file
  },
  // The start, or everything but a run.
  (file, random) => Buffer.from(file.subarray(0, 1 + below(file.length, random))),
  (file, random) => {
    const [start, end] = someRun(file, random)
    return Buffer.concat([file.subarray(0, start), file.subarray(end)])
  },
  // A run of this or another file, once more or in another place.
  (file, random, other) => {
    const source = random() < 0.5 ? file : other
    const [start, end] = someRun(source, random)
    const at = below(file.length, random)
    return Buffer.concat([file.subarray(0, at), source.subarray(start, end), file.subarray(at)])
  },
  // The start of one file and the end of another.
  (file, random, other) =>
    Buffer.concat([file.subarray(0, below(file.length, random)), other.subarray(below(other.length, random))]),
]

/** Applies one of the changes to a copy. */
export const changeBytes: Change = (file, random, other) =>
  file.length === 0 ? file : pick(BYTE_CHANGES, random)(Buffer.from(file), random, other)
