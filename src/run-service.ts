/** Runs a process of the service: its configuration, its log, its start and its stop. */
import { ConfigError, loadEnvFile, readConfig, type Config } from './config.ts'
import { detailOf, explainDatabase } from './domain/readiness/index.ts'
import { ExpectedError, isDatabaseError } from './errors.ts'
import { openLog } from './log.ts'
import { openDeps, type OpenDeps } from './open-deps.ts'
import { unknownSettings } from './unknown-settings.ts'

export interface StopRequest {
  /** Whether a supervisor stops the process while others send it requests (SIGTERM); a person at a terminal (SIGINT) waits for nothing. */
  drains: boolean
}

export interface RunningPart {
  stop(request: StopRequest): Promise<unknown>
}

/**
 * Reads the configuration, opens the dependencies and starts the parts of a process; `start` adds each to `parts`. Runs until SIGTERM or
 * SIGINT, then stops the newest part first; a second signal ends the process at once. What prevents the start is one line of the log per
 * problem, without a stack trace, and exit code 1.
 */
export async function runService(
  start: (config: Config, deps: OpenDeps, parts: RunningPart[]) => Promise<void>,
): Promise<void> {
  const parts: RunningPart[] = []
  let isStopping = false
  const stop = async (request: StopRequest) => {
    if (isStopping) process.exit(1)
    isStopping = true
    for (const part of parts.toReversed()) await part.stop(request)
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void stop({ drains: signal === 'SIGTERM' }))
  try {
    loadEnvFile()
    const config = readConfig(process.env)
    const deps = await openDeps(config)
    for (const sentence of unknownSettings()) deps.log.warn(sentence)
    parts.push({ stop: () => deps.close() })
    await start(config, deps, parts)
  } catch (error) {
    const log = openLog('info')
    for (const sentence of sentencesOf(error)) log.error(sentence)
    process.exit(1)
  }
}

function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.problems
  if (error instanceof ExpectedError) return [error.message]
  if (isDatabaseError(error)) return [`${explainDatabase(error)} (${detailOf(error)})`]
  const { code, port, path } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return [`Port ${port} is in use by another program; set another port, or stop that program.`]
  if (code === 'EACCES' && port)
    return [`Port ${port} needs a privilege that this process does not have; set another port.`]
  if (code && path) return [`${path} cannot be used: ${detailOf(error)}.`]
  return [`The start failed: ${detailOf(error)}`]
}
