import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { BlobUnavailable, openBlobs } from '../../src/blobs/index.ts'
import { ReadError } from '@sheaf/extraction/types'
import { blobSeconds, documentRequests, measureBlobs, measureDocuments, pagesRead } from '../../src/metrics/index.ts'
import type { DocumentSandbox } from '../../src/sandbox/types.ts'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-measured-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the value of a metric with these labels; 0 if it has none. */
async function valueOf(
  metric: { get(): Promise<{ values: { value: number; metricName?: string; labels: object }[] }> },
  labels: Record<string, string>,
  name?: string,
): Promise<number> {
  const { values } = await metric.get()
  const found = values.find(
    (one) =>
      (!name || one.metricName === name) &&
      Object.entries(labels).every(([key, value]) => (one.labels as never)[key] === value),
  )
  return found?.value ?? 0
}

describe('a measured store of files', () => {
  const count = (operation: string, result: string) =>
    valueOf(blobSeconds, { operation, result }, 'sheaf_blob_seconds_count')

  it('works like the store, and counts missing blobs as answers', async () => {
    const blobs = measureBlobs(openBlobs({ kind: 'folder', folder: join(folder, 'blobs') }))
    await blobs.put('a/b', Buffer.from('x'))
    expect((await blobs.get('a/b')).toString()).toBe('x')
    await expect(blobs.get('a/none')).rejects.toThrow('does not exist')
    expect([await count('put', 'ok'), await count('get', 'ok'), await count('get', 'failed')]).toEqual([1, 2, 0])
  })

  it('counts failures', async () => {
    const broken = { head: () => Promise.reject(new BlobUnavailable('full')) }
    await expect(measureBlobs(broken as never).head('a/b')).rejects.toThrow('full')
    expect(await count('head', 'failed')).toBe(1)
  })
})

describe('a measured sandbox', () => {
  const page = (source: string) => ({ source })
  const sandbox = (parts: Partial<DocumentSandbox>) => measureDocuments(parts as DocumentSandbox)

  it('counts requests by result, and pages by source', async () => {
    const document = { pages: [page('text'), page('ocr'), page('ocr')] }
    const working = sandbox({
      extract: () => Promise.resolve({ extraction: {}, document } as never),
      extractFast: () => Promise.resolve(null),
    })
    await working.extract(new Uint8Array(), {})
    expect(await working.extractFast(new Uint8Array(), {})).toBeNull()
    const killed = sandbox({ read: () => Promise.reject(new ReadError('timeout', 'too slow')) })
    await expect(killed.read(new Uint8Array(), {})).rejects.toThrow('too slow')
    expect(await valueOf(documentRequests, { request: 'extract', result: 'ok' })).toBe(1)
    expect(await valueOf(documentRequests, { request: 'extract_fast', result: 'slow' })).toBe(1)
    expect(await valueOf(documentRequests, { request: 'read', result: 'timeout' })).toBe(1)
    expect(await valueOf(pagesRead, { source: 'ocr' })).toBe(2)
  })
})
