/**
 * Every way in which a document gets into `importing`. Suites about what an import does (hooks, rules, automation, approvals) run over each of
 * them (`overWaysIn`), and a new way is a new row of this table.
 */
import { zipSync } from 'fflate'
import { afterAll, beforeEach, describe, expect, inject, onTestFailed } from 'vitest'
import type { Deps } from '../../src/deps.ts'
import { acceptMessage, findInbox } from '../../src/domain/mail/accept.ts'
import { unpackArchive } from '../../src/sandbox/children/unpack.ts'
import { readPicturePages } from '../../src/sandbox/children/picture-pages.ts'
import type { DocumentSandbox } from '../../src/sandbox/types.ts'
import type { Answer, Client, Json } from './as.ts'
import { png } from './pictures.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether suites run over all ways in: in the project `ways` only. */
    allWaysIn: true | undefined
  }
}

/** The service that a way enters. */
export interface Door {
  deps: Deps
  /** An administrator of the organization. */
  client: Client
  organization_id: number
  user_id: number
  /** The URL of an object. */
  url(collection: string, id: number): string
  /** Where webhooks of the ways are received; `answers` responds by path before the test does. */
  receiver: { url: string; answers: Map<string, (body: Json) => Promise<Json>> }
  /** Imports everything that is pending, or waits for it, until `load` finds an annotation in review; returns its id. */
  reviewable(load: () => Promise<{ id: number; status: string } | undefined>): Promise<number>
}

/** The file to import. */
export interface File {
  /** Its name without extension, another one for each file of a queue. */
  stem: string
  bytes: Buffer
}

export interface Way {
  name: string
  /** The moves in the queue before the one that ends the import, as `from > to`. */
  moves: readonly string[]
  /** A variant of the way above it that shares its bookkeeping. */
  isVariant?: true
  /** Begins the import of a file into a queue. The annotation may be created later. */
  enter(door: Door, queue_id: number, file: File): Promise<void>
}

const OCTETS = { 'Content-Type': 'application/octet-stream' }
const AGAIN = ['to_review > importing']
const HELD = ['created > importing']

/** What the ways need of a sandbox without a reader: archives, pictures, and pages that are not really cut. */
export const sandboxOfWays: Partial<DocumentSandbox> = {
  unpack: (bytes) => unpackArchive(Buffer.from(bytes)),
  picturePages: (bytes, options) => readPicturePages(bytes, options),
  cutPages: (bytes) => Promise.resolve(Buffer.concat([Buffer.from('%PDF-1.7 cut of '), bytes])),
}

const named = ({ stem, bytes }: File, extension = 'pdf'): [string, Buffer] => [`${stem}.${extension}`, bytes]
function form(...files: [string, Uint8Array][]): FormData {
  const body = new FormData()
  for (const [name, bytes] of files) body.append('content', new Blob([new Uint8Array(bytes)]), name)
  return body
}
/** Names the file in the header. */
const attachment = ({ stem }: File) => ({ ...OCTETS, 'Content-Disposition': `attachment; filename="${stem}.pdf"` })
const zipped = (file: File): [string, Uint8Array] => ['archive.zip', zipSync({ [`${file.stem}.pdf`]: file.bytes })]

async function accepted(answer: Promise<Answer>, status: number): Promise<Json> {
  const { body, ...given } = await answer
  expect([given.status, body]).toEqual([status, body])
  return body
}
const pathOf = (url: string) => url.replace(/^.*\/api\/v1/, '')

/** Two pictures, equal for equal files. */
async function pictures({ stem, bytes }: File): Promise<[string, Buffer][]> {
  const sum = bytes.reduce((total, byte, at) => (total * 31 + byte + at) % 40_000, 7)
  const size = [60 + (sum % 200), 40 + Math.floor(sum / 200)] as const
  return [
    [`${stem}.png`, await png(...size)],
    ['second.png', await png(60, 40)],
  ]
}

/** A hook of `upload.created`, which has to be called before the import begins. */
async function uploadHook(door: Door, queue_id: number, answer: (body: Json) => Promise<Json>): Promise<void> {
  const path = `/way-in/${queue_id}`
  const known = door.receiver.answers.has(path)
  door.receiver.answers.set(path, answer)
  if (known) return
  const hook = {
    type: 'webhook',
    name: 'Way in',
    queues: [door.url('queues', queue_id)],
    events: ['upload.created'],
    config: { url: `${door.receiver.url}${path}` },
    token_owner: door.url('users', door.user_id),
  }
  await accepted(door.client.post('/hooks', hook), 201)
}

/** A queue without rules and hooks, whose schema has the same fields. */
async function spareQueue({ deps: { db }, organization_id }: Door, queue_id: number): Promise<number> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `with copied as (
       insert into schemas (organization_id, name, content)
       select s.organization_id, 'Spare', s.content from schemas s join queues q on q.schema_id = s.id where q.id = ? returning id)
     insert into queues (organization_id, workspace_id, schema_id, name)
     select q.organization_id, q.workspace_id, copied.id, 'Spare' from queues q, copied where q.id = ? and q.organization_id = ?
     returning id`,
    [queue_id, queue_id, organization_id],
  )
  return rows[0]!.id
}

/** Imports the file into a queue of its own; returns the annotation in review. */
async function reviewedElsewhere(door: Door, queue_id: number, file: File): Promise<Json> {
  const spare = await spareQueue(door, queue_id)
  await accepted(door.client.post(`/uploads?queue=${spare}`, form(named(file))), 202)
  const load = () => door.deps.db('annotations').where('queue_id', spare).first('id', 'status')
  return (await door.client.get(`/annotations/${await door.reviewable(load)}`)).body
}

/** Imports a message with the file; `send` stores it for the inbox with this address. */
async function mailed(door: Door, queue_id: number, file: File, send: (raw: Buffer, to: string) => Promise<unknown>) {
  const { db } = door.deps
  const known = await db('inboxes').where({ queue_id }).first<{ email: string } | undefined>('email')
  const inbox = { name: 'Mail', queues: [door.url('queues', queue_id)], email_prefix: 'mail' }
  const { email } = known ?? (await accepted(door.client.post('/inboxes', inbox), 201))
  const count = await db('incoming_messages').count<{ count: string }[]>()
  const lines = [
    'From: Eva Supplier <eva@supplier.example>',
    `To: ${email as string}`,
    'Subject: Bill',
    'Date: Sun, 01 Mar 2026 08:00:00 +0000',
    `Message-ID: <way-in-${queue_id}-${count[0]!.count}@supplier.example>`,
    'MIME-Version: 1.0',
    `Content-Type: application/pdf; name=${file.stem}.pdf`,
    `Content-Disposition: attachment; filename=${file.stem}.pdf`,
    'Content-Transfer-Encoding: base64',
    '',
    file.bytes.toString('base64'),
  ]
  await send(Buffer.from(lines.join('\r\n')), email as string)
}

/** The way of tests outside of `overWaysIn`. */
export const PLAIN_UPLOAD: Way = {
  name: 'POST uploads, multipart',
  moves: [],
  enter: async ({ client }, queue, file) => {
    await accepted(client.post(`/uploads?queue=${queue}`, form(named(file))), 202)
  },
}

export const WAYS_IN: readonly Way[] = [
  PLAIN_UPLOAD,
  {
    name: 'POST uploads, raw body',
    moves: [],
    enter: async ({ client }, queue, file) => {
      await accepted(client.post(`/uploads?queue=${queue}`, file.bytes, attachment(file)), 202)
    },
  },
  {
    name: 'POST uploads/{filename}',
    moves: [],
    isVariant: true,
    enter: async ({ client }, queue, file) => {
      await accepted(client.post(`/uploads/${file.stem}.pdf?queue=${queue}`, file.bytes, OCTETS), 202)
    },
  },
  {
    name: 'POST uploads, an archive',
    moves: [],
    isVariant: true,
    enter: async ({ client }, queue, file) => {
      await accepted(client.post(`/uploads?queue=${queue}`, form(zipped(file))), 202)
    },
  },
  {
    name: 'POST uploads, after a hook of upload.created',
    moves: [],
    isVariant: true,
    enter: async (door, queue, file) => {
      await uploadHook(door, queue, () => Promise.resolve({}))
      await PLAIN_UPLOAD.enter(door, queue, file)
    },
  },
  {
    name: 'POST annotations in status created, by a hook of upload.created',
    moves: HELD,
    enter: async (door, queue, file) => {
      await uploadHook(door, queue, async ({ files, svc_authorization_token: token }) => {
        const headers = { Authorization: `Bearer ${token as string}` }
        const document = await accepted(door.client.post('/documents', form(named(file)), headers), 201)
        const annotation = { status: 'created', document: document.url as string, queue: door.url('queues', queue) }
        await accepted(door.client.post('/annotations', annotation, headers), 201)
        return { files: [{ document: files[0].document, prevent_importing: true }] }
      })
      await accepted(
        door.client.post(`/uploads?queue=${queue}`, form(['cover.pdf', Buffer.from('%PDF-1.7 cover')])),
        202,
      )
    },
  },
  {
    name: 'POST queues/{id}/upload, multipart',
    moves: [],
    enter: async ({ client }, queue, file) => {
      await accepted(client.post(`/queues/${queue}/upload`, form(named(file))), 201)
    },
  },
  {
    name: 'POST queues/{id}/upload, raw body',
    moves: [],
    isVariant: true,
    enter: async ({ client }, queue, file) => {
      await accepted(client.post(`/queues/${queue}/upload`, file.bytes, attachment(file)), 201)
    },
  },
  {
    name: 'POST queues/{id}/upload/{filename}',
    moves: [],
    isVariant: true,
    enter: async ({ client }, queue, file) => {
      await accepted(client.post(`/queues/${queue}/upload/${file.stem}.pdf`, file.bytes, OCTETS), 201)
    },
  },
  {
    name: 'POST queues/{id}/upload, an archive',
    moves: [],
    isVariant: true,
    enter: async ({ client }, queue, file) => {
      await accepted(client.post(`/queues/${queue}/upload`, form(zipped(file))), 201)
    },
  },
  {
    name: 'POST queues/{id}/upload, joined pictures',
    moves: [],
    isVariant: true,
    enter: async ({ client }, queue, file) => {
      await accepted(client.post(`/queues/${queue}/upload?join=true`, form(...(await pictures(file)))), 201)
    },
  },
  {
    name: 'POST queues/{id}/upload, after a hook of upload.created',
    moves: HELD,
    isVariant: true,
    enter: async (door, queue, file) => {
      await uploadHook(door, queue, () => Promise.resolve({}))
      await accepted(door.client.post(`/queues/${queue}/upload`, form(named(file))), 201)
    },
  },
  {
    name: 'POST emails/import',
    moves: [],
    enter: (door, queue, file) =>
      mailed(door, queue, file, (raw, to) => {
        const body = new FormData()
        body.append('raw_message', new Blob([new Uint8Array(raw)]), 'mail.eml')
        body.append('recipient', to)
        return accepted(door.client.post('/emails/import', body), 202)
      }),
  },
  {
    name: 'a message to an inbox',
    moves: [],
    isVariant: true,
    enter: (door, queue, file) =>
      mailed(door, queue, file, async (raw, to) =>
        acceptMessage(door.deps, (await findInbox(door.deps.db, to))!, raw, { source: 'smtp' }),
      ),
  },
  {
    name: 'POST annotations/{id}/edit_pages',
    moves: [],
    enter: async (door, queue, file) => {
      const { id, pages } = await reviewedElsewhere(door, queue, file)
      const part = {
        target_queue: door.url('queues', queue),
        document_name: `${file.stem}.pdf`,
        parent_pages: (pages as string[]).map((page) => ({ page })),
      }
      await accepted(door.client.post(`/annotations/${id as number}/edit_pages`, { edit: [part] }), 200)
    },
  },
  {
    name: 'POST annotations/{id}/edit_pages/in_place',
    moves: AGAIN,
    isVariant: true,
    enter: async (door, queue, file) => {
      const { id, pages } = await reviewedElsewhere(door, queue, file)
      const parent_pages = (pages as string[]).map((page) => ({ page }))
      const body = { target_queue: door.url('queues', queue), parent_pages }
      await accepted(door.client.post(`/annotations/${id as number}/edit_pages/in_place`, body), 200)
    },
  },
  {
    name: 'POST annotations/{id}/copy with reimport',
    moves: [],
    enter: async (door, queue, file) => {
      const { id, url } = await reviewedElsewhere(door, queue, file)
      const to = { target_queue: door.url('queues', queue) }
      await accepted(door.client.post(`/annotations/${id as number}/copy?reimport=true`, to), 200)
      // Otherwise the two are duplicates of each other.
      await accepted(door.client.post(`/annotations/${id as number}/delete`, {}), 204)
      await accepted(door.client.post('/annotations/purge_deleted', { annotations: [url as string] }), 202)
    },
  },
  {
    name: 'PATCH annotations/{id} of status to importing',
    moves: AGAIN,
    isVariant: true,
    enter: async (door, queue, file) => {
      const { url } = await reviewedElsewhere(door, queue, file)
      const path = pathOf(url as string)
      await accepted(door.client.patch(path, { queue: door.url('queues', queue) }), 200)
      await accepted(door.client.patch(path, { status: 'importing', rir_poll_id: null }), 200)
    },
  },
]

let current: Way = PLAIN_UPLOAD
/** The order in which the tests of a suite take turns: a short suite has each kind of way before a variant. */
const TURNS = [...WAYS_IN.filter(({ isVariant }) => !isVariant), ...WAYS_IN.filter(({ isVariant }) => isVariant)]

/** The way of the running test. */
export const wayIn = (): Way => current

function use(way: Way): void {
  current = way
}

/**
 * Runs a suite over the ways in. `npm run test:ways` runs it once for each way. In `npm test` its tests run once and take the ways in turn: a
 * suite about imports has more tests than there are ways. `plain` suites have a worker, which takes seconds for each import: their tests run
 * by a plain upload there. Tests use `entered`; one that fails names its way.
 */
export function overWaysIn(suite: () => void, { plain = false }: { plain?: boolean } = {}): void {
  const runs = inject('allWaysIn')
    ? WAYS_IN.map((way) => ({ name: way.name, ways: [way] }))
    : [plain ? { name: PLAIN_UPLOAD.name, ways: [PLAIN_UPLOAD] } : { name: 'each way in turn', ways: TURNS }]
  describe.each(runs)('by $name', ({ ways }) => {
    let turn = 0
    beforeEach(() => {
      use(ways[turn++ % ways.length]!)
      onTestFailed(() => console.error(`The documents of this test came by ${current.name}.`))
    })
    afterAll(() => use(PLAIN_UPLOAD))
    suite()
  })
}

/**
 * Begins the import of a file into a queue by the way of the test. Returns a function that finds the annotation, which may be created later.
 */
export async function entered(
  door: Door,
  queue_id: number,
  file: File,
): Promise<() => Promise<{ id: number; status: string } | undefined>> {
  const { db } = door.deps
  await current.enter(door, queue_id, file)
  return () =>
    db('annotations as a')
      .join('documents as d', 'd.id', 'a.document_id')
      .where('a.queue_id', queue_id)
      .whereRaw(`d.original_file_name like ?`, [`${file.stem}.%`])
      .orderBy('a.id', 'desc')
      .first('a.id', 'a.status')
}
