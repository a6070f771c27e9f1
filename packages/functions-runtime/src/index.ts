/** What the sandbox loads into isolates and interpreters. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBundle, type Bundle, type PackageFile } from './bundle.ts'

export { URL_PARTS } from './javascript/url-parts.ts'

/** The folder that the processes of functions must be able to read. */
export const RUNTIME_FOLDER = join(import.meta.dirname, '..')

let bundle: Bundle | undefined

/** Returns a module that an isolate loads before the function; `main.ts` imports the others. */
export const insideSource = (name: string): string => (bundle ??= openBundle()).inside(name)

/** Returns the module that a function (`from` is empty) or a file of a package requires; undefined if there is none. */
export const readPackageFile = (name: string, from: string, pack: 'default' | null): PackageFile | undefined =>
  (bundle ??= openBundle()).find(name, from, pack)

/** Programs that an interpreter runs before the function, in this order. */
export const PYTHON_PROGRAMS: readonly string[] = ['requests.py', 'runner.py'].map((name) =>
  join(import.meta.dirname, 'python', name),
)

const WHEELS = join(import.meta.dirname, 'python', 'wheels')

/** Returns the paths of the wheels of Python's pack `default`. */
export const pythonWheels = (): string[] =>
  readdirSync(WHEELS)
    .filter((name) => name.endsWith('.whl'))
    .map((name) => join(WHEELS, name))
