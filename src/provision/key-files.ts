import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { ProvisionError } from './problem.ts'

/**
 * Uses the named files as SECRET_KEY and SECRETS_KEY. Creates those that do not exist, readable by their owner only, with the given keys, those
 * of the environment, or new ones. Throws ProvisionError if the environment has another key than a file: data may be encrypted with either.
 */
export function useKeyFiles(
  files: { 'secret-key'?: string | undefined; 'secrets-key'?: string | undefined },
  keys?: { secret_key: string; secrets_key: string } | null,
): void {
  for (const [file, setting, key] of [
    [files['secret-key'], 'SECRET_KEY', keys?.secret_key],
    [files['secrets-key'], 'SECRETS_KEY', keys?.secrets_key],
  ] as const) {
    if (!file) continue
    const given = process.env[setting]?.trim()
    if (!existsSync(file)) writeFileSync(file, key ?? (given || randomBytes(32).toString('base64url')), { mode: 0o600 })
    else if (given && given !== readFileSync(file, 'utf8').trim())
      throw new ProvisionError(
        `${setting} is not the key in ${file}, with which the installation works. Remove ${setting}, or replace the key (docs/production.md, "Replacing keys").`,
      )
    process.env[setting] = ''
    process.env[`${setting}_FILE`] = file
  }
}
