#!/usr/bin/env node
// `sheaf-extract FILE…`: starts the command of the package @sheaf/extraction with the project's own Node.
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const program = ['packages/extraction/src/cli/main.ts', 'dist/packages/extraction/src/cli/main.js']
  .map((file) => join(root, file))
  .find(existsSync)
// As bin/sheaf.mjs does.
process.argv = [process.argv[0] ?? 'node', join(root, 'scripts', 'run.mjs'), program, ...process.argv.slice(2)]
await import('../scripts/run.mjs')
