import type { Analysis } from '../find/analyse.ts'
import type { Candidate } from '../find/candidates.ts'
import { boxOf } from '../find/layout.ts'
import { isSameAmount } from '../normalise/amounts.ts'
import { compactText } from '../normalise/characters.ts'
import type { Box, ExtractedValue, Extraction, HeaderField } from '../types.ts'
import type { InvoiceXml } from './read.ts'

/** Confidence of an attached value: printed on the page, not printed, and contradicted by the page. */
const CONFIDENCE = { confirmed: 0.99, alone: 0.9, contradicted: 0.6 } as const

/**
 * Replaces the values read from the page with those of the attached e-invoice, each with its position on the page. If a confident reading
 * of the page differs, the attached value is kept with a lower confidence, so that a user reviews it.
 */
export function mergeXml(fields: Extraction['fields'], invoice: InvoiceXml, analysis: Analysis): void {
  for (const [field, value] of Object.entries(invoice.values) as [HeaderField, string][]) {
    const read = fields[field]
    const agrees = read !== undefined && isSame(field, read.value, value)
    const place = agrees ? { text: read.text, page: read.page, box: read.position } : findOnPage(analysis, field, value)
    const contradicted = read !== undefined && !agrees && read.confidence > 0.8 && !place
    const confidence = place ? CONFIDENCE.confirmed : contradicted ? CONFIDENCE.contradicted : CONFIDENCE.alone
    const checks = place ? ['on-page'] : contradicted ? ['page-disagrees'] : []
    fields[field] = {
      text: place?.text ?? value,
      value,
      confidence,
      page: place?.page ?? 1,
      position: place?.box ?? wholePage(analysis),
      evidence: {
        generator: `xml.${invoice.syntax}`,
        ...(read?.evidence.label ? { label: read.evidence.label } : {}),
        ...(checks.length > 0 ? { checks } : {}),
      },
    } satisfies ExtractedValue
  }
}

function wholePage(analysis: Analysis): Box {
  const page = analysis.layout.document.pages[0]
  return [0, 0, page?.width ?? 0, page?.height ?? 0]
}

/** Returns true if two readings of a field mean the same value. */
export function isSame(field: HeaderField, a: string, b: string): boolean {
  if (field.startsWith('amount')) return isSameAmount(a, b)
  return compactText(a) === compactText(b)
}

function findOnPage(
  analysis: Analysis,
  field: HeaderField,
  value: string,
): { text: string; page: number; box: Box } | null {
  const ofKind: readonly Candidate[] = field.startsWith('amount')
    ? analysis.candidates.amount
    : field.startsWith('date')
      ? analysis.candidates.date
      : []
  const candidate = ofKind.find((one) =>
    isSame(field, one.number === undefined ? one.value : String(one.number), value),
  )
  if (candidate) return { text: candidate.text, page: candidate.segment.page.number, box: candidate.box }
  if (ofKind.length > 0 || field === 'document_type') return null
  const wanted = compactText(value)
  if (wanted.length < 2) return null
  for (const segment of analysis.layout.segments) {
    if (!compactText(segment.text).includes(wanted)) continue
    const at = segment.text.toLowerCase().indexOf(value.toLowerCase())
    const [start, end] = at < 0 ? [0, segment.text.length] : [at, at + value.length]
    return { text: segment.text.slice(start, end), page: segment.page.number, box: boxOf(segment, start, end) }
  }
  return null
}
