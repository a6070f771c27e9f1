/** Starts the processes for functions before the first call, if there are functions to call. */
import type { Deps } from '../../deps.ts'
import { isDatabaseUnavailable } from '../../errors.ts'
import { Hook } from '../../models/index.ts'
import { configOf } from './config.ts'

const HANDLERS = {
  'nodejs22.x': 'exports.svc_hook_request_handler = () => null',
  'python3.12': 'def svc_hook_request_handler(payload):\n    return None\n',
}

/** Builds an empty function for each runtime that active hooks use. Never fails: a later call starts what is missing. */
export async function warmFunctions({
  db,
  config,
  functions,
  log,
}: Pick<Deps, 'db' | 'config' | 'functions' | 'log'>): Promise<void> {
  try {
    const hooks = await Hook.query(db)
      .where({ type: 'function', active: true })
      .distinctOn(db.raw(`config->>'runtime'`))
    const runtimes = hooks.flatMap((hook) => configOf(hook, config).runtime ?? [])
    await Promise.all(
      runtimes.map((runtime) =>
        functions.build({ organization_id: 0 }, { runtime, code: HANDLERS[runtime], pack: 'default' }),
      ),
    )
  } catch (error) {
    log[isDatabaseUnavailable(error) ? 'debug' : 'warn'](
      { err: error },
      'the processes for functions were not started in advance',
    )
  }
}
