import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { openDocumentSandbox } from '../src/sandbox/documents.ts'

/** The documents of the repository. */
export const EXAMPLES = join(import.meta.dirname, '..', 'examples')

export interface TextFile {
  file: string
  bytes: Buffer
  pages: number
}

/** Returns the PDF files below the folders that have a text layer on every page; exits with an error if there are none. */
export async function textFilesIn(
  folders: readonly string[],
  sandbox: ReturnType<typeof openDocumentSandbox>,
): Promise<TextFile[]> {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.toLowerCase().endsWith('.pdf'))
      .sort()
      .map((name) => join(folder, name)),
  )
  const texts: TextFile[] = []
  for (const file of files) {
    const bytes = readFileSync(file)
    const document = await sandbox.read(bytes, { maxPages: 1000 }).catch(() => undefined)
    if (document?.pages.every((page) => page.source === 'text' && page.words.length > 0)) {
      texts.push({ file, bytes, pages: document.pages.length })
    }
  }
  if (texts.length > 0) return texts
  console.error(`There are no PDF files with a text layer in ${folders.join(', ')}.`)
  process.exit(1)
}
