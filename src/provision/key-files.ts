import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'

/** Options of commands that create the keys of an installation in files. */
export const KEY_FILE_OPTIONS = { 'secret-key': { type: 'string' }, 'secrets-key': { type: 'string' } } as const

/**
 * Uses the named files as SECRET_KEY and SECRETS_KEY. Creates those that do not exist, readable by their owner only, with the given keys or
 * with new ones.
 */
export function useKeyFiles(
  files: { 'secret-key'?: string | undefined; 'secrets-key'?: string | undefined },
  keys?: { secret_key: string; secrets_key: string } | null,
): void {
  for (const [file, setting, key] of [
    [files['secret-key'], 'SECRET_KEY_FILE', keys?.secret_key],
    [files['secrets-key'], 'SECRETS_KEY_FILE', keys?.secrets_key],
  ] as const) {
    if (!file) continue
    if (!existsSync(file)) writeFileSync(file, key ?? randomBytes(32).toString('base64url'), { mode: 0o600 })
    process.env[setting] = file
  }
}
