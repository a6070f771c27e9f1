/** Sends files to a queue and follows them until they are read. */
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '../problem.ts'
import { whyUnreadable } from '../unreadable.ts'
import { idIn, pathIn, Refused, type Rest } from './rest.ts'

export interface Annotation {
  id: number
  url: string
  status: string
  document: string
  messages: { content?: string }[] | null
}

interface Task {
  status: 'running' | 'succeeded' | 'failed'
  detail: string | null
  content: { upload?: string }
}

/** A file and what has become of it. */
export interface Sent {
  file: string
  /** `accepted`, `importing`, then the status of its annotations; `failed` with the reason in `error`. */
  state: string
  annotations: Annotation[]
  error: string | null
  /** URL of the task of the import; null before the upload, and if it was refused. */
  task: string | null
  /** The organization has the same file already: it was refused for this reason. */
  isKnown: boolean
}

export interface ImportOptions {
  /** Refuses files that the organization has already. */
  rejectIdentical?: boolean
  /** Whether to follow the files until they are read. */
  isFollowed: boolean
  /** Called after each change of a file. */
  note(sent: Sent): void
}

const AT_ONCE = 4
const POLL_MS = 300
/** Ids in one request for a list. */
const PER_LIST = 100
/** Longest time in which nothing changes. */
const PATIENCE_MS = 5 * 60_000
const IN_PROGRESS = ['created', 'importing']
const FAILED = ['failed_import']

/** Sends the files, a few at once, and returns them in their order. */
export async function importFiles(
  rest: Rest,
  queue: number,
  files: readonly string[],
  options: ImportOptions,
): Promise<Sent[]> {
  const all = files.map((file): Sent => ({
    file,
    state: 'waiting',
    annotations: [],
    error: null,
    task: null,
    isKnown: false,
  }))
  const waiting = all.values()
  let isStopped = false
  const send = async () => {
    try {
      for (const sent of waiting) {
        if (isStopped) return
        await sendOne(rest, queue, sent, options)
      }
    } finally {
      // Only reached before the end by an error that concerns all files: the others are not sent.
      isStopped = true
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, send))
  const failure = ended.find((one) => one.status === 'rejected')
  if (failure) throw failure.reason
  if (options.isFollowed) await followFiles(rest, all, options)
  return all
}

function change(sent: Sent, changes: Partial<Sent>, { note }: ImportOptions): void {
  Object.assign(sent, changes)
  note(sent)
}

async function sendOne(rest: Rest, queue: number, sent: Sent, options: ImportOptions): Promise<void> {
  const form = new FormData()
  const reason = await whyUnreadable(sent.file)
  if (reason) return change(sent, { state: 'failed', error: reason }, options)
  form.set('content', await openAsBlob(sent.file), basename(sent.file))
  try {
    const identical = options.rejectIdentical ? '&reject_identical=true' : ''
    const { url } = await rest.send<{ url: string }>('POST', `uploads?queue=${queue}${identical}`, form)
    change(sent, { state: 'accepted', task: url }, options)
  } catch (error) {
    // Wrong credentials concern all files.
    if (!(error instanceof Refused) || error.status === 401) throw error
    change(sent, { state: 'failed', error: error.message, isKnown: error.status === 409 }, options)
  }
}

/** Follows the files until each is read or has failed. Throws Problem if nothing changes for a long time. */
export async function followFiles(rest: Rest, all: readonly Sent[], options: ImportOptions): Promise<void> {
  for (let since = Date.now(), last = ''; ; await wait(POLL_MS)) {
    const importing = all.filter(({ state }) => ['accepted', 'importing'].includes(state))
    if (importing.length === 0) return
    for (const sent of importing.filter(({ annotations }) => annotations.length === 0))
      await followTask(rest, sent, options)
    await followAnnotations(rest, importing, options)
    const now = JSON.stringify(all.map(({ state, annotations }) => [state, annotations.map(({ status }) => status)]))
    if (now !== last) [since, last] = [Date.now(), now]
    if (Date.now() - since > PATIENCE_MS) throw new Problem('Nothing was imported for five minutes. Do workers run?')
  }
}

async function followTask(rest: Rest, sent: Sent, options: ImportOptions): Promise<void> {
  const task = await rest.send<Task>('GET', `${pathIn(sent.task ?? '')}?no_redirect=true`)
  if (task.status === 'failed')
    return change(sent, { state: 'failed', error: task.detail ?? 'The import failed.' }, options)
  const upload = task.content.upload && (await rest.find<{ annotations: string[] }>(pathIn(task.content.upload)))
  if (!upload || upload.annotations.length === 0) {
    if (task.status === 'succeeded') change(sent, { state: 'failed', error: 'The file has no documents.' }, options)
    return
  }
  // An archive has more documents while it is unpacked.
  if (task.status === 'running') return
  const annotations = upload.annotations.map((url) => ({
    id: idIn(url),
    url,
    status: 'created',
    document: '',
    messages: null,
  }))
  change(sent, { state: 'importing', annotations }, options)
}

/** Reads the annotations of the files, and settles the files of which all annotations are read. */
async function followAnnotations(rest: Rest, importing: readonly Sent[], options: ImportOptions): Promise<void> {
  const ids = importing.flatMap(({ annotations }) => annotations.map(({ id }) => id))
  const current = new Map<number, Annotation>()
  for (let start = 0; start < ids.length; start += PER_LIST) {
    const id = ids.slice(start, start + PER_LIST).join(',')
    for (const found of await rest.all<Annotation>('annotations', { id })) current.set(found.id, found)
  }
  for (const sent of importing.filter(({ annotations }) => annotations.length > 0)) {
    const annotations = sent.annotations.map((one) => current.get(one.id) ?? one)
    if (annotations.some(({ status }) => IN_PROGRESS.includes(status))) continue
    const failed = annotations.find(({ status }) => FAILED.includes(status))
    const state = failed ? 'failed' : [...new Set(annotations.map(({ status }) => status))].join(', ')
    const error = failed ? (failed.messages?.[0]?.content ?? 'The document could not be read.') : null
    change(sent, { annotations, state, error }, options)
  }
}
