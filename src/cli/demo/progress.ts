import cliProgress from 'cli-progress'

/** What the demo does, in order. */
const PHASES = ['start', 'import', 'show', 'review', 'export'] as const
type Phase = (typeof PHASES)[number]

/** Formats the heading of a phase, with its number. */
export const heading = (phase: Phase, text: string): string =>
  `\nStep ${PHASES.indexOf(phase) + 1} of ${PHASES.length}: ${text}`

/** The first line of the demo: whether the service will run afterwards. */
export const firstLine = (keep: boolean): string =>
  keep
    ? 'This demo leaves the service running until you press Ctrl-C.'
    : 'This demo stops the service at the end if it started it; "npm run demo -- --keep" leaves it running.'

export interface Progress {
  /** Reports that `done` steps of a document are complete; a number that is not higher than before has no effect. */
  step(name: string, done: number, state: string): void
  stop(): void
}

/** Shows a bar per document on a terminal, otherwise a line per step. */
export function openProgress(names: string[], steps: number, out: NodeJS.WriteStream = process.stdout): Progress {
  return out.isTTY ? bars(names, steps, out) : lines(steps, out)
}

function bars(names: string[], steps: number, stream: NodeJS.WriteStream): Progress {
  const width = Math.max(...names.map((name) => name.length))
  const multi = new cliProgress.MultiBar(
    { format: '  {name} {bar} {state}', stream, hideCursor: true, barsize: 24, clearOnComplete: false },
    cliProgress.Presets.shades_classic,
  )
  const all = new Map(
    names.map((name) => [name, multi.create(steps, 0, { name: name.padEnd(width), state: 'waiting' })]),
  )
  return {
    step: (name, done, state) => all.get(name)?.update(done, { state }),
    stop: () => multi.stop(),
  }
}

function lines(steps: number, out: NodeJS.WriteStream): Progress {
  const reached = new Map<string, number>()
  return {
    step: (name, done, state) => {
      if (done <= (reached.get(name) ?? 0)) return
      reached.set(name, done)
      out.write(`  [${done}/${steps}] ${name}: ${state}\n`)
    },
    stop: () => undefined,
  }
}
