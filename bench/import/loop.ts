// A process that only calls the extraction library on the files of a folder, as often as requested: the minimum work of importing them.
// Prints the duration in seconds, without start-up and warm-up.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { extractDocument, readDocument } from '@sheaf/extraction'

const [folder = '', share = '0', shares = '1', modelsDir] = process.argv.slice(2)
// One core per process, as in the service's child processes.
sharp.concurrency(1)
const files = readdirSync(folder)
  .sort()
  .filter((_, index) => index % Number(shares) === Number(share))
  .map((name) => readFileSync(join(folder, name)))

const options = modelsDir ? { modelsDir } : {}
const extract = async (bytes: Buffer) => extractDocument(await readDocument(bytes, options))

for (let index = 0; index < Math.min(3, files.length); index++) await extract(files[index]!)
process.stdout.write('ready\n')
// All processes start together, on a signal from the parent.
await new Promise((resolve) => process.stdin.once('data', resolve))
const started = performance.now()
for (const file of files) await extract(file)
process.stdout.write(`${(performance.now() - started) / 1000}\n`)
process.exit(0)
