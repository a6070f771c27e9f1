/** An import waits while the store returns a truncated file, instead of failing because the file is empty. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measureBlobs } from '../../src/metrics/measured-blobs.ts'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { anExtraction, fakeDocuments } from './fake-documents.ts'
import { aFixture, harness, statuses, until, type Harness } from './harness.ts'
import { pdf } from './lifecycle-setup.ts'

/** Whether quick imports read the file, or only those in steps. */
const WAYS = { 'in one step': 'always', 'in several steps': 'never' } as const

describe.each(Object.entries(WAYS))('an import %s', (_, quick) => {
  let stack: Harness
  let reads = 0
  const seen: number[] = []
  beforeAll(async () => {
    const documents = fakeDocuments((bytes) => {
      seen.push(bytes.length)
      return anExtraction()
    }, quick)
    stack = await harness(({ blobs }) => ({
      documents,
      // The first reads find the file as an interrupted write left it.
      blobs: {
        ...measureBlobs(blobs),
        get: async (key) => {
          const bytes = await blobs.get(key)
          return key.startsWith('documents/') && reads++ < 2 ? bytes.subarray(0, reads - 1) : bytes
        },
      },
    }))
    await stack.startWorker()
  })
  afterAll(() => stack.stop())

  it('waits until the store has the whole file', { timeout: 120_000 }, async () => {
    const { queue, who } = await aFixture(stack.deps)
    const bytes = pdf('a whole file')
    const { upload_id } = await createUpload(stack.deps, { queue, who, files: [{ name: 'a.pdf', bytes }] })
    await until(
      () => statuses(stack.deps, upload_id),
      (all) => all.length === 1 && all[0] !== 'importing',
      100,
    )
    expect(await statuses(stack.deps, upload_id)).toEqual(['to_review'])
    expect(reads).toBeGreaterThan(2)
    expect(new Set(seen)).toEqual(new Set([bytes.length]))
  })
})
