import { openDocumentSandbox } from '../../../src/sandbox/documents.ts'
import type { SandboxLevel } from '../../../src/sandbox/isolation.ts'

/** A service whose only child is in an endless loop; sends the id of that process. */
const [level, script] = process.argv.slice(2)
const sandbox = openDocumentSandbox({ processes: 1 }, { script: script!, level: level as SandboxLevel })
await sandbox.read(Buffer.from('hello'), {})
sandbox.read(Buffer.from('hang'), {}).catch(() => undefined)
process.send!(sandbox.pids[0])
