import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, EngineSetup } from './engine.ts'

/** One process per core, all with the same engine. */
export interface Crew {
  /** Reads the files, each process one at a time. Returns their texts in order, and the total seconds. */
  read(files: string[]): Promise<{ texts: string[]; seconds: number }>
  /** Maximum memory of any process with its children, in MB. */
  peakMemory(): number
  end(): void
}

/** Starts the processes and waits until their engines are open; rejects with the reason if one cannot be opened. */
export async function openCrew(setup: EngineSetup, size: number): Promise<Crew> {
  const members = Array.from({ length: size }, () =>
    fork(join(import.meta.dirname, 'engine.ts'), [JSON.stringify(setup)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  )
  const end = (): void => members.forEach((member) => member.kill())
  let peak = 0
  const watch = setInterval(() => {
    for (const { pid } of members) if (pid) peak = Math.max(peak, memoryOf(pid))
  }, 25)
  watch.unref()
  const stop = (): void => {
    clearInterval(watch)
    end()
  }
  for (const answer of await Promise.all(members.map(nextAnswer))) {
    if ('error' in answer) {
      stop()
      throw new Error(answer.error)
    }
  }
  return {
    read: async (files) => {
      const texts: string[] = []
      let next = 0
      const started = performance.now()
      await Promise.all(
        members.map(async (member) => {
          for (let index = next++; index < files.length; index = next++) {
            const answer = nextAnswer(member)
            member.send(files[index]!)
            const got = await answer
            if ('error' in got) throw new Error(`${files[index]}: ${got.error}`)
            texts[index] = got.text
          }
        }),
      )
      return { texts, seconds: (performance.now() - started) / 1000 }
    },
    peakMemory: () => peak,
    end: stop,
  }
}

function nextAnswer(member: ChildProcess): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`An engine's process exited with ${code}.`))
    member.once('exit', ended)
    member.once('message', (message) => {
      member.off('exit', ended)
      resolve(message as Answer)
    })
  })
}

/** Returns resident memory of a process and its children in MB, from /proc; 0 without /proc. */
function memoryOf(pid: number): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1])
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ').filter(Boolean)
    return (pages * 4096) / 2 ** 20 + children.reduce((sum, child) => sum + memoryOf(Number(child)), 0)
  } catch {
    return 0
  }
}
