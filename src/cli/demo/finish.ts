import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from './client.ts'
import type { Annotation, Imported } from './documents.ts'
import { DemoError } from './problem.ts'

const FORMATS = ['json', 'xml', 'csv', 'xlsx'] as const
const POLL_MS = 200
const PATIENCE_MS = 60_000

/** Confirms the first document that is ready for review, and waits until it is exported. Returns a sentence about the result. */
export async function confirmOne(client: Client, imported: Imported[]): Promise<string> {
  const exported = imported.find(({ annotation }) => annotation.status === 'exported')
  if (exported) return `${exported.name} has already been confirmed and exported.`
  const chosen = imported.find(({ annotation }) => ['to_review', 'reviewing'].includes(annotation.status))
  if (!chosen) return 'No document is ready for review.'
  const { id } = chosen.annotation
  await client.post(`annotations/${id}/start`)
  await client.post(`annotations/${id}/confirm`)
  for (const end = Date.now() + PATIENCE_MS; ; await wait(POLL_MS)) {
    const { status } = await client.get<Annotation>(`annotations/${id}`)
    if (status === 'exported') return `${chosen.name} is confirmed and exported.`
    if (status === 'failed_export' || Date.now() > end)
      throw new DemoError(`${chosen.name} was confirmed but not exported; its status is ${status}.`)
  }
}

/** Exports all documents of the demo in all four formats; returns the paths of the files. */
export async function exportAll(
  client: Client,
  queue: number,
  imported: Imported[],
  folder: string,
): Promise<string[]> {
  const ids = imported.map(({ annotation }) => annotation.id).join(',')
  mkdirSync(folder, { recursive: true })
  const files: string[] = []
  for (const format of FORMATS) {
    const file = join(folder, `invoices.${format}`)
    writeFileSync(file, await client.download(`queues/${queue}/export?format=${format}&id=${ids}&page_size=100`))
    files.push(file)
  }
  return files
}
