#!/usr/bin/env node
// `sheaf COMMAND args…`: the commands of src/cli by name.
import { readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const commands = readdirSync(join(root, 'src', 'cli'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
const [command, ...args] = process.argv.slice(2)
if (!command || !commands.includes(command)) {
  const asked = ['help', '--help', '-h'].includes(command ?? '')
  console[asked ? 'log' : 'error'](`Usage: sheaf ${commands.join(' | ')} [args…]`)
  process.exit(asked ? 0 : 1)
}
// The same door as npm's scripts; it reads its arguments from the command line.
process.argv = [process.argv[0] ?? 'node', join(root, 'scripts', 'run.mjs'), `src/cli/${command}.ts`, ...args]
await import('../scripts/run.mjs')
