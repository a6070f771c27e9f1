/** `sheaf backup`: writes the database, the files of documents and the keys to one file. */
import { resolve } from 'node:path'
import { keysOf } from '../../backup/format.ts'
import { writeBackup } from '../../backup/write.ts'
import { homeOf, loadEnvFile } from '../../config.ts'
import { openBlobs } from '../../open-deps.ts'
import { configureBeside, hasOwnDatabase } from './configure.ts'
import { requireDatabaseIn, withDatabase } from '../../provision/with-database.ts'

const defaultName = () => `sheaf-backup-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}.zip`

export interface BackupOptions {
  file?: string | undefined
  withBlobs: boolean
  withKeys: boolean
  note(sentence: string): void
}

export interface Written {
  file: string
  /** Number of files of documents; null if they are left out. */
  files: number | null
  keys: boolean
}

/** Writes the backup of the service that the settings name. The service may run. */
export async function backUp({ withBlobs, withKeys, note, ...options }: BackupOptions): Promise<Written> {
  loadEnvFile()
  if (!hasOwnDatabase()) requireDatabaseIn(homeOf(process.env))
  const config = configureBeside()
  const file = resolve(options.file ?? defaultName())
  const source = {
    databaseUrl: config.databaseUrl,
    keys: keysOf(config),
    blobs: withBlobs ? openBlobs(config.blobs) : null,
  }
  const { blobs } = await withDatabase(config, 'sheaf backup', () => writeBackup(source, file, { withKeys, note }))
  return { file, files: withBlobs ? blobs : null, keys: withKeys }
}
