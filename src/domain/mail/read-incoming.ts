/** Turns a stored raw message into an email with its documents, unless it is to be ignored. */
import { onBehalfOf } from '../../work/on-behalf.ts'
import { createHash } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { BlobNotFound } from '../../blobs/index.ts'
import { TEXTS } from '@sheaf/extraction/sniff'
import { ReadError } from '@sheaf/extraction/types'
import { authenticateMessage } from '../../mail/authenticate.ts'
import { IncomingMessage, Inbox, Queue, type RowOf } from '../../models/index.ts'
import type { ParsedEmail, ParsedEmailFile } from '../../sandbox/email-types.ts'
import { isFilteredOut, rejectFile, senderPasses, type AttachmentStatus } from '../../rules/mail/incoming.ts'
import { completeFilters } from '../../rules/mail/inbox.ts'
import { headerText } from '../../rules/mail/email.ts'
import { addressesOf, readAuthor } from '../../rules/mail/message-author.ts'
import { refuseType } from '../documents/file-type.ts'
import { describeFile, documentKey, type StoredFile } from '../documents/stored-file.ts'
import { insertDocuments } from '../intake/uploads.ts'
import { transact, type Tx } from '../outbox/transaction.ts'
import { noteBounce } from './bounces.ts'
import { adoptAnswers, emailKey, storeEmail } from './emails.ts'
import { finishIncoming } from './finish-incoming.ts'
import { answersTo, findParent, lockMessages } from './threads.ts'

type Reader = Pick<Deps, 'db' | 'blobs' | 'documents' | 'signals' | 'config' | 'log' | 'dns'>
type Storer = Pick<Deps, 'db' | 'blobs' | 'signals'>
type Message = RowOf<IncomingMessage> & { s3_name: string }

/** Types of files that often accompany an invoice in the text of a message, such as a log or its own copy: they do not replace it. */
const TEXT_TYPES: ReadonlySet<string> = new Set(Object.values(TEXTS))

/** The reader is given up after a message has crashed it this often. */
const CHILD_DEATHS = 3

/**
 * Parses and checks a message, and stores its email with a document for each file. Idempotent by message: documents get the same names in
 * every attempt, and once the email exists nothing is done.
 */
export async function readIncoming(deps: Reader, email_id: number): Promise<void> {
  const message = await IncomingMessage.query(deps.db).findById(email_id)
  if (!message || message.state !== 'received' || message.s3_name === null) return
  const found = { ...message, s3_name: message.s3_name }
  const [inbox, queue] = [
    message.inbox_id === null ? undefined : await Inbox.query(deps.db).findById(message.inbox_id),
    await Queue.query(deps.db).findById(message.queue_id),
  ]
  if (queue?.status !== 'active') return finishIncoming(deps, email_id, 'queue_inactive')
  const raw = await rawOf(deps, found)
  if (!raw) return finishIncoming(deps, email_id, 'gone')
  const authored = readAuthor(raw)
  if ('problem' in authored) {
    deps.log.info({ email_id, reason: authored.problem }, 'a received message has no single author')
    return finishIncoming(deps, email_id, 'no_single_author')
  }
  const { author } = authored
  const wanted = inbox?.body_as_document ?? 'never'
  const { organization_id } = message
  const { email, files, isReadable } = await onBehalfOf({ organization_id }, () => parse(deps, raw, wanted !== 'never'))
  const filters = completeFilters(inbox?.filters ?? {})
  // Also of a message that could not be parsed.
  email.from = { email: author.email, name: author.name }
  if (message.source !== 'import') {
    if (!senderPasses(filters, ...addressesOf(author))) return finishIncoming(deps, email_id, 'sender_denied')
    // Its own messages would come back again and again.
    if (inbox && addressesOf(author).includes(inbox.email.toLowerCase())) return finishIncoming(deps, email_id, 'loop')
    const { dmarc, results } = await authenticateMessage(
      raw,
      { author, envelope: found.envelope },
      { resolver: deps.dns, host: deps.config.mailDomain },
    )
    // A forged message gets no answer: the answer would reach the victim.
    if (dmarc === 'fail') email.automatic ??= 'dmarc=fail'
    if (results) email.headers['authentication-results'] = results
    if (dmarc === 'fail' && inbox?.dmarc_check_action === 'drop')
      return finishIncoming(deps, email_id, 'authentication_failed')
  }
  const accepted = queue.settings.accepted_mime_types ?? []
  // The files of a notification are the message that was sent, not documents.
  const parts = (email.report ? [] : files).map((file, index): StoredPart => {
    const stored = describeFile(
      { name: file.name, bytes: Buffer.from(file.bytes), mime: file.declared },
      createHash('sha256').update(`${found.s3_name}/${index}`).digest('hex').slice(0, 32),
    )
    const facts = { ...stored, width: file.width, height: file.height, state: file.state }
    const status = rejectFile(facts, filters, (one) => refuseType(one, accepted) === null)
    const { parent, pages, width, height } = file
    return { ...stored, parent, pages, width, height, status, isBody: file.state === 'body' }
  })
  const hasFiles = parts.some(
    ({ status, isBody, mime_type }) => status === null && !isBody && !TEXT_TYPES.has(mime_type),
  )
  const isWanted = wanted === 'always' || (wanted === 'without_files' && !hasFiles)
  await store(deps, found, { email, parts: parts.filter(({ isBody }) => isWanted || !isBody), isReadable, raw })
}

async function rawOf({ blobs }: Reader, { s3_name }: Message): Promise<Buffer | null> {
  try {
    return await blobs.get(emailKey(s3_name))
  } catch (error) {
    if (error instanceof BlobNotFound) return null
    throw error
  }
}

const UNREADABLE: ParsedEmail = {
  subject: '',
  message_id: null,
  in_reply_to: null,
  references: [],
  from: null,
  to: [],
  cc: [],
  headers: {},
  automatic: 'unreadable',
  report: null,
  forwarded: false,
  text: '',
  html: '',
  problems: ['The message could not be parsed.'],
}

/** A message that cannot be parsed becomes an email without files, whose raw message people can download. */
async function parse(
  { documents, log }: Reader,
  raw: Buffer,
  renderBody: boolean,
): Promise<{ email: ParsedEmail; files: ParsedEmailFile[]; isReadable: boolean }> {
  for (let death = 1; ; death++) {
    try {
      return { ...(await documents.parseEmail(raw, { renderBody })), isReadable: true }
    } catch (error) {
      if (!(error instanceof ReadError)) throw error
      const died = error.code === 'crashed' || error.code === 'out_of_memory'
      if (died && death < CHILD_DEATHS) continue
      log.warn({ code: error.code }, 'a received message could not be parsed')
      return { email: { ...UNREADABLE }, files: [], isReadable: false }
    }
  }
}

/** Stores an email without texts and files, for a message that cannot be processed. Idempotent by message. */
export async function storeUnreadable(deps: Storer, email_id: number): Promise<void> {
  const message = await IncomingMessage.query(deps.db).findById(email_id)
  if (!message || message.state !== 'received' || message.s3_name === null) return
  const read = { email: { ...UNREADABLE }, parts: [], isReadable: false, raw: Buffer.alloc(0) }
  await store(deps, { ...message, s3_name: message.s3_name }, read)
}

type StoredPart = StoredFile &
  Pick<ParsedEmailFile, 'parent' | 'pages' | 'width' | 'height'> & {
    bytes: Buffer
    status: AttachmentStatus | null
    isBody: boolean
  }

interface Read {
  email: ParsedEmail
  parts: StoredPart[]
  isReadable: boolean
  raw: Buffer
}

async function store(deps: Storer, message: Message, read: Read): Promise<void> {
  const { parts } = read
  // Without a row at first; `npm run reconcile` removes them if this is never completed.
  for (const { s3_name, bytes, mime_type } of parts)
    await deps.blobs.put(documentKey(s3_name), bytes, { contentType: mime_type })
  const isDuplicate = await transact(deps, async (tx) => {
    const locked = await IncomingMessage.query(tx).findById(message.email_id).forUpdate()
    if (locked?.state !== 'received') return false
    const duplicate_key = read.isReadable ? duplicateKey(read) : null
    if (duplicate_key && (await wasReceived(tx, message, duplicate_key))) return true
    await insertEmail(tx, message, read)
    await IncomingMessage.query(tx)
      .findById(message.email_id)
      .patch({
        state: 'stored',
        // The email has it now.
        s3_name: null,
        duplicate_key,
        ...(read.isReadable ? {} : { outcome: 'unreadable' as const }),
        ...(read.email.report ? { outcome: 'bounce' as const } : {}),
      })
    return false
  })
  if (!isDuplicate) return
  await deps.blobs.delete(parts.map(({ s3_name }) => documentKey(s3_name)))
  await finishIncoming(deps, message.email_id, 'duplicate')
}

/**
 * Identifies a message in an inbox: by its `Message-ID` and the contents of its files, because a sender could reuse or guess an id; without
 * an id also by sender, date, subject and text.
 */
function duplicateKey({ email, parts, raw }: Read): string {
  const hash = createHash('sha256')
  const files = parts.filter(({ parent, isBody }) => parent === null && !isBody).map(({ sha256 }) => sha256)
  const { message_id, headers, text, html } = email
  if (message_id) hash.update(JSON.stringify([message_id, files]))
  else if (headers.from || headers.date || headers.subject || text || files.length > 0)
    hash.update(JSON.stringify([headers.from, headers.date, headers.subject, text, html, files]))
  else hash.update(raw)
  return hash.digest('hex')
}

async function wasReceived(tx: Tx, { inbox_id, email_id }: Message, duplicate_key: string): Promise<boolean> {
  // Without the lock, two concurrent deliveries would both find nothing.
  await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 12))', [`${inbox_id}/${duplicate_key}`])
  const earlier = await IncomingMessage.query(tx).where({ inbox_id, duplicate_key }).whereNot({ email_id }).first()
  return earlier !== undefined
}

async function insertEmail(tx: Tx, message: Message, { email, parts }: Read): Promise<void> {
  const { organization_id, queue_id, inbox_id, email_id, creator_id, s3_name, size } = message
  const sender = email.from
  await lockMessages(tx, queue_id, [email.message_id, email.in_reply_to])
  const bounced = email.report ? await noteBounce(tx, queue_id, email.report) : null
  const parent_id = bounced ?? (await findParent(tx, { ...email, queue_id, from: sender?.email ?? null }))
  const isReply = parent_id !== null || email.in_reply_to !== null
  const answers = email.message_id ? await answersTo(tx, queue_id, email.message_id, parent_id) : []
  const [firstAnswer] = answers
  const stored = await storeEmail(tx, {
    id: email_id,
    organization_id,
    queue_id,
    inbox_id,
    parent_id,
    ...(parent_id === null && firstAnswer ? { thread_id: firstAnswer.email_thread_id } : {}),
    type: 'incoming',
    message_id: email.message_id,
    in_reply_to: email.in_reply_to,
    subject: headerText(email.subject),
    from: sender ? addressee(sender) : null,
    to: email.to.map(addressee),
    cc: email.cc.map(addressee),
    bcc: [],
    body_text_plain: email.text,
    body_text_html: email.html,
    labels: [...(email.forwarded ? ['forwarded'] : []), ...(isReply && !email.report ? ['reply'] : [])],
    metadata: message.metadata,
    headers: { ...email.headers, ...(email.automatic ? { automatic: email.automatic } : {}) },
    email_template_id: null,
    s3_name,
    size,
    creator_id,
    document_ids: [],
    related_annotation_ids: [],
    related_document_ids: [],
    filtered_out_document_count: parts.filter(({ status }) => isFilteredOut(status)).length,
  })
  await adoptAnswers(tx, stored, answers)
  await insertParts(tx, message, parts)
}

const addressee = ({ email, name }: { email: string; name: string }) => (name ? { email, name } : { email })

/** Inserts the documents of the files; those from archives and attached messages refer to their containers. */
async function insertParts(tx: Tx, message: Message, parts: StoredPart[]): Promise<void> {
  if (parts.length === 0) return
  const { organization_id, creator_id, email_id } = message
  const who = { user_id: creator_id }
  const ids = await insertDocuments(tx, { upload_id: null, organization_id, who }, parts)
  await tx('documents').whereIn('id', ids).update({ email_id })
  await tx('email_documents')
    .insert(
      parts.map(({ pages, width, height }, index) => ({
        email_id,
        document_id: ids[index]!,
        n_pages: pages,
        width_px: width,
        height_px: height,
      })),
    )
    .onConflict(['email_id', 'document_id'])
    .ignore()
  for (const [status, some] of Map.groupBy(parts.keys(), (index) => parts[index]!.status))
    if (status)
      await tx('documents')
        .whereIn(
          'id',
          [...some].map((index) => ids[index]!),
        )
        .update({ attachment_status: status })
  for (const [parent, some] of Map.groupBy(parts.keys(), (index) => parts[index]!.parent))
    if (parent !== null)
      await tx('documents')
        .whereIn(
          'id',
          [...some].map((index) => ids[index]!),
        )
        .update({ parent_id: ids[parent]! })
}
