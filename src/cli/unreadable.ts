/** Why a file that the user names cannot be read or written. */
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { FOLDER, reasonOf } from '@sheaf/extraction/cli'
import { Problem } from './problem.ts'

/** Returns why the file cannot be read, as a sentence; undefined if it can. */
export async function whyUnreadable(file: string): Promise<string | undefined> {
  try {
    if ((await stat(file)).isDirectory()) return FOLDER.message
    await access(file, constants.R_OK)
    return undefined
  } catch (error) {
    return reasonOf(error)?.message ?? 'The file cannot be read.'
  }
}

/** Throws Problem if a file of this name cannot be written. Creates nothing. */
export async function requireWritable(file: string): Promise<void> {
  const found = await stat(file).catch(() => null)
  if (found?.isDirectory()) throw new Problem(`--out: ${file} is a folder, not a file.`)
  const folder = dirname(file)
  const isFolder = found || (await stat(folder).catch(() => null))?.isDirectory()
  if (!isFolder) throw new Problem(`--out: there is no folder ${folder}.`)
  await access(found ? file : folder, constants.W_OK).catch((error: unknown) => {
    throw new Problem(`--out: you may not write ${file}.`, { cause: error })
  })
}
