/** What the suites have in common: their stack, their output and their summary. */
import { failing, invariantTable, type Note, type Result } from './report.ts'
import { startChaosStack, type ChaosStack, type StackOptions } from './stack.ts'

export interface Suite extends StackOptions {
  /** As in `npm run NAME`. */
  name: string
  seed: number
  /** What the run consists of, which is printed at its start. */
  plan: string
  /** What is printed if there are no violations. */
  success: string
  run(stack: ChaosStack, note: Note): Promise<Result[]>
}

/** Runs a suite on a stack of its own, which it deletes if there are no violations. Prints the results; resolves with whether all hold. */
export async function runSuite({ name, seed, plan, success, run, ...options }: Suite): Promise<boolean> {
  const started = performance.now()
  const note: Note = (sentence) =>
    console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  ${sentence}`)
  console.log(`${name}: seed ${seed}, ${plan}`)
  const stack = await startChaosStack(note, options)
  const forget = endOnInterrupt(stack)
  let ok = false
  try {
    const results = await run(stack, note)
    console.log(invariantTable(results))
    ok = failing(results).length === 0
  } finally {
    forget()
    await stack.stop()
    if (ok) stack.remove()
    else console.log(`\nLogs and data are in ${stack.home}.`)
  }
  console.log(`\n${name}: ${ok ? success : 'FAILED'} (seed ${seed})`)
  return ok
}

/** On SIGINT or SIGTERM stops and deletes the stack before the process ends; a second signal ends it at once. The result ends this. */
function endOnInterrupt(stack: ChaosStack): () => void {
  let interrupted = false
  const interrupt = () => {
    if (interrupted) process.exit(1)
    interrupted = true
    void stack.stop().finally(() => {
      stack.remove()
      process.exit(1)
    })
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, interrupt)
  return () => signals.forEach((signal) => process.off(signal, interrupt))
}
