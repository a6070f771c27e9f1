/** The processes of a service on several machines. Each logs what prevents its start and then exits with 1. */
import { command } from '../command.ts'
import { EXIT } from '../problem.ts'

const SETTINGS = 'The settings are environment variables (.env.example); docs/production.md describes the processes.'

export const api = command({
  usage: 'api',
  purpose: 'Serve the API until SIGTERM',
  details: SETTINGS,
  examples: [['PORT=8090 sheaf api', 'with DATABASE_URL, TEMPORAL_ADDRESS, S3_BUCKET and the keys in .env']],
  run: async () => {
    // The service does not wait for it: the screen is served from the moment when it is built.
    const { ensureScreen } = await import('../../provision/screen.ts')
    void ensureScreen((sentence) => console.error(sentence))
    await (await import('../../api/main.ts')).runApi()
    return EXIT.ok
  },
})

export const worker = command({
  usage: 'worker',
  purpose: 'Run workflows and read documents until SIGTERM',
  details: SETTINGS,
  examples: [['WORKER_QUEUES=documents sheaf worker', 'only read documents']],
  run: async () => {
    await (await import('../../worker/main.ts')).runWorker()
    return EXIT.ok
  },
})

export const smtp = command({
  usage: 'smtp',
  purpose: 'Receive mail for inboxes until SIGTERM',
  details: SETTINGS,
  examples: [['MAIL_PORT=2525 sheaf smtp', 'on a port that needs no privilege']],
  run: async () => {
    await (await import('../../api/smtp/main.ts')).runSmtp()
    return EXIT.ok
  },
})

export const reader = command({
  usage: 'reader',
  purpose: 'Open documents for other processes, in a container of its own, until SIGTERM',
  details: `Run it as root with only the capabilities SETUID, SETGID, SETPCAP and KILL: each child gets an unused user id. Needs no other setting;
SHEAF_MODELS is the folder of the OCR models, with the same path as in the processes with DOCUMENTS_SOCKET.`,
  examples: [['sheaf reader --socket /run/documents/socket', 'serve the processes with this DOCUMENTS_SOCKET']],
  options: { socket: { type: 'string', demandOption: true, describe: 'Path of the socket' } },
  run: async ({ socket }) => {
    await (await import('../server/reader.ts')).runReader(socket)
    return EXIT.ok
  },
})

export const workerHealth = command({
  usage: 'worker-health',
  purpose: 'Check that a worker of this host polls Temporal',
  details: 'For the health check of a container. Exit code 1 if no worker of this host polls.',
  examples: [['sheaf worker-health', 'exit with 0 if a worker has recently polled']],
  hidden: true,
  run: async () => {
    if (await (await import('../server/worker-health.ts')).isPolledHere()) return EXIT.ok
    console.error('No worker of this host polls Temporal.')
    return EXIT.different
  },
})

export const health = command({
  usage: 'health [role]',
  purpose: 'Check the process of the service that runs in this container',
  details: `For the health check of an image. The role is api, worker, smtp, reader or up; without it, that of the first process of the container.
Every other command is healthy until it ends. Exit code 1 with the reason if the process does not work.`,
  examples: [['sheaf health', 'exit with 0 if the process of this container works']],
  positionals: { role: { type: 'string', describe: 'Role to check' } },
  options: { socket: { type: 'string', describe: 'Path of the socket of a reader' } },
  hidden: true,
  run: async ({ role, socket }) => {
    const { problemOf, runningCommand } = await import('../server/health.ts')
    const words = role ? [role, ...(socket ? ['--socket', socket] : [])] : runningCommand()
    const problem = await problemOf(words)
    if (problem === null) return EXIT.ok
    console.error(problem)
    return EXIT.different
  },
})
