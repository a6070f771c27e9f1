import type { Config } from '../../config.ts'
import { homeOf, loadEnvFile, readConfig } from '../../config.ts'
import { homeSecrets } from '../../provision/secrets.ts'

/**
 * Returns the configuration of the service that a command works on: the service of DATABASE_URL, or the stack of `sheaf up`
 * in SHEAF_HOME. Throws ConfigError with all errors.
 */
export function configureBeside(): Config {
  loadEnvFile()
  if (process.env['DATABASE_URL']) return readConfig(process.env)
  return readConfig(process.env, { mode: 'embedded', secrets: homeSecrets(homeOf(process.env)) })
}
