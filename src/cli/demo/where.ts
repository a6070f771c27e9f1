import type { Config } from '../../config.ts'
import { readConfig } from '../../config.ts'
import type { Stack } from '../server/stack.ts'
import { runningStack } from '../../provision/stack-lock.ts'

export interface Running {
  api: string
  temporalUi?: string
  /** Set if this process started the stack. */
  stack?: Stack
}

async function isHealthy(api: string): Promise<boolean> {
  return fetch(`${api}/v1/health`)
    .then((answer) => answer.ok)
    .catch(() => false)
}

/** Returns the running stack of this home, or starts one. */
export async function findOrStart(note: (sentence: string) => void): Promise<Running> {
  const config: Config = readConfig(process.env, { mode: 'embedded' })
  const running = runningStack(config.home)
  if (running && !running.stopping && (await isHealthy(running.url))) {
    const { uiUrl } = config.temporal
    return { api: running.url, ...(uiUrl ? { temporalUi: uiUrl } : {}) }
  }
  // Loaded late, so that --help and configuration errors respond immediately.
  const { startStack } = await import('../server/stack.ts')
  const stack = await startStack({ note })
  const { api, temporalUi } = stack.urls
  return { api, stack, ...(temporalUi ? { temporalUi } : {}) }
}
