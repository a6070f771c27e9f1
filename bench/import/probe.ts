/** Time from the upload of a single digital invoice until its review can start, as a user of another organization sees it. */
import { setTimeout as wait } from 'node:timers/promises'
import { invoices } from './invoices.ts'
import type { BenchStack } from './stack.ts'

/** Maximum error of a time. */
const LOOK_MS = 5
/** An invoice that takes longer has been lost. */
const MAX_SECONDS = 300

/** Returns a function that uploads an invoice and returns the seconds until it is `to_review`. */
export function importProbe({ deps }: BenchStack, upload: BenchStack['upload'], prefix: string): () => Promise<number> {
  const digital = invoices(prefix)
  return async () => {
    const file = await digital()
    const started = performance.now()
    const upload_id = await upload([file])
    for (;;) {
      const row = await deps.db('annotations').where({ upload_id, status: 'to_review' }).first('id')
      const seconds = (performance.now() - started) / 1000
      if (row) return seconds
      if (seconds > MAX_SECONDS) throw new Error(`An invoice was not imported within ${MAX_SECONDS} s.`)
      await wait(LOOK_MS)
    }
  }
}

/** Returns the seconds of several probes in sequence. */
export async function secondsOf(probe: () => Promise<number>, count: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) times.push(await probe())
  return times
}
