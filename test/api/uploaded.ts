/** Files to upload, and what became of an upload. */
import { expect } from 'vitest'
import { admin, server } from '../support/tenant-server.ts'

export const RAW = { 'Content-Type': 'application/octet-stream' }
let counter = 0
/** Returns the content of a file that differs from all others. */
export const bytes = () => Buffer.from(`document number ${++counter}`)

/** Returns a form with these files. */
export const form = (...files: [string, Buffer][]) => {
  const created = new FormData()
  for (const [name, content] of files) created.append('content', new Blob([new Uint8Array(content)]), name)
  return created
}
/** Returns the upload of a task response, with its rows. */
export async function uploadOf(answer: { status: number; body: { url: string } }) {
  expect(answer.status, JSON.stringify(answer.body)).toBe(202)
  const task = (await admin.get(`${answer.body.url}?no_redirect=true`)).body
  const upload = (await admin.get(task.content.upload)).body
  const row = await server.deps.db('uploads').where('id', upload.id).first()
  const documents = await Promise.all(upload.documents.map(async (one: string) => (await admin.get(one)).body))
  return { task, upload, row, documents, names: documents.map((document) => document.original_file_name) }
}
