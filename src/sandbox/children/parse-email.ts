/** Parses a raw message: its headers, texts and files, including those in archives and attached messages. */
import { MailParser, type AttachmentStream, type Headers, type MessageText } from 'mailparser'
import { sniff } from '@sheaf/extraction/sniff'
import { ReadError } from '@sheaf/extraction/types'
import { plainText } from '../../rules/mail/email.ts'
import { cleanFileName } from '../../rules/input/file-names.ts'
import { readAuthor } from '../../rules/mail/message-author.ts'
import type { DeliveryReport, EmailPart, ParsedEmail, ParsedEmailFile } from '../email-types.ts'
import { readDeliveryStatus, returnedMessageId } from './delivery-report.ts'
import { lineOf, readHeaders } from './email-headers.ts'
import { describePart } from './email-parts.ts'
import { readTnef } from './tnef.ts'
import { unpackArchive } from './unpack.ts'
import { bodyDocument } from './body-document.ts'
import { isControlPart, openEnvelope } from './envelopes.ts'

/** Levels of messages attached to messages. */
const MAX_DEPTH = 10
const MAX_PARTS = 1000
/** Of all files together; a message of 50 MB and an archive that grows to 40 MB fit. */
const MAX_BYTES = 80 * 2 ** 20
const MAX_TEXT = 100_000

export interface Parsed {
  email: ParsedEmail
  files: ParsedEmailFile[]
}

interface RawFile {
  name: string
  declared: string
  inline: boolean
  bytes: Buffer
  /** Comes from an archive. */
  isArchived?: boolean
}

interface RawMessage {
  headers: Headers
  text: string
  html: string
  files: RawFile[]
  problem: string | null
}

/**
 * Reads a whole message. A part that cannot be read gets a state that says so, and the others are kept. `progress` is called after every
 * part. `renderBody` adds a PDF with the text of the message as the last file.
 */
export async function parseEmail(
  bytes: Buffer,
  progress: () => void = () => undefined,
  { renderBody = false } = {},
): Promise<Parsed> {
  const message = await readMessage(bytes)
  const found = readAuthor(bytes)
  const facts = readHeaders(message.headers, 'author' in found ? found.author : null)
  const collected: Collected = {
    files: [],
    bytes: 0,
    problems: message.problem ? [message.problem] : [],
    report: null,
    signed: null,
  }
  await collect(collected, message.files, { parent: null, depth: 0, progress })
  const report = collected.report
  // The text of a message in a signed envelope.
  const { text, html: rich } = message.text || message.html ? message : (collected.signed ?? message)
  const html = storable(rich)
  const parsed: Parsed = {
    email: {
      ...facts,
      forwarded:
        facts.forwarded ||
        collected.files.some(({ state, declared }) => state === 'container' && isMessage(declared, '')),
      report: report && /^multipart\/report/i.test(typeOf(message.headers)) ? report : null,
      text: storable(text) || storable(plainText(html)),
      html,
      problems: collected.problems.slice(0, 20),
    },
    files: collected.files,
  }
  const rendered = renderBody ? await bodyDocument(parsed.email) : null
  if (rendered) parsed.files.push(await bodyPart(parsed.email.subject, rendered))
  return parsed
}

async function bodyPart(subject: string, bytes: Buffer): Promise<ParsedEmailFile> {
  const name = `${cleanFileName(lineOf(subject.replaceAll(/[/\\]/g, '_'), 100)) || 'message'}.pdf`
  const part: ParsedEmailFile = {
    name,
    declared: 'application/pdf',
    inline: false,
    parent: null,
    state: 'body',
    width: null,
    height: null,
    pages: null,
    bytes,
  }
  return { ...part, ...(await describePart(part)) }
}

/** PostgreSQL stores neither null characters nor halves of surrogate pairs. */
const storable = (text: string): string => text.slice(0, MAX_TEXT).replaceAll('\0', '').toWellFormed()

function typeOf(headers: Headers): string {
  const value = headers.get('content-type')
  return typeof value === 'object' && 'value' in value && typeof value.value === 'string' ? value.value : ''
}

/** Parses one message without the messages attached to it. Keeps what was read before an error. */
async function readMessage(bytes: Buffer): Promise<RawMessage> {
  const parser = new MailParser({
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
    keepDeliveryStatus: true,
    checksumAlgo: false,
    // Attached messages are files, parsed one after the other (`collect`).
    ignoreEmbedded: true,
  })
  const message: RawMessage = { headers: new Map(), text: '', html: '', files: [], problem: null }
  await new Promise<void>((resolve) => {
    const fail = (): void => {
      message.problem ??= 'The structure of the message is damaged.'
      resolve()
    }
    parser.on('headers', (headers: Headers) => void (message.headers = headers))
    parser.on('data', (data: AttachmentStream | MessageText) => {
      if (data.type === 'text') {
        message.text = typeof data.text === 'string' ? data.text : ''
        message.html = typeof data.html === 'string' ? data.html : ''
        return
      }
      const chunks: Buffer[] = []
      const take = (): void => {
        message.files.push(rawFile(data, Buffer.concat(chunks)))
        data.release?.()
      }
      data.content.on('data', (chunk: Buffer) => chunks.push(chunk))
      data.content.once('end', take)
      data.content.once('error', take)
    })
    parser.once('end', resolve)
    parser.once('error', fail)
    try {
      parser.end(bytes)
    } catch {
      fail()
    }
  })
  return message
}

const rawFile = ({ filename, contentType, contentDisposition, related }: AttachmentStream, bytes: Buffer): RawFile => ({
  name: filename ?? '',
  declared: lineOf(contentType || 'application/octet-stream', 255).toLowerCase(),
  inline: contentDisposition === 'inline' || related === true,
  bytes,
})

interface Collected {
  files: ParsedEmailFile[]
  bytes: number
  problems: string[]
  report: DeliveryReport | null
  /** The message in a signed envelope, which is the whole message. */
  signed: RawMessage | null
}

interface Place {
  parent: number | null
  depth: number
  progress: () => void
}

async function collect(found: Collected, files: RawFile[], place: Place): Promise<void> {
  for (const file of files) {
    if (found.files.length >= MAX_PARTS) {
      found.problems.push(`The message has more than ${MAX_PARTS} files.`)
      return
    }
    if (isControlPart(file.declared)) continue
    noteReport(found, file)
    if (isOfTransport(file)) continue
    const isTooLarge = found.bytes + file.bytes.length > MAX_BYTES
    const bytes = isTooLarge ? Buffer.alloc(0) : file.bytes
    found.bytes += bytes.length
    const index = found.files.length
    const part: EmailPart = {
      name: nameOf(file, index),
      declared: file.declared,
      inline: file.inline,
      parent: place.parent,
      state: isTooLarge ? 'too_large' : 'file',
      width: null,
      height: null,
      pages: null,
    }
    const collected: ParsedEmailFile = { ...part, bytes }
    found.files.push(collected)
    if (!isTooLarge) {
      const inner = await contentOf(found, collected, file, place.depth)
      if (inner) await collect(found, inner, { ...place, parent: index, depth: place.depth + 1 })
      else if (collected.state === 'file') Object.assign(collected, await describePart(collected))
    }
    place.progress()
  }
}

/**
 * Whether a part is none that the sender has attached: the headers of another message, or the text behind an attached file, which Exchange and mail programs of
 * telephones send as a file with this name.
 */
export const isOfTransport = ({ declared, name }: Pick<RawFile, 'declared' | 'name'>): boolean =>
  declared === 'text/rfc822-headers' || /^ATT\d{1,9}\.html?$/i.test(name)

function noteReport(found: Collected, { declared, bytes }: RawFile): void {
  if (declared === 'message/delivery-status' || declared === 'message/global-delivery-status') {
    const status = found.report ? null : readDeliveryStatus(bytes)
    if (status) found.report = { ...status, message_id: null }
  }
  if (/^(text\/rfc822-headers|message\/(rfc822|global)(-headers)?)$/.test(declared) && found.report)
    found.report.message_id ??= returnedMessageId(bytes)
}

const isMessage = (declared: string, name: string): boolean =>
  declared === 'message/rfc822' ||
  declared === 'message/global' ||
  (declared === 'application/octet-stream' && /\.eml$/i.test(name))

const isTnef = ({ declared, name }: EmailPart): boolean =>
  /^application\/(vnd\.)?ms-tnef$/.test(declared) || /^winmail\.dat$/i.test(name)

/** Returns the files in a container and sets its state; null for a file that is no container. */
async function contentOf(
  found: Collected,
  part: ParsedEmailFile,
  { isArchived }: RawFile,
  depth: number,
): Promise<RawFile[] | null> {
  const bytes = Buffer.from(part.bytes)
  try {
    if (isMessage(part.declared, part.name)) {
      if (depth >= MAX_DEPTH) throw new ReadError('too_large', 'Too many levels of attached messages.')
      const { files } = await readMessage(bytes)
      part.state = 'container'
      return files
    }
    const signed = openEnvelope(part, bytes)
    if (signed) {
      if (depth >= MAX_DEPTH) throw new ReadError('too_large', 'Too many levels of envelopes.')
      const message = await readMessage(signed)
      if (depth === 0) found.signed ??= message
      part.state = 'container'
      return message.files
    }
    const isOutlook = isTnef(part)
    if (!isOutlook && sniff(bytes) !== 'zip') return null
    if (isArchived || depth >= MAX_DEPTH) throw new ReadError('unsupported', 'Archives in archives are not unpacked.')
    const members = isOutlook ? readTnef(bytes) : await unpackArchive(bytes)
    part.state = 'container'
    return members.map((member) => ({
      name: member.name,
      declared: 'application/octet-stream',
      inline: false,
      bytes: Buffer.from(member.bytes),
      isArchived: !isOutlook,
    }))
  } catch (error) {
    part.state = error instanceof ReadError && error.code === 'encrypted' ? 'encrypted' : 'damaged'
    return []
  }
}

/** Returns a name that can be used as a file name; `/` becomes `_`. */
function nameOf({ name, declared }: RawFile, index: number): string {
  const clean = cleanFileName(name.replaceAll(/[/\\]/g, '_'))
  if (clean && !/^\.+$/.test(clean)) return clean
  const extension = /\/(?:vnd\.|x-)?([a-z0-9]{2,5})$/.exec(declared)?.[1]
  if (declared === 'message/rfc822') return `message-${index + 1}.eml`
  return `attachment-${index + 1}${extension ? `.${extension === 'plain' ? 'txt' : extension}` : ''}`
}
