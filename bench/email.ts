// npm run bench:email [-- --mails N --rounds N]: mails with an attachment of 200 kB by SMTP, and the same files by API, in turns: per second,
// processor time of all processes, and memory of the worker.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createTransport } from 'nodemailer'
import { PDFDocument } from 'pdf-lib'
import { startSmtp } from '../src/api/smtp/server.ts'
import { residentMb, writeBench, type BenchResult } from './bench.ts'
import { invoices } from './import/invoices.ts'
import { allParts, processorTimeOf } from './import/processor-time.ts'
import { startBenchStack, type BenchFile, type BenchStack } from './import/stack.ts'
import { actOnEach } from './parallel.ts'

const { values } = parseArgs({
  options: {
    /** Mails in all. */
    mails: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
  },
})
const rounds = Number(values.rounds)
const perRound = Math.ceil(Number(values.mails) / rounds)
const ATTACHED_BYTES = 185_000
const CONNECTIONS = 4
const LOOK_MS = 50

const invoice = invoices('E')
/** An invoice of about 200 kB, different from all others. */
async function largeFile(): Promise<BenchFile> {
  const small = await invoice()
  const pdf = await PDFDocument.load(small.bytes)
  await pdf.attach(randomBytes(ATTACHED_BYTES), 'scan.bin')
  return { ...small, bytes: Buffer.from(await pdf.save()) }
}

interface Measured {
  seconds: number
  processorMs: number
}

let imported = 0
async function measure(stack: BenchStack, send: () => Promise<void>): Promise<Measured> {
  const started = performance.now()
  const spent = await processorTimeOf(async () => {
    await send()
    await stack.imported((imported += perRound), LOOK_MS)
  })
  return { seconds: (performance.now() - started) / 1000, processorMs: allParts(spent) }
}

const stack = await startBenchStack({ MAIL_RATE_PER_MINUTE: '0' })
const smtp = await startSmtp(stack.deps, 0)
const inbox = (await stack.deps.db('inboxes').whereNotNull('queue_id').first('email')) as { email: string }
const transport = createTransport({
  host: '127.0.0.1',
  port: smtp.port,
  ignoreTLS: true,
  pool: true,
  maxConnections: CONNECTIONS,
  maxMessages: Infinity,
})
const byMail = async (files: BenchFile[]) => {
  const letters = files.map(({ name: filename, bytes: content }) =>
    transport.sendMail({
      from: 'bench@example.org',
      to: inbox.email,
      subject: filename,
      text: 'Please find the invoice attached.',
      attachments: [{ filename, content }],
    }),
  )
  await Promise.all(letters)
}
const byApi = (files: BenchFile[]) => actOnEach(files, CONNECTIONS, (file) => stack.upload([file]))

const [mails, uploads]: [Measured[], Measured[]] = [[], []]
const worker: number[] = []
const heap: number[] = []
for (let round = 0; round < rounds; round++) {
  const [first, second] = [await Promise.all(Array.from({ length: perRound }, largeFile)), []] as [
    BenchFile[],
    BenchFile[],
  ]
  for (let n = 0; n < perRound; n++) second.push(await largeFile())
  mails.push(await measure(stack, () => byMail(first)))
  uploads.push(await measure(stack, () => byApi(second)))
  worker.push(stack.workerMb())
  const { heapMb, externalMb } = await stack.workerHeap()
  heap.push(heapMb + externalMb)
  const [bySmtp, byRest] = [mails.at(-1)!.seconds.toFixed(1), uploads.at(-1)!.seconds.toFixed(1)]
  const memory = `worker ${worker.at(-1)!.toFixed(0)} MB, objects ${heapMb.toFixed(1)} MB + ${externalMb.toFixed(1)} MB`
  console.error(`round ${round + 1} of ${rounds}: ${bySmtp} s, ${byRest} s, ${memory}`)
}
const memory = residentMb()
transport.close()
await smtp.stop()
await stack.stop()

const total = (list: Measured[], key: keyof Measured) => list.reduce((sum, one) => sum + one[key], 0)
const count = rounds * perRound
const perMail = total(mails, 'processorMs') / count
const perUpload = total(uploads, 'processorMs') / count
const results: BenchResult[] = [
  {
    what: `mails with 200 kB, from SMTP to review (${count})`,
    value: count / total(mails, 'seconds'),
    unit: 'mails/s',
  },
  { what: 'the same files by API, one per upload', value: count / total(uploads, 'seconds'), unit: 'uploads/s' },
  { what: 'processor time per mail', value: perMail, unit: 'ms' },
  { what: 'processor time per upload', value: perUpload, unit: 'ms' },
  { what: 'mail to upload', value: perMail / perUpload, unit: '×' },
  { what: 'memory of the worker after the first round', value: worker[0]!, unit: 'MB' },
  { what: 'memory of the worker after the last round', value: worker.at(-1)!, unit: 'MB' },
  { what: 'objects of the worker after the first round, after a garbage collection', value: heap[0]!, unit: 'MB' },
  { what: 'objects of the worker after the last round, after a garbage collection', value: heap.at(-1)!, unit: 'MB' },
  { what: 'memory of API and SMTP server', value: memory, unit: 'MB' },
]
writeBench('email', results)
