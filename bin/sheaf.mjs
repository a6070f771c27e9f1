#!/usr/bin/env node
// `sheaf COMMAND …`: starts the command line (src/cli/main.ts) with the project's own Node.
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
// A package contains the program as JavaScript (docs/decisions/0130-command-line.md).
const program = ['src/cli/main.ts', 'dist/src/cli/main.js'].map((file) => join(root, file)).find(existsSync)
// The same door as npm's scripts; it reads its arguments from the command line.
process.argv = [process.argv[0] ?? 'node', join(root, 'scripts', 'run.mjs'), program, ...process.argv.slice(2)]
await import('../scripts/run.mjs')
