/** The generated types of payloads and responses, by the path of their file. */
import { format, resolveConfig } from 'prettier'
import { declarations, PAYLOAD_NAMES } from './declarations.ts'
import { printPython } from './python.ts'
import { printScreenTypes } from './screen.ts'
import { printTypescript } from './typescript.ts'

const root = new URL('../../', import.meta.url)

/** The text of a generated file as `npm run format` writes it, by its path. */
export async function formatted(path: string, text: string): Promise<Record<string, string>> {
  const style = await resolveConfig(new URL(path, root))
  return { [path]: await format(text, { ...style, filepath: path }) }
}

export async function typeFiles(): Promise<Record<string, string>> {
  const types = declarations()
  return {
    ...(await formatted('docs/types/sheaf-hooks.d.ts', printTypescript(types, PAYLOAD_NAMES))),
    'docs/types/sheaf_hooks.py': printPython(types, PAYLOAD_NAMES),
    ...(await formatted('web/src/api/types.ts', printScreenTypes())),
  }
}
