// npm run model:approvals: random changes of the configuration beside documents with approvals.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const HELP = `npm run model:approvals [-- --steps N] [--seed N] [--help]

Starts PostgreSQL and the API. Random people confirm, approve, change, move, copy and export documents, while random changes of workflows,
steps, queues, schemas and users take place. After each step, no document may be confirmed or exported with values that needed an approval and
do not have it. Prints seed and figures; exits with 1 if one is.

  --steps N   actions (500)
  --seed N    chooses the actions; the same seed repeats them (1)
  --help      show this text`

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(HELP)
else {
  const command = [join(import.meta.dirname, 'run.mjs'), 'bin:vitest', 'run', '--project', 'stack']
  const env = { ...process.env, MODEL_STEPS: values.steps, MODEL_SEED: values.seed }
  const child = spawn(process.execPath, [...command, 'test/api/approvals-model.test.ts'], { env, stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exit(code ?? 1)
}
