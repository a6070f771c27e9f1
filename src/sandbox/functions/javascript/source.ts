import { stripTypeScriptTypes } from 'node:module'
import type ivm from 'isolated-vm'
import type { FunctionFailure } from '../types.ts'

/** Name of the author's code in stack traces. */
export const FILE = 'function.js'

/** Code that compiles. A CommonJS source is the expression of a function, on the same lines as the author's code. */
export interface Prepared {
  kind: 'commonjs' | 'module'
  source: string
}

const HEAD = '(function (exports, require, module, __filename, __dirname) {'

const MODULE_ERRORS =
  /import statement outside a module|Unexpected token 'export'|Cannot use 'import.meta'|await is only valid/

/** Compiles the code, as CommonJS or as an ES module, if necessary after removing the types of TypeScript. */
export async function prepare(isolate: ivm.Isolate, code: string): Promise<Prepared | FunctionFailure> {
  const plain = await compile(isolate, code)
  if ('kind' in plain && 'source' in plain) return plain
  let stripped: string
  try {
    stripped = stripTypeScriptTypes(code)
  } catch (error) {
    const { code: reason, message } = error as NodeJS.ErrnoException
    return reason === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX'
      ? { ...plain, message: `SyntaxError: ${firstLine(message)}` }
      : plain
  }
  const typed = await compile(isolate, stripped)
  // If neither compiles, the error in the author's own text is the useful one.
  return 'source' in typed ? typed : plain
}

async function compile(isolate: ivm.Isolate, code: string): Promise<Prepared | FunctionFailure> {
  const source = `${HEAD}${code}\n})`
  try {
    await isolate.compileScript(source, { filename: FILE, columnOffset: -HEAD.length })
    // A comment or an extra bracket must not end the wrapper early.
    return { kind: 'commonjs', source }
  } catch (error) {
    if (!MODULE_ERRORS.test((error as Error).message)) return await explain(isolate, code, error as Error)
  }
  try {
    const compiled = await isolate.compileModule(code, { filename: FILE })
    compiled.release()
    return { kind: 'module', source: code }
  } catch (error) {
    return describeSyntaxError(error as Error)
  }
}

/** Returns the error that the code has on its own: the function around it leads to other messages if a bracket is missing. */
async function explain(isolate: ivm.Isolate, code: string, error: Error): Promise<FunctionFailure> {
  const alone = await isolate.compileScript(code, { filename: FILE }).then(
    () => error,
    (own: Error) => own,
  )
  return describeSyntaxError(/Illegal return/.test(alone.message) ? error : alone)
}

/** isolated-vm appends the position to the message: `Unexpected token [function.js:2:6]`. */
export function describeSyntaxError(error: Error): FunctionFailure {
  const [, text = error.message, line] = /^(.*?)(?: \[function\.js:(\d+):\d+\])?$/s.exec(error.message) ?? []
  const name = error.name || 'SyntaxError'
  return {
    kind: 'syntax',
    message: line ? `${name} in line ${line}: ${text}` : `${name}: ${text}`,
    exception: name,
    line: line ? Number(line) : null,
    traceback: null,
  }
}

/** Describes an exception while a module is linked or evaluated, which isolated-vm copies to this side. */
export function describeThrown(error: Error): FunctionFailure {
  if (/ \[function\.js:\d+:\d+\]$/.test(error.message)) return describeSyntaxError(error)
  const frames = (error.stack ?? '').split('\n').filter((line) => /function\.js:\d+:\d+/.test(line))
  const line = /function\.js:(\d+)/.exec(frames[0] ?? '')?.[1]
  const message = `${error.name}: ${error.message}`
  const traceback = frames.length ? [message, ...frames].join('\n') : null
  return { kind: 'exception', message, exception: error.name, line: line ? Number(line) : null, traceback }
}

const firstLine = (text: string): string => text.split('\n', 1)[0]!.trim()
