import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { exportQueue, FORMATS } from '../client/export.ts'
import type { Annotation } from '../client/imports.ts'
import type { Rest } from '../client/rest.ts'
import { Problem } from '../problem.ts'
import type { Imported } from './documents.ts'

const POLL_MS = 200
const PATIENCE_MS = 60_000

/** Confirms the first document that is ready for review, and waits until it is exported. Returns a sentence about the result. */
export async function confirmOne(rest: Rest, imported: Imported[]): Promise<string> {
  const exported = imported.find(({ annotation }) => annotation.status === 'exported')
  if (exported) return `${exported.name} has already been confirmed and exported.`
  const chosen = imported.find(({ annotation }) => ['to_review', 'reviewing'].includes(annotation.status))
  if (!chosen) return 'No document is ready for review.'
  const { id } = chosen.annotation
  await rest.send('POST', `annotations/${id}/start`, {})
  await rest.send('POST', `annotations/${id}/confirm`, {})
  for (const end = Date.now() + PATIENCE_MS; ; await wait(POLL_MS)) {
    const { status } = await rest.send<Annotation>('GET', `annotations/${id}`)
    if (status === 'exported') return `${chosen.name} is confirmed and exported.`
    if (status === 'failed_export' || Date.now() > end)
      throw new Problem(`${chosen.name} was confirmed but not exported; its status is ${status}.`)
  }
}

/** Exports all documents of the demo in all four formats; returns the paths of the files. */
export async function exportAll(rest: Rest, queue: number, imported: Imported[], folder: string): Promise<string[]> {
  const ids = imported.map(({ annotation }) => annotation.id)
  // The exports contain what the documents say.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const files: string[] = []
  for (const format of FORMATS) {
    const file = join(folder, `invoices.${format}`)
    await exportQueue(rest, queue, { format, out: file, ids })
    files.push(file)
  }
  return files
}
