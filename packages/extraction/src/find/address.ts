import type { Box } from '../types.ts'
import { foldText } from '../normalise/ids.ts'
import type { Candidate } from './candidates.ts'
import type { Label } from './labels.ts'
import { boxOf, type Layout, overlapX, type Segment, unite } from './layout.ts'
import { looksLikeAddress, looksLikeContact } from './postal.ts'

export interface Address {
  text: string
  page: number
  box: Box
  /** Number of its lines that look like a street or town. */
  evidence: number
}

/**
 * Returns the postal address after a name: on the same line, or in the lines below it in its column. A letterhead often has only the name;
 * then the address is next to the same name elsewhere. `names` are all candidates.
 */
export function findAddress(
  layout: Layout,
  labels: readonly Label[],
  name: Candidate,
  names: readonly Candidate[],
): Address | null {
  const wanted = foldText(name.value)
  const same = names.filter((other) => other !== name && other.start === 0 && foldText(other.value) === wanted)
  const bySegment = Map.groupBy(labels, ({ segment }) => segment)
  for (const place of [name, ...same]) {
    const address = addressBehind(place) ?? addressBelow(layout, bySegment, place)
    if (address) return address
  }
  return null
}

function addressBelow(layout: Layout, labels: ReadonlyMap<Segment, readonly Label[]>, name: Candidate): Address | null {
  const lines: Segment[] = []
  let edge = name.segment
  for (let i = name.segment.index + 1; i < layout.segments.length && lines.length < 6; i++) {
    const next = layout.segments[i]!
    if (next.page !== name.segment.page) break
    if (next.line === edge.line || !belongs(next, name.segment, layout)) continue
    const gap = next.box[1] - edge.box[3]
    if (gap > 2.2 * Math.max(edge.size, next.size)) break
    const piece = lines.length === 0 ? addressBefore(next) : null
    if (piece) return piece
    if (
      looksLikeContact(next.text) ||
      labels
        .get(next)
        ?.some((label) => label.start <= 1 && (label.colon || label.alone) && !label.classes.has('address'))
    ) {
      if (lines.some((line) => looksLikeAddress(line.text))) break
      edge = next
      if (lines.length > 0) break
      continue
    }
    lines.push(next)
    edge = next
  }
  while (
    lines.length > 0 &&
    !looksLikeAddress(lines.at(-1)!.text) &&
    !/^[\p{L} .()-]{3,40}\.?$/u.test(lines.at(-1)!.text)
  )
    lines.pop()
  const evidence = lines.filter((line) => looksLikeAddress(line.text)).length
  if (evidence === 0) return null
  const first = lines.findIndex((line) => looksLikeAddress(line.text) || /\d/.test(line.text))
  const kept = lines.slice(Math.max(0, first))
  const text = joined(kept.map((line) => line.text))
  return { text, page: name.segment.page.number, box: unite(kept.map((line) => line.box)), evidence }
}

function belongs(next: Segment, name: Segment, layout: Layout): boolean {
  return overlapX(next.box, name.box) > 0.3 || Math.abs(next.box[0] - name.box[0]) < layout.size * 1.5
}

const joined = (lines: readonly string[]): string =>
  lines
    .flatMap((line) => line.split(SEPARATOR))
    .map((line) => line.trim())
    .filter(Boolean)
    .reduce((all, line) => (all === '' ? line : /[,;]$/.test(all) ? `${all} ${line}` : `${all}, ${line}`), '')

/** Between the parts of a letterhead on one line: `17 Tanner Row | Wexcombe WX4 2RD | 01632 960147`. */
const SEPARATOR = /\s*[·•|*]\s*|\s+[–—-]\s+/

/** Returns the address at the start of a line that goes on with a telephone number or an email address. */
function addressBefore(segment: Segment): Address | null {
  if (!looksLikeContact(segment.text)) return null
  const parts: string[] = []
  for (const part of segment.text.split(SEPARATOR)) {
    if (looksLikeContact(part) || /^[+\d\s()/-]+$/.test(part)) break
    parts.push(part)
  }
  const evidence = parts.filter(looksLikeAddress).length
  if (evidence === 0) return null
  const end = segment.text.indexOf(parts.at(-1)!) + parts.at(-1)!.length
  return { text: joined(parts), page: segment.page.number, box: boxOf(segment, 0, end), evidence }
}

function addressBehind(name: Candidate): Address | null {
  const rest = name.segment.text.slice(name.end)
  const start = name.end + /^[\s·•|,;*–-]*/.exec(rest)![0].length
  const text = name.segment.text.slice(start)
  if (text.length < 10 || !looksLikeAddress(text)) return null
  return {
    text: joined([text]),
    page: name.segment.page.number,
    box: boxOf(name.segment, start, name.segment.text.length),
    evidence: 1,
  }
}
