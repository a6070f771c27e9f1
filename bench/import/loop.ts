// One process that does nothing but call the extraction library on the files of a folder, as often as asked: the least that
// importing them has to do. Prints the seconds it took, without starting and warming up.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { extractDocument } from '../../src/extraction/engine.ts'
import { readDocument } from '../../src/extraction/read/index.ts'

const [folder = '', share = '0', shares = '1', modelsDir] = process.argv.slice(2)
// As in the service's own children: one core per process.
sharp.concurrency(1)
const files = readdirSync(folder)
  .sort()
  .filter((_, index) => index % Number(shares) === Number(share))
  .map((name) => readFileSync(join(folder, name)))

const options = modelsDir ? { modelsDir } : {}
const extract = async (bytes: Buffer) => extractDocument(await readDocument(bytes, options))

for (let index = 0; index < Math.min(3, files.length); index++) await extract(files[index]!)
process.stdout.write('ready\n')
// All processes start together, when the parent says so.
await new Promise((resolve) => process.stdin.once('data', resolve))
const started = performance.now()
for (const file of files) await extract(file)
process.stdout.write(`${(performance.now() - started) / 1000}\n`)
process.exit(0)
