import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from './client.ts'
import { DemoError } from './problem.ts'
import type { Progress } from './progress.ts'

export interface Example {
  name: string
  bytes: Buffer
}

export interface Annotation {
  id: number
  url: string
  status: string
  document: string
  messages: { content?: string }[] | null
}

export interface Imported {
  name: string
  annotation: Annotation
  /** Whether it was imported before this run. */
  wasThere: boolean
}

/** Steps of a progress bar: sent, annotation created, read. */
export const STEPS = 3
const POLL_MS = 300
/** Maximum time without progress. */
const PATIENCE_MS = 5 * 60_000
const IN_PROGRESS = ['created', 'importing']

export function examplesIn(folder: string): Example[] {
  return readdirSync(folder)
    .filter((name) => /\.(pdf|png|jpe?g|tiff?|docx?|xlsx?)$/i.test(name))
    .sort()
    .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
}

/** Returns the newest document of the organization with this name and identical content, if any. */
async function findDocument(client: Client, { name, bytes }: Example): Promise<string | undefined> {
  const query = new URLSearchParams({ original_file_name: name, ordering: '-id' })
  const found = await client.list<{ url: string; content: string | null }>(`documents?${query}`)
  for (const { url, content } of found) if (content && (await client.download(content)).equals(bytes)) return url
  return undefined
}

/** Uploads the example unless it is already imported. */
async function send(client: Client, queue: number, example: Example): Promise<{ document: string; wasThere: boolean }> {
  const sent = await client.upload(`uploads?queue=${queue}&reject_identical=true`, example.name, example.bytes)
  if ('error' in sent) {
    const there = sent.error.status === 409 ? await findDocument(client, example) : undefined
    if (there) return { document: there, wasThere: true }
    throw new DemoError(`${example.name} was not accepted: ${sent.error.detail}`)
  }
  const task = await client.get<{ content: { upload: string } }>(`${sent.url}?no_redirect=true`)
  const upload = await client.get<{ documents: string[] }>(task.content.upload)
  return { document: upload.documents[0]!, wasThere: false }
}

/** Sends the examples to the queue, and waits until all have been read; reports each step to `progress`. */
export async function importExamples(
  client: Client,
  queue: number,
  examples: Example[],
  progress: Progress,
): Promise<Imported[]> {
  const sent = new Map<string, { name: string; wasThere: boolean }>()
  for (const example of examples) {
    const { document, wasThere } = await send(client, queue, example)
    sent.set(document, { name: example.name, wasThere })
    progress.step(example.name, 1, wasThere ? 'already imported' : 'sent')
  }
  const ids = [...sent.keys()].map((url) => url.split('/').at(-1)!).join(',')
  for (let last = '', since = Date.now(); ; await wait(POLL_MS)) {
    // Ordered by age: if a document has several annotations, the newest counts.
    const found = await client.list<Annotation>(`annotations?document=${ids}&ordering=id&page_size=100`)
    const annotations = new Map(found.map((annotation) => [annotation.document, annotation]))
    for (const [document, { status }] of annotations) {
      const isRead = !IN_PROGRESS.includes(status)
      progress.step(sent.get(document)!.name, isRead ? 3 : 2, isRead ? status : 'reading')
    }
    const isDone = [...annotations.values()].every(({ status }) => !IN_PROGRESS.includes(status))
    if (isDone && annotations.size === sent.size) {
      return [...sent].map(([document, one]) => ({ ...one, annotation: annotations.get(document)! }))
    }
    const now = JSON.stringify([...annotations.values()].map(({ id, status }) => [id, status]))
    if (now !== last) since = Date.now()
    last = now
    if (Date.now() - since > PATIENCE_MS) {
      throw new DemoError('The documents are not being imported: no progress for five minutes.')
    }
  }
}
