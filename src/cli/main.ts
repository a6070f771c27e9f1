#!/usr/bin/env node
/** `sheaf COMMAND …`: the command line. */
import type { Execution } from './command.ts'
import { explain } from './failure.ts'
import { EXIT, printable } from './problem.ts'
import { programFor } from './program.ts'

const execution: Execution = { code: EXIT.ok, exits: false, at: { path: 'sheaf', commands: [], options: [] } }
try {
  await programFor(process.argv.slice(2), execution).parseAsync()
} catch (error) {
  console.error(printable(await explain(error)))
  execution.code = EXIT.failed
}
if (execution.exits) process.exit(execution.code)
process.exitCode = execution.code
