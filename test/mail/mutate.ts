/** Changes messages at random, in their structure more often than in single bytes. */
import { entity, multipart } from './parts.ts'

export type Random = () => number

/** Returns numbers from 0 to 1 that depend on the seed only (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const below = (limit: number, random: Random): number => Math.floor(random() * limit)
const pick = <T>(list: readonly T[], random: Random): T => list[below(list.length, random)]!

const HEADERS = [
  'Content-Type: multipart/mixed; boundary=x',
  'Content-Type: message/rfc822',
  'Content-Type: text/html; charset=iso-2022-jp',
  'Content-Type: application/ms-tnef; name=winmail.dat',
  'Content-Type: message/delivery-status',
  'Content-Type: text/plain; charset=utf-7',
  'Content-Type: image/png; name="',
  'Content-Transfer-Encoding: base64',
  'Content-Transfer-Encoding: quoted-printable',
  'Content-Transfer-Encoding: 8bit',
  'Content-Disposition: attachment; filename*=utf-8\'\'%00%ff; filename=".."',
  'Subject: =?utf-8?B?//79/A==?= =?iso-2022-jp?B?GyRC?=',
  'From: <<>>, "a" <b@c>, d: e@f, g;',
  'References: <<<<>>>>',
  'Date: 99 Foo 99999 99:99:99',
  'MIME-Version: 9',
]

type Change = (lines: string[], random: Random, other: string[]) => string[]

const CHANGES: readonly Change[] = [
  // Moves, repeats and removes runs of lines.
  (lines, random) => {
    const start = below(lines.length, random)
    const run = lines.splice(start, 1 + below(8, random))
    lines.splice(below(lines.length + 1, random), 0, ...run)
    return lines
  },
  (lines, random) => {
    const start = below(lines.length, random)
    const run = lines.slice(start, start + 1 + below(20, random))
    for (let n = below(20, random); n >= 0; n--) lines.splice(below(lines.length + 1, random), 0, ...run)
    return lines
  },
  (lines, random) => {
    lines.splice(below(lines.length, random), 1 + below(5, random))
    return lines
  },
  // Mixes two messages.
  (lines, random, other) => [
    ...lines.slice(0, below(lines.length, random)),
    ...other.slice(below(other.length, random)),
  ],
  (lines, random) => {
    lines.splice(below(Math.min(lines.length, 30), random), 0, pick(HEADERS, random))
    return lines
  },
  (lines, random) => {
    const at = lines.findIndex((line, index) => index >= below(lines.length, random) && /^content-/i.test(line))
    if (at >= 0) lines[at] = pick(HEADERS, random)
    return lines
  },
  // Single characters.
  (lines, random) => {
    const at = below(lines.length, random)
    const line = lines[at] ?? ''
    const cut = below(line.length + 1, random)
    lines[at] = line.slice(0, cut) + String.fromCharCode(below(256, random)) + line.slice(cut + below(3, random))
    return lines
  },
  (lines, random) => lines.slice(0, below(lines.length, random)),
]

const WRAPS: readonly ((raw: Buffer) => Buffer)[] = [
  (raw) => raw,
  (raw) => raw,
  (raw) => multipart('mixed', [entity(['Content-Type: message/rfc822'], raw)], ['Subject: outer']),
  (raw) => multipart('alternative', [raw, raw], ['Subject: outer']),
  (raw) => multipart('digest', [raw], ['Subject: outer']),
]

/** Returns one of the messages with one to six changes. */
export function mutate(raws: readonly Buffer[], random: Random): Buffer {
  const linesOf = (raw: Buffer): string[] => raw.toString('latin1').split('\r\n')
  let lines = linesOf(pick(raws, random))
  for (let n = below(6, random); n >= 0; n--) lines = pick(CHANGES, random)(lines, random, linesOf(pick(raws, random)))
  return pick(WRAPS, random)(Buffer.from(lines.join(random() < 0.9 ? '\r\n' : '\n'), 'latin1'))
}
