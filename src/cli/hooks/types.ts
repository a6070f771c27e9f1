/** `sheaf hooks types`: writes the types of payloads and responses into the folder. */
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EXIT } from '../problem.ts'

const SOURCE = join(import.meta.dirname, '../../../docs/types')

/** Needs no connection. Overwrites the files, which are generated. */
export async function types(path: string): Promise<number> {
  await mkdir(path, { recursive: true })
  for (const name of ['sheaf-hooks.d.ts', 'sheaf_hooks.py']) {
    await copyFile(join(SOURCE, name), join(path, name))
    console.log(join(path, name))
  }
  return EXIT.ok
}
