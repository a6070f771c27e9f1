// npm run chaos: kills and starves the processes of the service while clients use it, then checks that nothing was lost or done twice.
import { parseArgs } from 'node:util'
import { STORES } from './chaos/blob-server.ts'
import { runChaos } from './chaos/run.ts'
import { positive, randomSeed } from './options.ts'

const HELP = `npm run chaos [-- --minutes N] [--seed N] [--uploads N] [--store folder|s3] [--help]

Starts PostgreSQL, Temporal, the API and a worker as separate processes in a temporary folder. Eight clients upload, review and
confirm documents over HTTP, while the processes are killed at random moments, each server stops responding for 20 s, disks are
full and the clock is set back. Afterwards waits until the service has settled, and checks what must hold. Exits with 1 if
something does not; then it keeps the folder.

  --minutes N   how long faults are injected (5); every kind at least once, which takes two minutes
  --seed N      of the random generator that chooses faults, pauses and requests (random)
  --uploads N   number of uploads, distributed over the time (500)
  --store NAME  where blobs are: folder, or s3 for an S3 server in a process of its own (folder)
  --help        show this text

A disk is filled only where this process may mount a file system (as root on Linux). Otherwise the blob store is made unwritable
instead, and the disk of the database is left out. The clock is that of JavaScript in the API and the worker.`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: randomSeed() },
    uploads: { type: 'string', default: '500' },
    store: { type: 'string', default: 'folder' },
    help: { type: 'boolean' },
  },
})
if (values.help) console.log(HELP)
else {
  const store = STORES.find((name) => name === values.store)
  if (!store) throw new Error(`--store must be one of ${STORES.join(', ')}.`)
  const ok = await runChaos({
    minutes: positive('minutes', values.minutes, 'number'),
    seed: positive('seed', values.seed, 'number'),
    uploads: positive('uploads', values.uploads, 'number'),
    store,
  })
  process.exit(ok ? 0 : 1)
}
