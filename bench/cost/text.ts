import { openDocumentSandbox } from '../../src/sandbox/documents.ts'
import type { BenchResult } from '../bench.ts'
import { spentBy } from '../import/processor-time.ts'
import { textFilesIn } from '../text-files.ts'

/** Documents until the code of the child is compiled. */
const WARM_UP = 300

/** Processor time of this process and of the child in milliseconds. */
const spent = (): number => {
  const { own = 0, child = 0 } = spentBy([['child', /document-child/]], 'own')
  return own + child
}

/** Measures extraction from PDF files with a text layer by a warm child, from their bytes to the values that the service receives. */
export async function measureText(folders: readonly string[], seconds: number): Promise<BenchResult[]> {
  const sandbox = openDocumentSandbox({ processes: 1 }, { documentsPerChild: Infinity })
  const files = await textFilesIn(folders, sandbox)
  for (let number = 0; number < WARM_UP; number++) await sandbox.extract(files[number % files.length]!.bytes, {})
  let pages = 0
  const [started, before] = [performance.now(), spent()]
  while (performance.now() - started < seconds * 1000) {
    for (const { bytes } of files) {
      const { document } = await sandbox.extract(bytes, {})
      pages += document.pages.length
    }
  }
  const wall = performance.now() - started
  const processor = spent() - before
  await sandbox.close()
  const rate = (1000 * pages) / processor
  return [
    { what: 'text: files', value: files.length, unit: 'files' },
    { what: 'text: pages read', value: pages, unit: 'pages' },
    // A second of processor time is what one core without other work gives.
    { what: 'text: pages per second of one core', value: rate, unit: 'pages/s', target: '>= 60', met: rate >= 60 },
    { what: 'text: pages per second, as measured', value: (1000 * pages) / wall, unit: 'pages/s' },
  ]
}
