/** docs/types: the types of payloads and responses that authors of hooks use. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadPyodide } from 'pyodide'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { declarations, PAYLOAD_NAMES } from '../../scripts/types/declarations.ts'
import { screenTypes } from '../../scripts/types/screen.ts'
import { typeFiles } from '../../scripts/types/index.ts'
import { HOOK_EVENTS } from '../../src/rules/hooks/events.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('the types of payloads and responses', () => {
  it('are current', async () => {
    for (const [path, text] of Object.entries(await typeFiles())) expect(read(path), path).toBe(text)
  })

  it('include every event and action', () => {
    const types = declarations()
    const known = PAYLOAD_NAMES.map((name) => types[name]!.properties!)
    const events = known.map(({ event, action }) => [event?.const, action?.enum])
    expect(Object.fromEntries(events)).toEqual(HOOK_EVENTS)
  })
})

describe('the types for TypeScript', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sheaf-types-'))
    writeFileSync(join(folder, 'sheaf-hooks.d.ts'), read('docs/types/sheaf-hooks.d.ts'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Returns the errors of functions with these bodies, which use `payload` and return a response, by the index of the body. */
  function errorsOf(...bodies: string[]): string[][] {
    const files = bodies.map((body, index) => {
      const file = join(folder, `code-${index}.ts`)
      writeFileSync(
        file,
        `import type { AnnotationContentPayload, AnnotationContentResponse } from './sheaf-hooks'
export const svc_hook_request_handler = async (payload: AnnotationContentPayload): Promise<AnnotationContentResponse> => {
${body}
}`,
      )
      return file
    })
    const program = ts.createProgram(files, { strict: true, noEmit: true, types: [], lib: ['lib.es2022.d.ts'] })
    const found = ts.getPreEmitDiagnostics(program)
    return files.map((name) =>
      found
        .filter(({ file }) => file?.fileName === name)
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
    )
  }

  it('accept a function that reads the content and changes it', () => {
    const body = `  const operations = payload.annotation.content
    .flatMap((section) => section.children)
    .flatMap((node) => (node.category === 'multivalue' ? node.children : [node]))
    .flatMap((node) => (node.category === 'tuple' ? node.children : [node]))
    .filter((node) => node.schema_id === payload.settings.field && node.content?.value === '')
    .map(({ id }) => ({ op: 'replace' as const, id, value: { content: { value: 'B-0009' } } }))
  const [queue] = payload.queues ?? []
  return { operations, messages: [{ id: 'all', type: 'warning', content: queue?.name ?? payload.document.original_file_name }] }`
    expect(errorsOf(body)).toEqual([[]])
  })

  it('refuse unknown keys, values and types', () => {
    const wrong = [
      "return { messages: [{ type: 'fatal', content: '' }] }",
      'return { message: [] }',
      "return { operations: [{ op: 'remove', id: '7' }] }",
      'return { messages: payload.annotation.contents }',
      'return { messages: [{ type: "info", content: payload.document.annotations[0] }] }',
    ]
    const errors = errorsOf(...wrong)
    for (const [index, body] of wrong.entries()) expect(errors[index], body).not.toEqual([])
  })
})

describe('the types of the review screen', () => {
  it('refer only to types of the same file', () => {
    const program = ts.createProgram([join(root, 'web/src/api/types.ts')], {
      strict: true,
      noEmit: true,
      types: [],
      lib: ['lib.es2022.d.ts'],
    })
    expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toEqual([])
  })

  it('know the kind of each node of the content, and the columns of a grid', () => {
    const { AnnotationContentResult, AnnotationPatchContentNodeResult, Grid } = screenTypes()
    expect(AnnotationContentResult?.properties?.content?.items).toEqual({ $ref: 'Section' })
    expect(AnnotationPatchContentNodeResult).toEqual({ $ref: 'ContentNode' })
    expect(Grid?.properties?.parts?.items).toEqual({ $ref: 'GridPart' })
  })
})

it('the types for Python are valid in the Python that runs functions, with the same names and keys', async () => {
  const python = await loadPyodide()
  python.FS.writeFile('/sheaf_hooks.py', read('docs/types/sheaf_hooks.py'))
  const text = python.runPython(`
import json, sys, typing
sys.path.insert(0, '/')
import sheaf_hooks
json.dumps({
    name: [sorted(typing.get_type_hints(one)), sorted(
        key for key, hint in typing.get_type_hints(one, include_extras=True).items()
        if typing.get_origin(hint) is not typing.NotRequired
    )]
    for name, one in vars(sheaf_hooks).items() if typing.is_typeddict(one)
})`) as string
  const found = JSON.parse(text) as Record<string, [string[], string[]]>
  for (const [name, { properties = {}, required = [] }] of Object.entries(declarations()))
    expect(found[name], name).toEqual([Object.keys(properties).sort(), [...required].sort()])
})
