import { zipSync } from 'fflate'
import { SandboxChild } from '../../src/sandbox/child.ts'
import { DOCUMENT_CHILD, MEMORY_MB } from '../../src/sandbox/documents.ts'
import { detectLevel } from '../../src/sandbox/isolation.ts'
import type { DocumentRequest } from '../../src/sandbox/protocol.ts'
import { percentile, type BenchResult } from '../bench.ts'
import { INVOICE } from './files.ts'

/** Measures a child from its start to the result of its first request, in its sandbox. */
export async function measureStart(times: number): Promise<BenchResult[]> {
  const level = detectLevel()
  const begin = async (request: DocumentRequest, bytes: Uint8Array): Promise<number> => {
    const started = performance.now()
    const child = new SandboxChild({
      script: DOCUMENT_CHILD,
      level,
      readable: [],
      memoryMb: MEMORY_MB,
      timeoutMs: 60_000,
      outputBytes: 10_000_000,
    })
    await child.ready
    await child.run(request, bytes)
    const taken = performance.now() - started
    await child.end()
    return taken
  }
  const archive = zipSync({ 'invoice.pdf': INVOICE })
  const [small, invoice]: [number[], number[]] = [[], []]
  for (let time = 0; time < times; time++) {
    small.push(await begin({ do: 'unpack' }, archive))
    invoice.push(await begin({ do: 'extract', options: {} }, INVOICE))
  }
  const first = percentile(small, 0.5)
  return [
    {
      what: 'start to the first answer (a small archive), p50',
      value: first,
      unit: 'ms',
      target: '< 300',
      met: first < 300,
    },
    { what: 'start to the first text invoice, p50', value: percentile(invoice, 0.5), unit: 'ms' },
  ]
}
