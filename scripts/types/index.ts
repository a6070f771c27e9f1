/** The generated types of payloads and responses, by the path of their file. */
import { format, resolveConfig } from 'prettier'
import { declarations, PAYLOAD_NAMES } from './declarations.ts'
import { printPython } from './python.ts'
import { printTypescript } from './typescript.ts'

export async function typeFiles(): Promise<Record<string, string>> {
  const types = declarations()
  const path = 'docs/types/sheaf-hooks.d.ts'
  const style = await resolveConfig(new URL(`../../${path}`, import.meta.url))
  return {
    [path]: await format(printTypescript(types, PAYLOAD_NAMES), { ...style, filepath: path }),
    'docs/types/sheaf_hooks.py': printPython(types, PAYLOAD_NAMES),
  }
}
