import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { provisionOcrModels } from '../../src/provision/ocr-models.ts'
import type { BenchFile } from './stack.ts'

/** Returns documents per second of `processes` plain loops that share the files, without any other work. */
export async function loopRate(files: BenchFile[], processes: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-bench-loop-'))
  files.forEach((file, index) => writeFileSync(join(folder, String(index).padStart(5, '0')), file.bytes))
  const { dir } = await provisionOcrModels()
  const loops = Array.from({ length: processes }, (_, share) =>
    startLoop([folder, String(share), String(processes), ...(dir ? [dir] : [])]),
  )
  try {
    await Promise.all(loops.map((loop) => loop.next()))
    for (const loop of loops) loop.child.stdin!.write('go\n')
    const seconds = await Promise.all(loops.map(async (loop) => Number(await loop.next())))
    return files.length / Math.max(...seconds)
  } finally {
    for (const loop of loops) loop.child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

function startLoop(args: string[]): { child: ChildProcess; next(): Promise<string> } {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'loop.ts'), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    child,
    next: async () => {
      const { value, done } = await lines.next()
      if (done) throw new Error('A loop of the benchmark ended early.')
      return value
    },
  }
}
