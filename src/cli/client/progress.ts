import cliProgress from 'cli-progress'

export interface Progress {
  /** Shows the state of a file. */
  note(name: string, state: string): void
  stop(): void
}

/** Steps of a file: it is sent, its annotation exists, it is read. */
const STEPS = 3
const STEP_OF: Record<string, number> = { waiting: 0, accepted: 1, 'already imported': 1, importing: 2 }
const stepOf = (state: string): number => STEP_OF[state] ?? STEPS

/** More bars than these do not fit on a screen. */
const MAX_BARS = 20

/** Shows a bar per file on a terminal, otherwise, and for many files, a line per step. */
export function openProgress(names: string[], out: NodeJS.WriteStream = process.stdout): Progress {
  return out.isTTY && names.length <= MAX_BARS ? bars(names, out) : lines(names, out)
}

function bars(names: string[], stream: NodeJS.WriteStream): Progress {
  const width = Math.max(...names.map((name) => name.length))
  const multi = new cliProgress.MultiBar(
    { format: '  {name} {bar} {state}', stream, hideCursor: true, barsize: 24, clearOnComplete: false },
    cliProgress.Presets.shades_classic,
  )
  const all = new Map(
    names.map((name) => [name, multi.create(STEPS, 0, { name: name.padEnd(width), state: 'waiting' })]),
  )
  return {
    note: (name, state) => all.get(name)?.update(stepOf(state), { state }),
    stop: () => multi.stop(),
  }
}

function lines(names: string[], out: NodeJS.WriteStream): Progress {
  return {
    note: (name, state) => void out.write(`  file ${names.indexOf(name) + 1} of ${names.length}, ${name}: ${state}\n`),
    stop: () => undefined,
  }
}
