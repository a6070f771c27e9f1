/** `sheaf upload`: sends files to a queue, follows them, and exports what was read. */
import { EXIT, Problem, sayJson } from '../problem.ts'
import { checkExport, exportWithNote, type Format } from './export.ts'
import { importFiles, type Sent } from './imports.ts'
import { openProgress } from './progress.ts'
import { queueNamed } from './queues.ts'
import type { Rest } from './rest.ts'

export interface UploadOptions {
  queue: string
  waits: boolean
  json: boolean
  format?: Format | undefined
  out?: string | undefined
}

/** Returns the exit code: 1 if a file has failed. */
export async function upload(rest: Rest, files: readonly string[], options: UploadOptions): Promise<number> {
  const { json, format, out } = options
  if (out && !format) throw new Problem('--out needs --format.')
  if (format && json && !out) throw new Problem('--json and --format both print: name a file with --out.')
  if (format) await checkExport({ format, out })
  const { id } = await queueNamed(rest, options.queue)
  // Standard output is for results.
  const progress = openProgress([...files], process.stderr)
  const note = (sent: Sent) => progress.note(sent.file, sent.error ? `failed: ${sent.error}` : sent.state)
  const isFollowed = options.waits || Boolean(format)
  const all = await importFiles(rest, id, files, { isFollowed, note }).finally(() => progress.stop())
  if (json) for (const sent of all) sayJson(resultOf(sent))
  const ids = all
    .filter(({ state }) => state !== 'failed')
    .flatMap(({ annotations }) => annotations.map((one) => one.id))
  if (format && ids.length) await exportWithNote(rest, id, { format, out, ids })
  if (!isFollowed) noteAccepted(all.filter(({ state }) => state === 'accepted').length)
  return all.some(({ state }) => state === 'failed') ? EXIT.different : EXIT.ok
}

/** The service may still fail to read a file. */
function noteAccepted(count: number): void {
  if (count === 0) return
  const accepted = count === 1 ? 'The file is accepted, and is' : `${count} files are accepted, and are`
  console.error(
    `${accepted} read in the background. "sheaf queue list" counts what is read and what has failed; --wait waits for it.`,
  )
}

const resultOf = ({ file, state, task, annotations, error }: Sent) => ({
  file,
  status: state,
  task,
  annotations: annotations.map(({ url, status }) => ({ url, status })),
  error,
})
