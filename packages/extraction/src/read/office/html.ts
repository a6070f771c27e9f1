import { ReadError, type Note } from '../../types.ts'
import type { OfficeContent } from './blocks.ts'
import { decodeText } from './encoding.ts'
import { HtmlWalk } from './html-walk.ts'
import { Parser } from 'htmlparser2'

/** Pictures may be part of the file; more text than this is no document. */
const MAX_BYTES = 10 * 2 ** 20
/** Elements within elements. The parser searches all open ones at each end of an element. */
const MAX_DEPTH = 500
const TOO_DEEP: Note = {
  type: 'warning',
  content: `The page has more than ${MAX_DEPTH} elements within each other. Only the text before them was read.`,
  blocks: true,
}
/** Characters that are parsed at a time. */
const CHUNK = 65_536

/**
 * Returns the text of a web page as paragraphs and tables. Nothing is loaded or executed, and what the page hides is left out: by attributes and styles of
 * elements, and by rules of the page for a class, an id or an element. Throws `ReadError` `too_large` above 10 MB.
 */
export function readHtml(bytes: Buffer): OfficeContent {
  if (bytes.length > MAX_BYTES) throw new ReadError('too_large', 'The HTML file is larger than 10 MB.')
  return readHtmlText(decodeHtml(bytes))
}

/** As `readHtml`, for text that is decoded. A page of which only the beginning is read has a note that says so. */
export function readHtmlText(html: string): OfficeContent {
  const walk = new HtmlWalk()
  let depth = 0
  // What follows is ignored up to the end of the chunk, so that the result does not depend on where it ends.
  let isTooDeep = false
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        isTooDeep ||= ++depth > MAX_DEPTH
        if (!isTooDeep) walk.open(name, attributes)
      },
      ontext: (text) => {
        if (!isTooDeep) walk.text(text)
      },
      onclosetag: (name) => {
        depth--
        if (!isTooDeep) walk.close(name)
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  for (let at = 0; at < html.length && !isTooDeep && !walk.isFull; at += CHUNK) parser.write(html.slice(at, at + CHUNK))
  parser.end()
  const content = walk.finish()
  return isTooDeep ? { ...content, notes: [TOO_DEEP, ...(content.notes ?? [])] } : content
}

/** The encoding is that of a byte order mark, or what the page declares in its first kilobyte, or that of the text. */
function decodeHtml(bytes: Buffer): string {
  const stated = /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]{1,40})/i.exec(bytes.toString('latin1', 0, 1024))?.[1]
  const hasMark = (bytes[0] === 0xef && bytes[1] === 0xbb) || (bytes[0]! >= 0xfe && bytes[1]! >= 0xfe)
  if (stated && !hasMark && !/^utf-?(8|16)/i.test(stated)) {
    try {
      return new TextDecoder(stated).decode(bytes)
    } catch {
      // An unknown name.
    }
  }
  return decodeText(bytes) ?? bytes.toString('latin1')
}
