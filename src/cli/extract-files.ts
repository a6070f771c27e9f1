/** `sheaf extract`: reads documents without a service and prints what they say. */
import { availableParallelism } from 'node:os'
import { extractFiles as printFiles, type FileOptions, type OwnField, parseField } from '@sheaf/extraction/cli'
import { findOcrModels } from '../provision/ocr-models.ts'
import { openDocumentSandbox } from '../sandbox/documents.ts'
import { EXIT, Problem } from './problem.ts'

/** Reads files in child processes, and prints what each says, in their order. Returns the exit code: 1 if a file could not be read. */
export async function extractFiles(
  files: readonly string[],
  { fields, ...options }: Omit<FileOptions, 'ownFields'> & { fields: readonly string[] },
): Promise<number> {
  const ownFields = fields.map(fieldOf)
  const modelsDir = (await findOcrModels()).dir
  const processes = Math.min(files.length, availableParallelism())
  const sandbox = openDocumentSandbox({ processes, ...(modelsDir ? { modelsDir } : {}) })
  try {
    const failed = await printFiles(
      files,
      { ...options, ownFields },
      {
        extract: async (bytes, how) => (await sandbox.extract(bytes, how)).extraction,
        parallel: processes,
      },
    )
    return failed ? EXIT.different : EXIT.ok
  } finally {
    await sandbox.close()
  }
}

function fieldOf(text: string): OwnField {
  try {
    return parseField(text)
  } catch (error) {
    throw new Problem((error as Error).message)
  }
}
