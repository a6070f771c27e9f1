// A service of the checkout in the folder of the first argument. For each line of its input it imports documents and prints the processor
// time per document as JSON.
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { processorTime } from '../import/processor-time.ts'
import type { BenchFile, startBenchStack } from '../import/stack.ts'
import type { invoicePdf } from '../../test/support/invoice-pdf.ts'

interface Checkout {
  startBenchStack: typeof startBenchStack
  processorTime: typeof processorTime
  invoicePdf: typeof invoicePdf
}

const root = process.argv[2]!
const modules = ['bench/import/stack.ts', 'bench/import/processor-time.ts', 'test/support/invoice-pdf.ts']
const loaded: unknown[] = await Promise.all(modules.map((file) => import(join(root, file))))
const checkout = Object.assign({}, ...loaded) as Checkout

const SINGLE = 30
const BATCH = 50
const POLL_MS = 50
let made = 0
const stack = await checkout.startBenchStack()

const documents = (count: number): Promise<BenchFile[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const bytes = await checkout.invoicePdf(`B-${++made}`)
      return { name: `invoice-${made}.pdf`, bytes, mime: 'application/pdf' }
    }),
  )

/** Returns the processor time per document in ms. */
async function spentOn(uploads: BenchFile[][]): Promise<number> {
  const total = () => Object.values(checkout.processorTime()).reduce((sum, ms) => sum + ms, 0)
  const before = total()
  for (const files of uploads) await stack.upload(files)
  await stack.imported(made, POLL_MS)
  return (total() - before) / uploads.flat().length
}

await spentOn([await documents(BATCH)])
await spentOn((await documents(SINGLE)).map((file) => [file]))
console.log('ready')
for await (const _line of createInterface({ input: process.stdin })) {
  const single = await spentOn((await documents(SINGLE)).map((file) => [file]))
  const batch = await spentOn([await documents(BATCH)])
  console.log(JSON.stringify({ single, batch }))
}
await stack.stop()
