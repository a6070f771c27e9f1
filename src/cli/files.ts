/** Files in folders that people keep, for example in version control. */
import { lstat, readFile, rename, writeFile } from 'node:fs/promises'
import { Problem } from './problem.ts'

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Returns the text of a file, or undefined if it does not exist. Throws Problem if it is no regular file. */
export async function textIn(file: string): Promise<string | undefined> {
  try {
    // A link could lead to a file outside of the folder, whose content would be sent to the server.
    if (!(await lstat(file)).isFile()) throw new Problem(`${file} is not a regular file.`)
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Replaces a file as a whole, so that an interruption leaves either version. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`
  await writeFile(temporary, text)
  await rename(temporary, file)
}
