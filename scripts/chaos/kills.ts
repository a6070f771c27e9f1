/** Work of clients during which the API and the worker are killed. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../train/random.ts'
import type { Note } from './report.ts'
import type { ChaosStack } from './stack.ts'

export interface KilledWork<Item> {
  items: readonly Item[]
  /** Number of items that are in work at the same time. */
  clients: number
  act(item: Item): Promise<void>
  /** Is noted when the clients have finished. */
  finished: string
}

export interface Kills {
  /** How often the API and the worker are each killed. */
  kills: number
  /** The progress that the whole work makes; the kills are distributed evenly over it. */
  total: number
  /** Each kill is delayed at random by at most this time, in ms. */
  delayMs: number
  random: Random
  /** Chooses how progress is counted until the next kill. */
  chooseProgress(): () => number | Promise<number>
  /** Returns the sentence that is noted immediately before this part is killed. */
  describe(part: string): string | Promise<string>
}

/** Lets the clients work while the API and the worker are killed, alternately. Throws if an item fails. */
export async function workDuringKills<Item>(
  stack: ChaosStack,
  { items, clients, act, finished }: KilledWork<Item>,
  kills: Kills,
  note: Note,
): Promise<void> {
  let waiting = [...items]
  const client = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item)
  }
  const working = Promise.all(Array.from({ length: clients }, client))
  const over = new AbortController()
  const killing = killBoth(stack, kills, note, over.signal)
  try {
    await working
    note(finished)
    await killing
  } finally {
    waiting = []
    over.abort()
  }
}

async function killBoth(
  { parts }: ChaosStack,
  { kills, total, delayMs, random, chooseProgress, describe }: Kills,
  note: Note,
  over: AbortSignal,
): Promise<void> {
  for (let index = 0; index < 2 * kills; index++) {
    const share = Math.floor((total * (index + 1)) / (2 * kills + 1))
    const progress = chooseProgress()
    while ((await progress()) < share) {
      if (over.aborted) return
      await wait(20)
    }
    const part = index % 2 === 0 ? parts.worker : parts.api
    await part.up()
    await wait(random.between(0, delayMs))
    note(await describe(part.name))
    process.kill(part.running()!.pid, 'SIGKILL')
  }
}
