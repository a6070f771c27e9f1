import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * The user's cache folder for what every checkout and every SHEAF_HOME can share (Temporal's program, OCR models), so that
 * a fresh clone does not fetch it again.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env['XDG_CACHE_HOME']) return join(env['XDG_CACHE_HOME'], 'sheaf')
  const home = env['HOME'] ?? homedir()
  return process.platform === 'darwin' ? join(home, 'Library', 'Caches', 'sheaf') : join(home, '.cache', 'sheaf')
}
