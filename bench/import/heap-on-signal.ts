// Loaded into the worker with --expose-gc: on SIGUSR2 it collects garbage and writes its memory usage in bytes to BENCH_HEAP_FILE.
import { renameSync, writeFileSync } from 'node:fs'

const file = process.env['BENCH_HEAP_FILE']
if (file)
  process.on('SIGUSR2', () => {
    globalThis.gc?.()
    globalThis.gc?.()
    writeFileSync(`${file}.new`, JSON.stringify(process.memoryUsage()))
    renameSync(`${file}.new`, file)
  })
