import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Returns the user's cache folder for files that all checkouts and SHEAF_HOMEs share (Temporal's program, OCR models), so
 * that a fresh clone does not download them again.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env['XDG_CACHE_HOME']) return join(env['XDG_CACHE_HOME'], 'sheaf')
  const home = env['HOME'] ?? homedir()
  return process.platform === 'darwin' ? join(home, 'Library', 'Caches', 'sheaf') : join(home, '.cache', 'sheaf')
}
