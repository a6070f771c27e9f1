#!/usr/bin/env node
// `sheaf COMMAND …`: starts the command line (src/cli/main.ts) with the project's own Node.
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
// The same door as npm's scripts; it reads its arguments from the command line.
process.argv = [process.argv[0] ?? 'node', join(root, 'scripts', 'run.mjs'), 'src/cli/main.ts', ...process.argv.slice(2)]
await import('../scripts/run.mjs')
