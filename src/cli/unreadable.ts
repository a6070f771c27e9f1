/** Why a file that the user names cannot be read or written. */
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Problem } from './problem.ts'

export interface Reason {
  code: 'not_found' | 'unsupported'
  message: string
}

const NO_FILE: Reason = { code: 'not_found', message: 'File not found.' }
const FOLDER: Reason = { code: 'unsupported', message: 'This is a folder, not a file.' }
const FORBIDDEN: Reason = { code: 'unsupported', message: 'You may not read this file.' }

/** Returns what an error of the file system means; undefined for errors that concern the machine. */
export function reasonOf(error: unknown): Reason | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') return NO_FILE
  if (code === 'EISDIR') return FOLDER
  return code === 'EACCES' || code === 'EPERM' ? FORBIDDEN : undefined
}

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
