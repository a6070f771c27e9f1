import { join } from 'node:path'
import { cacheFolder } from './cache.ts'

/** Returns the folders to search for OCR models: the operator's folder (`SHEAF_MODELS`), then the user's cache. */
export function modelFolders(env: NodeJS.ProcessEnv = process.env): string[] {
  const own = env['SHEAF_MODELS']
  const shared = join(cacheFolder(env), 'models')
  return own ? [own, shared] : [shared]
}
