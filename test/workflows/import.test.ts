import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { aFixture, harness, statuses, task, until } from './harness.ts'
import type { Harness } from './harness.ts'

describe('an import', () => {
  let stack: Harness
  beforeAll(async () => {
    stack = await harness()
    await stack.startWorker()
  })
  afterAll(() => stack.stop())

  it('sets to_review and creates values, pages and words, and completes the task', async () => {
    const { deps } = stack
    const fixture = await aFixture(deps)
    const { upload_id } = await createUpload(deps, {
      queue: fixture.queue,
      who: fixture.who,
      files: [{ name: 'invoice-17.pdf', bytes: await invoicePdf('INV-2026-017') }],
      values: { 'upload:department': 'Sales' },
      metadata: { from: 'test' },
    })
    expect(
      await until(
        () => statuses(deps, upload_id),
        (all) => all.length === 1 && all[0] !== 'importing',
      ),
    ).toEqual(['to_review'])
    expect(
      await until(
        () => task(deps, upload_id),
        ({ status }) => status !== 'running',
      ),
    ).toMatchObject({ status: 'succeeded' })
    const annotation = await deps.db('annotations').where({ upload_id }).first()
    expect(annotation).toMatchObject({
      metadata: { from: 'test' },
      messages: [],
      automated: false,
      prediction: { source: expect.any(String) },
    })
    const { fields } = await deps.db('annotation_contents').where({ annotation_id: annotation.id }).first()
    expect(fields).toMatchObject({ department: [{ string: 'Sales' }], document_id: [{ string: 'INV-2026-017' }] })
    expect(await deps.db('pages').where({ annotation_id: annotation.id })).toMatchObject([{ number: 1, width: 1240 }])
  })
})
