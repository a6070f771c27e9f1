import type { Box } from '../types.ts'
import type { Candidate } from './candidates.ts'
import type { Label } from './labels.ts'
import { boxOf, type Layout, overlapX, type Segment, unite } from './layout.ts'
import { looksLikeAddress, looksLikeContact } from './names.ts'

export interface Address {
  text: string
  page: number
  box: Box
  /** Number of its lines that look like a street or town. */
  evidence: number
}

/** Returns the postal address after a name: on the same line, or in the lines below it in its column. */
export function findAddress(layout: Layout, labels: readonly Label[], name: Candidate): Address | null {
  const behind = addressBehind(name)
  if (behind) return behind
  const lines: Segment[] = []
  let edge = name.segment
  for (let i = name.segment.index + 1; i < layout.segments.length && lines.length < 6; i++) {
    const next = layout.segments[i]!
    if (next.page !== name.segment.page) break
    if (next.line === edge.line || !belongs(next, name.segment, layout)) continue
    const gap = next.box[1] - edge.box[3]
    if (gap > 2.2 * Math.max(edge.size, next.size)) break
    if (
      looksLikeContact(next.text) ||
      labels.some(
        (label) =>
          label.segment === next && label.start <= 1 && (label.colon || label.alone) && !label.classes.has('address'),
      )
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
  const text = kept
    .map((line) => line.text.trim())
    .reduce((all, line) => (all === '' ? line : /[,;]$/.test(all) ? `${all} ${line}` : `${all}, ${line}`), '')
  return { text, page: name.segment.page.number, box: unite(kept.map((line) => line.box)), evidence }
}

function belongs(next: Segment, name: Segment, layout: Layout): boolean {
  return overlapX(next.box, name.box) > 0.3 || Math.abs(next.box[0] - name.box[0]) < layout.size * 1.5
}

function addressBehind(name: Candidate): Address | null {
  const rest = name.segment.text.slice(name.end)
  const start = name.end + /^[\s·•|,;*–-]*/.exec(rest)![0].length
  const text = name.segment.text.slice(start)
  if (text.length < 10 || !looksLikeAddress(text)) return null
  return {
    text: text.trim(),
    page: name.segment.page.number,
    box: boxOf(name.segment, start, name.segment.text.length),
    evidence: 1,
  }
}
