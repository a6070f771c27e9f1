import { MailParser, type AttachmentStream, type Headers, type MessageText } from 'mailparser'
import { ReadError, type Note } from '../../types.ts'
import type { Block, OfficeContent } from './blocks.ts'
import { readHtmlText } from './html.ts'
import { partly } from './limits.ts'

/** Letters of the text of a message. */
const MAX_TEXT = 1_000_000
const MAX_HEADER = 300
/** Letters of a name, and names, that are shown. */
const MAX_NAME = 80
const MAX_NAMES = 10

const HEADERS = ['From', 'To', 'Date', 'Subject'] as const

/**
 * Returns the text of a message (RFC 5322): its main headers, then the HTML text or else the plain one. Attached files are not part of it; they are
 * named in a note, and make the message the cover of documents of their own. Inline pictures do not count. Throws `ReadError` `damaged`.
 */
export async function readEml(bytes: Buffer): Promise<OfficeContent> {
  const { headers, text, html, names } = await parse(bytes)
  const head = HEADERS.flatMap((name): Block[] => {
    const value = name === 'Date' ? headers.has('date') && dateOf(bytes) : headerOf(headers, name)
    return value ? [{ kind: 'paragraph', text: `${name}: ${value}` }] : []
  })
  const rich: OfficeContent = html ? readHtmlText(html.slice(0, MAX_TEXT)) : { blocks: [] }
  const blocks = rich.blocks.length > 0 ? rich.blocks : linesOf(text)
  if (head.length === 0 && blocks.length === 0)
    throw new ReadError('damaged', 'The message is damaged and cannot be read.')
  const isRich = rich.blocks.length > 0
  const isCut = (isRich ? html : text).length > MAX_TEXT
  const notes = [
    ...(isRich ? (rich.notes ?? []) : []),
    ...(isCut ? [partly(MAX_TEXT, 'letters of the message')] : []),
    ...(names.length > 0 ? [noteOf(names)] : []),
  ]
  return {
    blocks: [...head, ...blocks],
    ...(notes.length > 0 ? { notes } : {}),
    ...(rich.hidden ? { hidden: rich.hidden } : {}),
    ...(names.length > 0 ? { portfolio: true as const } : {}),
  }
}

const linesOf = (text: string): Block[] =>
  text
    .slice(0, MAX_TEXT)
    .split(/\r?\n/)
    .filter((line) => line.trim())
    .map((line) => ({ kind: 'paragraph', text: line.replaceAll(/\p{Cc}/gu, ' ') }))

function noteOf(names: readonly string[]): Note {
  const shown = names.slice(0, MAX_NAMES).map((name) => name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, MAX_NAME))
  const list = [...shown, ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ')
  return { type: 'info', content: `Attached files are not pages of this document: ${list}.` }
}

function headerOf(headers: Headers, name: (typeof HEADERS)[number]): string {
  const value = headers.get(name.toLowerCase())
  const text =
    typeof value === 'object' && 'text' in value && typeof value.text === 'string'
      ? value.text
      : typeof value === 'string'
        ? value
        : ''
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_HEADER)
}

/** Bytes of a message in which its date is searched. */
const MAX_HEAD = 65_536
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/**
 * Returns the calendar date that the sender wrote, in ISO form: a conversion to another time zone would move it, and the library takes today for what it cannot
 * read. Another text is returned as it is.
 */
function dateOf(bytes: Buffer): string {
  const lines = bytes.toString('latin1', 0, MAX_HEAD).trimStart().split(/\r?\n/)
  const end = lines.indexOf('')
  const at = lines.findIndex((line, index) => (end < 0 || index < end) && /^date:/i.test(line))
  if (at < 0) return ''
  const rest = lines.slice(at + 1)
  const folded = rest.slice(
    0,
    rest.findIndex((line) => !/^[ \t]/.test(line)),
  )
  const text = [lines[at]!.slice(5), ...folded].join(' ').replaceAll(/\s+/g, ' ').trim().slice(0, MAX_HEADER)
  const [, day = '', name = '', year = ''] = /^(?:[a-z]{3},? )?(\d{1,2}) ([a-z]{3})[a-z]* (\d{4})\b/i.exec(text) ?? []
  const month = MONTHS.indexOf(name.toLowerCase()) + 1
  const date = new Date(Date.UTC(Number(year), month - 1, Number(day)))
  // A day that the month does not have is not one of the next.
  if (month === 0 || date.getUTCDate() !== Number(day)) return text
  return date.toISOString().slice(0, 10)
}

interface Message {
  headers: Headers
  text: string
  html: string
  names: string[]
}

/** Reads the structure of a message; what follows an error in it is lost. Contents of files are not kept. */
async function parse(bytes: Buffer): Promise<Message> {
  const parser = new MailParser({
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
    checksumAlgo: false,
    // A message within the message is an attached file.
    ignoreEmbedded: true,
  })
  const message: Message = { headers: new Map(), text: '', html: '', names: [] }
  await new Promise<void>((resolve) => {
    parser.on('headers', (headers: Headers) => void (message.headers = headers))
    parser.on('data', (data: AttachmentStream | MessageText) => {
      if (data.type === 'text') {
        message.text = typeof data.text === 'string' ? data.text : ''
        message.html = typeof data.html === 'string' ? data.html : ''
        return
      }
      const { filename, contentType = '', contentDisposition, related } = data
      const isPicture = contentType.startsWith('image/') && (contentDisposition === 'inline' || related === true)
      if (!isPicture) message.names.push(filename ?? 'unnamed')
      const release = () => data.release?.()
      data.content.once('end', release)
      data.content.once('error', release)
      data.content.resume()
    })
    parser.once('end', resolve)
    parser.once('error', () => resolve())
    try {
      parser.end(bytes)
    } catch {
      resolve()
    }
  })
  return message
}
