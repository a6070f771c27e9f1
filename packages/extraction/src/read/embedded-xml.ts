import type { PdfFile } from './pdf.ts'

/** Names of the attachment defined by the e-invoice standards. */
const NAMES = /^(factur-?x|zugferd[-_]?invoice|order-?x|xrechnung|cii|ubl|isdoc)[^/]*\.(xml|isdoc)$|\.isdoc$/i

/** Roots of UN/CEFACT CII, ZUGFeRD 1, Order-X, UBL and ISDOC documents. */
const ROOTS =
  /<(?:[\w.-]+:)?(CrossIndustryInvoice|CrossIndustryDocument|SCRDMCCBDACIOMessageStructure|CrossIndustryDespatchAdvice|Invoice|CreditNote|Order)[\s>]/

/** Larger files are no e-invoices. */
const MAX_XML_BYTES = 10_000_000
/** An e-invoice is among the first files that are attached. */
const MAX_XML_FILES = 20

/** Returns the e-invoice attached to a PDF (Factur-X, ZUGFeRD, Order-X, XRechnung, ISDOC) as text, if there is one. */
export function readEmbeddedXml(pdf: PdfFile): { name: string; text: string } | undefined {
  const isWanted = (name: string): boolean => /\.(xml|isdoc)$/i.test(name)
  const candidates = pdf.attachments({ isWanted, maxBytes: MAX_XML_BYTES, maxFiles: MAX_XML_FILES })
  candidates.sort((a, b) => Number(NAMES.test(b.name)) - Number(NAMES.test(a.name)))
  for (const { name, bytes } of candidates) {
    const text = decodeXml(bytes)
    if (ROOTS.test(text.slice(0, 20_000))) return { name, text }
  }
  return undefined
}

/** Decodes an XML file by its byte order mark or its declaration. */
function decodeXml(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const declared = /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(bytes.subarray(0, 200).toString('latin1'))?.[1]
  try {
    return new TextDecoder(declared ?? 'utf-8').decode(bytes)
  } catch {
    return new TextDecoder('utf-8').decode(bytes)
  }
}
