import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { READABLE_EXTENSIONS } from '@sheaf/extraction/sniff'
import { followFiles, importFiles, type Annotation, type Sent } from '../client/imports.ts'
import { pathIn, type Rest } from '../client/rest.ts'
import { Problem } from '../problem.ts'
import type { Progress } from '../client/progress.ts'

export interface Imported {
  name: string
  annotation: Annotation
}

/** The paths of the documents in a folder. */
export function examplesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => READABLE_EXTENSIONS.includes(extname(name).slice(1).toLowerCase()))
    .sort()
    .map((name) => join(folder, name))
}

/** Returns the newest annotation of the organization for a document with this name and identical content, if any. */
async function findAnnotation(rest: Rest, file: string): Promise<Annotation | undefined> {
  const query = { original_file_name: basename(file), ordering: '-id' }
  const bytes = readFileSync(file)
  for (const { id, content } of await rest.all<{ id: number; content: string | null }>('documents', query)) {
    if (!content) continue
    const found = await (await rest.download(pathIn(content))).arrayBuffer()
    if (!bytes.equals(Buffer.from(found))) continue
    return (await rest.all<Annotation>('annotations', { document: String(id), ordering: '-id' }, 1))[0]
  }
  return undefined
}

/** Sends the examples to the queue unless they are imported already, and waits until all have been read; shows each step. */
export async function importExamples(
  rest: Rest,
  queue: number,
  examples: readonly string[],
  progress: Progress,
): Promise<Imported[]> {
  const note = ({ file, state, isKnown }: Sent) => {
    if (!isKnown) progress.note(basename(file), state)
  }
  const options = { rejectIdentical: true, isFollowed: false, note }
  const all = await importFiles(rest, queue, examples, options)
  for (const sent of all.filter(({ isKnown }) => isKnown)) {
    const annotation = await findAnnotation(rest, sent.file)
    if (!annotation) continue
    Object.assign(sent, { state: 'importing', annotations: [annotation], error: null, isKnown: false })
    progress.note(basename(sent.file), 'already imported')
  }
  await followFiles(rest, all, options)
  return all.map(({ file, annotations: [annotation], error }) => {
    if (!annotation) throw new Problem(`${basename(file)} was not accepted: ${error}`)
    return { name: basename(file), annotation }
  })
}
