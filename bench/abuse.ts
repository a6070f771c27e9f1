// npm run bench:abuse [-- --seconds N --nodes N --archives N --only NAME]: loads of one user, each beside requests of another organization, which are
// measured with and without the load in turns. The loads go to an API that this program starts, on the loopback interface.
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { LOADS, type LoadData, type LoadEnd, type LoadName } from './abuse/load.ts'
import { copies, enlarge } from './abuse/large-document.ts'
import { percentile, writeBench, type BenchResult } from './bench.ts'
import { archiveOf } from './import/archive.ts'
import { invoices } from './import/invoices.ts'
import { importProbe, secondsOf } from './import/probe.ts'
import { startBenchStack, type BenchAccount } from './import/stack.ts'

const { values } = parseArgs({
  options: {
    /** Duration of each load, and of the time without it. */
    seconds: { type: 'string', default: '15' },
    /** Nodes of the large document. */
    nodes: { type: 'string', default: '50000' },
    /** ZIPs of 200 PDF files, one after the other. */
    archives: { type: 'string', default: '2' },
    /** One of the loads: reads, patches, unread, sideload, open, archive. */
    only: { type: 'string' },
  },
})
const seconds = Number(values.seconds)
const archives = Number(values.archives)
/** Copies of the large document in the list with `sideload=content`. */
const COPIES = 4
const MEMBERS = 200
const TARGET = 3
/** A request of the probe that takes longer, or is not answered as it should be, counts with this time. */
const MAX_SECONDS = 60
/** For the service to finish what a load has left behind. */
const CALM_S = 300
/** Between two requests of the probe. */
const PAUSE_MS = 20

const DESCRIBED: Record<LoadName, string> = {
  reads: 'GET of content and nodes of a document of NODES nodes on four connections',
  patches: 'PATCH of its nodes on four connections',
  unread: '20 clients that do not read their answers',
  sideload: 'lists with sideload=content of such annotations on two connections',
  open: 'password/score and openapi.json without a login on four connections',
}

const stack = await startBenchStack()
const { db } = stack.deps
const results: BenchResult[] = []

/** Imports one invoice and returns its annotation. */
async function imported({ upload }: BenchAccount, make: ReturnType<typeof invoices>): Promise<number> {
  const upload_id = await upload([await make()])
  for (;;) {
    const row = await db('annotations').where({ upload_id, status: 'to_review' }).first('id')
    if (row) return row.id as number
    await wait(50)
  }
}

/** Milliseconds of the requests of the other organization: a list, an annotation and its content, in turns. */
async function requestProbe(root: string, token: string, annotation_id: number, forMs: number): Promise<number[]> {
  const paths = ['/annotations?page_size=20', `/annotations/${annotation_id}`, `/annotations/${annotation_id}/content`]
  const times: number[] = []
  for (const until = performance.now() + forMs; performance.now() < until || times.length < 3;) {
    const started = performance.now()
    let isAnswered = false
    try {
      const answer = await fetch(`${root}${paths[times.length % paths.length]}`, {
        headers: { Authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(MAX_SECONDS * 1000),
      })
      await answer.arrayBuffer()
      isAnswered = answer.ok
    } catch {
      // A connection that was closed, or an answer that did not come in time.
    }
    times.push(isAnswered ? performance.now() - started : MAX_SECONDS * 1000)
    await wait(PAUSE_MS)
  }
  return times
}

/** Waits until the service has finished what the load before has left behind; throws if that takes minutes. */
async function calm(probe: (forMs: number) => Promise<number[]>, without: number[]): Promise<void> {
  const most = 2 * percentile(without, 0.95)
  for (const end = performance.now() + CALM_S * 1000; performance.now() < end;) {
    if (percentile(await probe(2_000), 0.95) <= most) return
  }
  throw new Error('The service did not become calm after a load.')
}

async function besideLoad(
  data: LoadData,
  probe: () => Promise<number[]>,
): Promise<{ times: number[]; ended: LoadEnd }> {
  const thread = new Worker(join(import.meta.dirname, 'abuse', 'load.ts'), { workerData: data })
  await once(thread, 'online')
  const times = await probe()
  thread.postMessage('stop')
  const [ended] = (await once(thread, 'message')) as [LoadEnd]
  await thread.terminate()
  return { times, ended }
}

function compare(what: string, unit: 'ms' | 's', without: number[], beside: number[]): void {
  const row = (name: string, times: number[], p: number): BenchResult => ({
    what: `  p${p * 100} ${name}`,
    value: percentile(times, p),
    unit,
  })
  const ratio = percentile(beside, 0.95) / percentile(without, 0.95)
  results.push(
    { what: `${what}: p95 with / without`, value: ratio, unit: '×', target: `<= ${TARGET}`, met: ratio <= TARGET },
    row('without', without, 0.5),
    row('with', beside, 0.5),
    row('without', without, 0.95),
    row('with', beside, 0.95),
    { what: '  measured with the load', value: beside.length, unit: unit === 's' ? 'imports' : 'requests' },
  )
}

try {
  const make = invoices('A')
  const [abuser, other] = [await stack.account('abuser'), await stack.account('other')]
  const mine = await imported(other, make)
  const wanted = LOADS.filter((load) => !values.only || values.only === load)
  if (wanted.length > 0) {
    // Before there are connections to the process, which would be idle meanwhile.
    const annotation_id = await imported(abuser, make)
    const node_ids = await enlarge(db, annotation_id, Number(values.nodes))
    if (wanted.includes('sideload')) await copies(db, annotation_id, COPIES)
    const root = await stack.apiProcess()
    const started = await fetch(`${root}/annotations/${annotation_id}/start`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${abuser.token}` },
    })
    if (!started.ok) throw new Error(`The review could not be started: ${await started.text()}`)
    const probeFor = (forMs: number) => requestProbe(root, other.token, mine, forMs)
    const probe = () => probeFor(seconds * 1000)
    const first = await probe()
    for (const load of wanted) {
      await calm(probeFor, first)
      const without = await probe()
      const { times, ended } = await besideLoad({ load, root, token: abuser.token, annotation_id, node_ids }, probe)
      compare(DESCRIBED[load].replace('NODES', values.nodes), 'ms', without, times)
      results.push(
        { what: '  answers to the load', value: ended.requests, unit: '' },
        { what: '  of these refused', value: ended.refused, unit: '' },
      )
    }
  }
  if (archives > 0 && (!values.only || values.only === 'archive')) {
    const probe = importProbe(stack, other.upload, 'P')
    await secondsOf(probe, 3)
    const without = await secondsOf(probe, 9)
    const beside: number[] = []
    const importing = async () =>
      Number((await db('annotations').where('status', 'importing').count('* as n').first())!['n'])
    for (let n = 0; n < archives; n++) {
      await abuser.upload([await archiveOf(`archive-${n}.zip`, MEMBERS, make)])
      while ((await importing()) === 0) await wait(5)
      while ((await importing()) > 0) beside.push(await probe())
    }
    compare(`a ZIP of ${MEMBERS} small PDF files, from upload to review`, 's', without, beside)
  }
  writeBench('abuse', results)
} finally {
  await stack.stop()
}
process.exit(0)
