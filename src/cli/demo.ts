// `npm run demo`: imports example invoices and exports their data, on this machine and without preparation.
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, loadEnvFile } from '../config.ts'
import { DEMO_PASSWORD, DEMO_QUEUE, DEMO_USER } from '../domain/people/demo.ts'
import { ProvisionError } from '../provision/problem.ts'
import type { ContentTree } from '../rules/content/types.ts'
import type { Client } from './demo/client.ts'
import { logIn } from './demo/client.ts'
import type { Imported } from './demo/documents.ts'
import { examplesIn, importExamples, STEPS } from './demo/documents.ts'
import { confirmOne, exportAll } from './demo/finish.ts'
import { DemoError } from './demo/problem.ts'
import { firstLine, heading, openProgress } from './demo/progress.ts'
import { describeContent } from './demo/table.ts'
import type { Running } from './demo/where.ts'
import { findOrStart } from './demo/where.ts'

const HELP = `npm run demo [-- OPTIONS]: imports the documents under examples/documents and exports the extracted data.

Uses the running service of SHEAF_HOME, or starts one and stops it at the end. A second run uploads no document again.

  --home FOLDER   folder of all data, like SHEAF_HOME (.sheaf)
  --out FOLDER    folder of the exported files (out)
  --keep          leave the service running until Ctrl-C
  --help          show this text`

/** Measured on two cores: 40 s. */
const ESTIMATE =
  'The whole demo takes about a minute. A first start takes a few minutes more, to download programs and models.'

const EXAMPLES = join(import.meta.dirname, '../../examples/documents')

async function queueOf(client: Client): Promise<number> {
  const [queue] = await client.list<{ id: number }>(`queues?name=${DEMO_QUEUE}`)
  if (!queue) throw new DemoError(`The queue "${DEMO_QUEUE}" does not exist; use another SHEAF_HOME for the demo.`)
  return queue.id
}

/** Prints the values read from each document. Throws if a document could not be read. */
async function show(client: Client, imported: Imported[]): Promise<void> {
  const unread: string[] = []
  for (const { name, annotation } of imported) {
    console.log(`\n${name}  (annotation ${annotation.id}, ${annotation.status})`)
    const { content } = await client.get<{ content: ContentTree }>(`annotations/${annotation.id}/content`)
    const { values, lines } = describeContent(content)
    if (values) console.log(lines.join('\n'))
    else unread.push(`${name} (${annotation.messages?.[0]?.content ?? 'no values were found'})`)
  }
  if (unread.length) throw new DemoError(`These documents could not be read: ${unread.join('; ')}.`)
}

/** Returns the path relative to the current folder if the file is below it. */
function shorter(file: string): string {
  const path = relative('', file)
  return path.startsWith('..') ? file : path
}

async function run({ api, temporalUi, stack }: Running, out: string, keep: boolean): Promise<void> {
  const client = await logIn(api)
  const queue = await queueOf(client)
  const examples = examplesIn(EXAMPLES)
  console.log(heading('import', `import ${examples.length} documents into the queue "${DEMO_QUEUE}"`))
  const names = examples.map(({ name }) => name)
  const progress = openProgress(names, STEPS)
  const imported = await importExamples(client, queue, examples, progress).finally(() => progress.stop())
  console.log(heading('show', 'the values read, with the confidence of the extraction and their page'))
  console.log('Dates are shown as YYYY-MM-DD and numbers with a decimal point; exports use the formats of the queue.')
  await show(client, imported)
  console.log(heading('review', 'confirm a document, as a user does after the review'))
  console.log(await confirmOne(client, imported))
  console.log(heading('export', 'write the values of all documents to files'))
  const files = await exportAll(client, queue, imported, out)
  console.log(files.map(shorter).join('\n'))
  const places = [
    ['API', `${api}/v1`],
    ['Documentation', `${api}/docs`],
    ...(temporalUi ? [["Temporal's UI", temporalUi]] : []),
    ['Log in with', `${DEMO_USER}, password ${DEMO_PASSWORD}`],
  ]
  console.log(`\n${places.map(([what, where]) => `${what!.padEnd(14)} ${where}`).join('\n')}`)
  if (!stack) console.log('The service was already running and keeps running.')
  else if (!keep) console.log('Stopping the service; "npm start" starts it again with these documents.')
}

/** Resolves with the exit code on a signal to stop. */
const stopRequested = (): Promise<number> =>
  new Promise((resolve) => {
    process.on('SIGINT', () => resolve(130))
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(143))
  })

function sentenceOf(error: unknown): string {
  const isExpected = error instanceof DemoError || error instanceof ConfigError || error instanceof ProvisionError
  return isExpected ? error.message : `The demo failed: ${error instanceof Error ? error.message : String(error)}`
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      home: { type: 'string' },
      out: { type: 'string' },
      keep: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  loadEnvFile()
  // The demo reports failures in sentences; the log is JSON for programs.
  process.env['LOG_LEVEL'] ??= 'fatal'
  if (values.home) process.env['SHEAF_HOME'] = values.home
  const stopping = stopRequested()
  console.log(firstLine(values.keep ?? false))
  console.log(heading('start', 'start the service, or find the one that runs'))
  console.log(ESTIMATE)
  const running = await findOrStart((sentence) => console.error(sentence))
  try {
    const keep = values.keep ?? false
    const early = await Promise.race([run(running, resolve(values.out ?? 'out'), keep), stopping])
    if (typeof early === 'number') return early
    if (!running.stack || !keep) return 0
    console.log('The service runs until Ctrl-C.')
    const failed = running.stack.failed.then((sentence) => (console.error(sentence), 1))
    return await Promise.race([stopping.then(() => 0), failed])
  } finally {
    await running.stack?.stop()
  }
}

try {
  process.exit(await main())
} catch (error) {
  console.error(sentenceOf(error))
  process.exit(1)
}
