// Opens documents for the api and the workers in a container of its own, without network and secrets (docs/production.md, "Sandbox").
import { parseArgs } from 'node:util'
import { openLog } from '../log.ts'
import { openReader } from '../sandbox/reader.ts'

const HELP = `node bin/sheaf.mjs reader --socket PATH: opens documents for the processes with DOCUMENTS_SOCKET=PATH until SIGTERM.

Run it as root with only the capabilities SETUID, SETGID, SETPCAP and KILL: each child gets an unused user id. Needs no other setting;
SHEAF_MODELS is the folder of the OCR models, with the same path as in those processes.`

const { values } = parseArgs({ options: { socket: { type: 'string' }, help: { type: 'boolean', default: false } } })
if (values.help || !values.socket) {
  console.log(HELP)
  process.exit(values.help ? 0 : 1)
}
const modelsDir = process.env['SHEAF_MODELS']?.trim()
const reader = await openReader({ socket: values.socket, ...(modelsDir ? { modelsDir } : {}) })
if (reader.level === 'process') {
  console.error(
    'The reader cannot give its child processes users of their own: run it as root with the capabilities SETUID, SETGID, SETPCAP and KILL, and make the program and the models readable for all users.',
  )
  process.exit(1)
}
openLog('info').info({ socket: values.socket, level: reader.level }, 'the reader is ready')
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void reader.close().then(() => process.exit(0)))
