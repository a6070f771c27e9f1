import Koa from 'koa'
import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { exportAnnotations, exportFormats, type ExportAnnotation } from '../../src/export/index.ts'
import { billSchemas, options, readBytes, twoLineBill } from './fixtures.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Generates annotations one at a time; records the number taken and whether the source was closed. */
function makeSource(count: number) {
  const { promise: end, resolve: close } = Promise.withResolvers<void>()
  const state = { taken: 0, closed: false, marks: [] as number[], end }
  async function* annotations(): AsyncGenerator<ExportAnnotation> {
    try {
      for (let id = 1; id <= count; id++) {
        state.taken++
        if (id % (count / 10) === 0) {
          collectGarbage()
          const { heapUsed, external } = process.memoryUsage()
          state.marks.push(heapUsed + external)
        }
        yield { ...twoLineBill, id, metadata: { filling: `${id}`.repeat(200) } }
      }
    } finally {
      state.closed = true
      close()
    }
  }
  return { state, annotations: annotations() }
}

/** Waits until pending work without external input has run. */
const settle = async () => {
  for (let round = 0; round < 200; round++) await new Promise((resolve) => setImmediate(resolve))
}

describe.each(exportFormats)('the %s stream', (format) => {
  it('uses constant memory for 20,000 annotations', async () => {
    const { state, annotations } = makeSource(20_000)
    let bytes = 0
    for await (const chunk of exportAnnotations(format, annotations, billSchemas, options())) {
      bytes += (chunk as Buffer).length
    }
    expect(state.taken).toBe(20_000)
    expect(bytes).toBeGreaterThan(200_000)
    // All annotations together would need more than 20 MB (1,000 characters of metadata each).
    expect(Math.max(...state.marks.slice(1)) - state.marks[1]!).toBeLessThan(8_000_000)
  })

  it('reads only on demand, and closes the source when the reader stops', async () => {
    const { state, annotations } = makeSource(60_000)
    const stream = exportAnnotations(format, annotations, billSchemas, options({ columns: ['bill_no', 'lines'] }))
    await new Promise((resolve) => stream.once('readable', resolve))
    stream.read(1)
    // Without a reader it must stop long before the end; how much a compressor takes first depends on the load of the machine.
    for (let taken = -1; taken !== state.taken; await settle()) taken = state.taken
    expect(state.taken).toBeLessThan(24_000)
    stream.destroy()
    await settle()
    expect(state.closed).toBe(true)
    expect(state.taken).toBeLessThan(24_000)
  })

  it('closes an endless source when the HTTP client disconnects', async () => {
    const { state, annotations } = makeSource(Infinity)
    const app = new Koa()
    app.silent = true
    app.use((ctx) => {
      ctx.body = exportAnnotations(format, annotations, billSchemas, options())
    })
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const request = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const [response] = await once(request, 'response')
    await once(response, 'readable')
    request.destroy()
    await state.end
    expect(state.closed).toBe(true)
    server.close()
  })

  it('fails when its source fails', async () => {
    async function* broken() {
      yield twoLineBill
      throw new Error('the database is unavailable')
    }
    await expect(readBytes(exportAnnotations(format, broken(), billSchemas, options()))).rejects.toThrow(
      'the database is unavailable',
    )
  })

  it('fails when an annotation has an unknown schema', async () => {
    async function* stranger() {
      yield { ...twoLineBill, schema: { id: 9, url: 'https://host/api/v1/schemas/9' } }
    }
    await expect(readBytes(exportAnnotations(format, stranger(), billSchemas, options()))).rejects.toThrow('schema 9')
  })
})
