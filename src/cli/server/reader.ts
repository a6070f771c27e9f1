/** Opens documents for the api and the workers in a container of its own, without network and secrets (docs/production.md, "Sandbox"). */
import { openLog } from '../../log.ts'
import { openReader } from '../../sandbox/reader.ts'
import { Problem } from '../problem.ts'

/** Serves the socket until SIGTERM. Needs no setting but SHEAF_MODELS. */
export async function runReader(socket: string): Promise<void> {
  const modelsDir = process.env['SHEAF_MODELS']?.trim()
  const reader = await openReader({ socket, ...(modelsDir ? { modelsDir } : {}) })
  if (reader.level === 'process') {
    await reader.close()
    throw new Problem(
      'The reader cannot give its child processes users of their own: run it as root with the capabilities SETUID, SETGID, SETPCAP and KILL, and make the program and the models readable for all users.',
    )
  }
  openLog('info').info({ socket, level: reader.level }, 'the reader is ready')
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void reader.close().then(() => process.exit(0)))
}
