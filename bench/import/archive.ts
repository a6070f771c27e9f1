import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { BenchFile } from './stack.ts'

/** Returns a ZIP of this many files, which `make` returns one after the other. */
export async function archiveOf(name: string, count: number, make: () => Promise<BenchFile>): Promise<BenchFile> {
  const zip = new ZipFile()
  for (let n = 0; n < count; n++) {
    const { name: member, bytes } = await make()
    zip.addBuffer(bytes, member)
  }
  zip.end()
  return { name, bytes: await buffer(zip.outputStream), mime: 'application/zip' }
}
