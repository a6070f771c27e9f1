import type { Config } from '../../config.ts'
import { homeOf, loadEnvFile, readConfig } from '../../config.ts'
import { ProvisionError } from '../../provision/problem.ts'
import { homeSecrets, knownSecrets } from '../../provision/secrets.ts'
import { runningStack } from '../../provision/stack-lock.ts'
import { typed } from '../typed.ts'

/** Returns whether the settings name a database; otherwise a command works on the stack of `sheaf up`. */
export const hasOwnDatabase = (): boolean => Boolean(process.env['DATABASE_URL'] || process.env['DATABASE_URL_FILE'])

/**
 * Returns the configuration of the service that a command works on: the service of DATABASE_URL, or the stack of `sheaf up`
 * in SHEAF_HOME. Writes nothing, unless `create` is set: then a home without secrets gets them. Throws ConfigError with all errors.
 */
export function configureBeside({ create = false } = {}): Config {
  loadEnvFile()
  if (hasOwnDatabase()) return readConfig(process.env)
  const home = homeOf(process.env)
  const secrets = create ? homeSecrets(home) : knownSecrets(home)
  return readConfig(process.env, { mode: 'embedded', ...(secrets ? { secrets } : {}) })
}

/** Like `configureBeside`, for commands that need a running database. Throws ProvisionError if the stack of SHEAF_HOME does not run. */
export function configureRunning(): Config {
  const config = configureBeside()
  if (config.mode === 'embedded' && !runningStack(config.home)) throw new ProvisionError(notRunning(config.home))
  return config
}

export const notRunning = (home: string): string =>
  `Sheaf does not run in ${home}; start it with \`${typed('up')}\`, or set SHEAF_HOME.`
