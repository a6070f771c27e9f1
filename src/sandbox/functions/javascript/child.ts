// The program of a child for JavaScript functions. Its isolates have only the callbacks of host.ts.
import { connectToParent } from '../children.ts'
import { failure, outOfMemory } from '../failures.ts'
import type { ToChild } from '../protocol.ts'
import { openIsolate, type OpenIsolate } from './isolate.ts'
import { Run } from './run.ts'

// Functions see the same local time on every machine.
process.env['TZ'] = 'UTC'

let spare: OpenIsolate | undefined
let run: Run | undefined

/** An isolate is made while the child is idle, so that a call does not wait for it. */
function takeIsolate(memoryMb: number): OpenIsolate {
  const prepared = spare?.memoryMb === memoryMb ? spare : undefined
  if (!prepared) spare?.isolate.dispose()
  spare = undefined
  return prepared ?? openIsolate(memoryMb)
}

async function perform(head: ToChild & { do: 'run' | 'build' }, body: Buffer): Promise<void> {
  const memoryMb = head.do === 'run' ? head.memory_mb : 128
  const own = new Run(takeIsolate(memoryMb), head.pack, send)
  run = own
  try {
    if (head.do === 'run') await own.call(head, body.toString())
    else await own.build(head.code)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const isMemory = /memory limit|Array buffer allocation/.test(message)
    own.fail(isMemory ? outOfMemory(memoryMb) : failure('crashed', `The function could not run: ${message}.`))
  }
  // The next call may have begun: the response is sent before the isolate has returned.
  if (run === own) run = undefined
  own.dispose()
  prepareNext(memoryMb)
}

/** A child without a call for this time loads modules in advance; before, a call that follows at once would wait for them. */
const IDLE_MS = 50

function prepareNext(memoryMb: number): void {
  setImmediate(() => {
    const prepared = (spare ??= openIsolate(memoryMb))
    setTimeout(() => {
      if (spare === prepared && !run) prepared.preload()
    }, IDLE_MS)
  })
}

const send = connectToParent((head, body) => {
  if (head.do === 'run' || head.do === 'build') void perform(head, body)
  else if (head.do === 'answer') run?.answer(head.id, { status: head.status, headers: head.headers }, body.toString())
  else if (head.do === 'refuse') run?.refuse(head.id, head.message)
})
prepareNext(256)
send({ is: 'ready' })
