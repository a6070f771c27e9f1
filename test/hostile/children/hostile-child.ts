import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { serve } from '../../../src/sandbox/children/serve.ts'

const kept: unknown[] = []

function attempt(work: () => unknown): string {
  try {
    return String(work() ?? 'done')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'failed'
  }
}

const reach = (port: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('connect', () => resolve('connected'))
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'))
  })

/** Executes the command in the bytes of the "document", which simulates a compromised reader. */
serve(async (_request: unknown, body: Buffer, progress: () => void) => {
  const [what, argument] = body.toString().split(' ', 2)
  console.log('output of a library must not be parsed as a result')
  if (what === 'hang') for (;;) kept.length = 0
  if (what === 'wait') await new Promise(() => undefined)
  if (what === 'dawdle') {
    setInterval(progress, 100)
    await new Promise(() => undefined)
  }
  if (what === 'eat') for (;;) kept.push(Buffer.alloc(8 * 2 ** 20, 1))
  if (what === 'fill-heap') for (;;) kept.push(Array.from({ length: 10_000 }, (_, i) => ({ i })))
  if (what === 'hold') kept.push(Buffer.alloc(Number(argument) * 2 ** 20, 1))
  if (what === 'abort') process.abort()
  if (what === 'exit') process.exit(0)
  if (what === 'throw') throw new TypeError('undefined is not a document')
  if (what === 'flood') return { answer: {}, body: Buffer.alloc(200 * 2 ** 20) }
  if (what === 'look') {
    const descriptors = readdirSync('/proc/self/fd').map((fd) => attempt(() => readlinkSync(`/proc/self/fd/${fd}`)))
    const secret = attempt(() => readFileSync(argument!, 'utf8'))
    const written = attempt(() => writeFileSync(new URL('../../../src/written-by-child', import.meta.url), 'x'))
    return { answer: { document: { pages: [], result: { environment: process.env, descriptors, secret, written } } } }
  }
  if (what === 'reach') return { answer: { document: { pages: [], result: await reach(Number(argument)) } } }
  return { answer: { document: { pages: [], result: { pid: process.pid, text: body.toString() } } } }
})
