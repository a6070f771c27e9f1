// The program of a child for Python functions: one interpreter (Pyodide), which reads its calls from the device of device.ts and answers
// there (runner.py of the runtime), so the interpreter needs no proxy of a JavaScript object.
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { createRequire } from 'node:module'
import { PYTHON_PROGRAMS, pythonWheels } from '@sheaf/functions-runtime'
import { loadPyodide } from 'pyodide'
import { installDevice, type DeviceFiles } from './device.ts'
import { harden, limitMemory, provideConstants } from './hardening.ts'
import { nextFrame, writeFrame } from './pipes.ts'
import { installClock, installRandom } from './surroundings.ts'

// Functions see the same local time on every machine.
process.env['TZ'] = 'UTC'

const WHEELS = '/wheels'

interface Interpreter {
  FS: DeviceFiles & { mkdir(path: string): void; writeFile(path: string, bytes: Uint8Array): void }
  _module: { HEAPU8: Uint8Array }
  runPython(code: string): unknown
  makeMemorySnapshot(): Uint8Array
  unregisterJsModule(name: string): void
}

const { body: snapshot } = await nextFrame()
installClock()
installRandom()
limitMemory()
provideConstants()
// A copy, because Pyodide needs one that is aligned.
const how = snapshot.length ? { _loadSnapshot: new Uint8Array(snapshot) } : { _makeSnapshot: true }
// Options for snapshots are not in the types of this version.
const options = {
  indexURL: dirname(createRequire(import.meta.url).resolve('pyodide/package.json')),
  packages: [],
  // Seen by Python as the module `js`.
  jsglobals: Object.create(null) as object,
  env: { HOME: '/home', PYTHONHASHSEED: '0', LANG: 'C.UTF-8', TZ: 'UTC' },
  ...how,
}
const python = (await loadPyodide(options)) as unknown as Interpreter

python.FS.mkdir(WHEELS)
for (const wheel of pythonWheels()) python.FS.writeFile(`${WHEELS}/${basename(wheel)}`, readFileSync(wheel))
let made: Uint8Array = new Uint8Array()
if (!snapshot.length) {
  for (const file of PYTHON_PROGRAMS) python.runPython(readFileSync(file, 'utf8'))
  made = python.makeMemorySnapshot()
}
const device = installDevice(python.FS, () => python._module.HEAPU8.length / 2 ** 20)
python.unregisterJsModule('pyodide_js')
python.runPython('start()')
harden()
writeFrame({ is: 'ready' }, made)
for (;;) {
  device.begin(await nextFrame())
  python.runPython('step()')
}
