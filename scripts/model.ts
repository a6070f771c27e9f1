// npm run model: random actions of users against a model derived from the table of moves, and many reviewers of one queue.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const HELP = `npm run model [-- --steps N] [--seed N] [--reviewers N] [--annotations N] [--shrink] [--help]

Starts PostgreSQL, Temporal, the API and a worker. First, random users act on random annotations while the worker stops and starts: status,
columns, events, counts, calls of webhooks and the lists of Temporal must agree with a model derived from the table of moves. Then many
reviewers work on one queue at the same time: no confirmed answer is lost. Prints seed and figures; exits with 1 if something differs.

  --steps N        commands of the model (1000); 0 leaves this part out
  --seed N         repeats the commands of a run, which prints it (random)
  --reviewers N    reviewers at the same time (20); 0 leaves this part out
  --annotations N  annotations in their queue (500)
  --shrink         looks for the shortest sequence of commands that fails
  --help           show this text`

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    reviewers: { type: 'string', default: '20' },
    annotations: { type: 'string', default: '500' },
    shrink: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

/** Runs a test file with these settings; returns the exit code. */
async function run(file: string, settings: Record<string, string>): Promise<number> {
  const command = [join(import.meta.dirname, 'run.mjs'), 'bin:vitest', 'run', '--project', 'stack', file]
  const child = spawn(process.execPath, command, { env: { ...process.env, ...settings }, stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

if (values.help) console.log(HELP)
else {
  const { steps, seed, reviewers, annotations, shrink } = values
  const model = { MODEL_STEPS: steps, MODEL_SEED: seed, ...(shrink ? { MODEL_SHRINK: '1' } : {}) }
  const first = steps === '0' ? 0 : await run('test/workflows/model.test.ts', model)
  const review = { REVIEWERS: reviewers, REVIEWED_ANNOTATIONS: annotations, MODEL_SEED: seed }
  const second = reviewers === '0' ? 0 : await run('test/api/many-reviewers.test.ts', review)
  process.exit(first || second)
}
