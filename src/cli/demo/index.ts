/** `sheaf demo`: imports example invoices and exports their data, on this machine and without preparation. */
import { basename, join, relative, resolve } from 'node:path'
import { loadEnvFile } from '../../config.ts'
import { DEMO_PASSWORD, DEMO_QUEUE, DEMO_USER } from '../../domain/people/demo.ts'
import type { ContentTree } from '../../rules/content/types.ts'
import { queueNamed } from '../client/queues.ts'
import { openRest, Refused, type Rest } from '../client/rest.ts'
import { Problem } from '../problem.ts'
import { typed } from '../typed.ts'
import type { Imported } from './documents.ts'
import { examplesIn, importExamples } from './documents.ts'
import { confirmOne, exportAll } from './finish.ts'
import { openProgress } from '../client/progress.ts'
import { firstLine, heading } from './phases.ts'
import { describeContent } from './table.ts'
import type { Running } from './where.ts'
import { findOrStart } from './where.ts'

/** Measured on two cores: 40 s. */
const ESTIMATE =
  'The whole demo takes about a minute. A first start takes a few minutes more, to download programs and models.'

const EXAMPLES = join(import.meta.dirname, '../../../examples/documents')

/** Logs in as the demo's administrator. */
export async function logIn(api: string): Promise<Rest> {
  try {
    return await openRest({ api: `${api}/v1`, login: { username: DEMO_USER, password: DEMO_PASSWORD } })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    throw new Problem(`The demo login (${DEMO_USER}) does not work here; use another SHEAF_HOME for the demo.`)
  }
}

/** Prints the values read from each document. Throws if a document could not be read. */
async function show(rest: Rest, imported: Imported[]): Promise<void> {
  const unread: string[] = []
  for (const { name, annotation } of imported) {
    console.log(`\n${name}  (annotation ${annotation.id}, ${annotation.status})`)
    const { content } = await rest.send<{ content: ContentTree }>('GET', `annotations/${annotation.id}/content`)
    const { values, lines } = describeContent(content)
    if (values) console.log(lines.join('\n'))
    else unread.push(`${name} (${annotation.messages?.[0]?.content ?? 'no values were found'})`)
  }
  if (unread.length) throw new Problem(`These documents could not be read: ${unread.join('; ')}.`)
}

/** Returns the path relative to the current folder if the file is below it. */
function shorter(file: string): string {
  const path = relative('', file)
  return path.startsWith('..') ? file : path
}

async function run({ api, temporalUi, stack }: Running, out: string, keep: boolean): Promise<void> {
  const rest = await logIn(api)
  const { id: queue } = await queueNamed(rest, DEMO_QUEUE)
  const examples = examplesIn(EXAMPLES)
  console.log(heading('import', `import ${examples.length} documents into the queue "${DEMO_QUEUE}"`))
  const progress = openProgress(examples.map((file) => basename(file)))
  const imported = await importExamples(rest, queue, examples, progress).finally(() => progress.stop())
  console.log(heading('show', 'the values read, with the confidence of the extraction and their page'))
  console.log('Dates are shown as YYYY-MM-DD and numbers with a decimal point; exports use the formats of the queue.')
  await show(rest, imported)
  console.log(heading('review', 'confirm a document, as a user does after the review'))
  console.log(await confirmOne(rest, imported))
  console.log(heading('export', 'write the values of all documents to files'))
  const files = await exportAll(rest, queue, imported, out)
  console.log(files.map(shorter).join('\n'))
  if (stack && !keep)
    console.log(`\nStopping the service. \`${typed('up')}\` starts it again, with these documents, at:`)
  const places = [
    ['Review screen', api.replace(/api$/, 'app/')],
    ['API', `${api}/v1`],
    ['Documentation', `${api}/docs`],
    ...(temporalUi ? [["Temporal's UI", temporalUi]] : []),
    ['Log in with', `${DEMO_USER}, password ${DEMO_PASSWORD}`],
  ]
  console.log(`\n${places.map(([what, where]) => `${what!.padEnd(14)} ${where}`).join('\n')}`)
  if (!stack) console.log('The service was already running and keeps running.')
}

/** Resolves with the exit code on a signal to stop. */
const stopRequested = (): Promise<number> =>
  new Promise((resolve) => {
    process.on('SIGINT', () => resolve(130))
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(143))
  })

export interface DemoOptions {
  home?: string | undefined
  out: string
  keep: boolean
}

/** Returns the exit code. */
export async function demo({ home, out, keep }: DemoOptions): Promise<number> {
  loadEnvFile()
  // The demo reports failures in sentences; the log is JSON for programs.
  process.env['LOG_LEVEL'] ??= 'fatal'
  if (home) process.env['SHEAF_HOME'] = home
  const stopping = stopRequested()
  console.log(firstLine(keep))
  console.log(heading('start', 'start the service, or find the one that runs'))
  console.log(ESTIMATE)
  const running = await findOrStart((sentence) => console.error(sentence))
  console.log('The service is ready.')
  try {
    const early = await Promise.race([run(running, resolve(out), keep), stopping])
    if (typeof early === 'number') return early
    if (!running.stack || !keep) return 0
    console.log('The service runs until Ctrl-C.')
    const failed = running.stack.failed.then((sentence) => (console.error(sentence), 1))
    return await Promise.race([stopping.then(() => 0), failed])
  } finally {
    await running.stack?.stop()
  }
}
