#!/usr/bin/env node
// `sheaf-extract FILE...`: starts the command line (src/cli/main.ts), which Node 24 runs as it is.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`sheaf-extract needs Node 24 or later; this is Node ${process.versions.node}.`)
  process.exit(2)
}
await import('../src/cli/main.ts')
