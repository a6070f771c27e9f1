// npm run chaos:hooks: kills the API and the worker during deliveries to a receiver that fails at random, then checks what it received.
import { parseArgs } from 'node:util'
import { runHookChaos } from './chaos/hooks/run.ts'
import { positive, randomSeed } from './options.ts'

const HELP = `npm run chaos:hooks [-- --deliveries N] [--kills N] [--seed N] [--help]

Starts PostgreSQL, Temporal, the API and a worker as separate processes in a temporary folder, and a receiver of webhooks that
responds with 200, 500 or 503, hangs, or resets the connection at random. Documents are imported, reviewed and exported, and two
hooks listen to every change of status, while the API and the worker are killed. Then waits until all calls have ended and checks
that every change arrived, with the same bytes under each id, in order for each annotation and hook, and that the log has every
attempt. Exits with 1 if something does not hold; then it keeps the folder.

  --deliveries N   at least so many deliveries, eight per document (300)
  --kills N        how often the API and the worker are each killed (4)
  --seed N         of the random generators for responses and pauses (random)
  --help           show this text`

const { values } = parseArgs({
  options: {
    deliveries: { type: 'string', default: '300' },
    kills: { type: 'string', default: '4' },
    seed: { type: 'string', default: randomSeed() },
    help: { type: 'boolean' },
  },
})
if (values.help) console.log(HELP)
else {
  const ok = await runHookChaos({
    deliveries: positive('deliveries', values.deliveries),
    kills: positive('kills', values.kills),
    seed: positive('seed', values.seed),
  })
  process.exit(ok ? 0 : 1)
}
