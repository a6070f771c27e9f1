/** Imports: how a document is read and where its annotation ends. */
import { describe, expect, it } from 'vitest'
import * as annotations from '../../src/domain/annotations/review/review.ts'
import { importNow } from '../../src/domain/intake/uploads.ts'
import { ReadError, type Extraction } from '@sheaf/extraction/types'
import { anExtraction, extractedValue } from './fake-documents.ts'
import { until } from './harness.ts'
import { answerWith, documents, imported, pending, stack, useLifecycle } from './lifecycle-setup.ts'

useLifecycle()

const blockers = async (annotation_id: number) =>
  (await stack.deps.db('automation_blockers').where({ annotation_id }).first())?.content ?? null

describe('annotationLifecycle', () => {
  it('stops for review when automation is off, and records the blocker', async () => {
    const { row, id } = await imported()
    expect(row).toMatchObject({
      status: 'to_review',
      automated: false,
      prediction: { source: 'generic', version: '1' },
    })
    expect(await blockers(id)).toEqual([{ level: 'annotation', type: 'automation_disabled' }])
    expect(await pending(id)).toEqual([])
  })

  it('exports automatically when no blocker exists', async () => {
    // Columns of a table without rows create no blocker; the other fields have high scores.
    answerWith(() => anExtraction())
    const queue = { automation_enabled: true, automation_level: 'always' }
    const { row, id } = await imported(queue)
    expect(row).toMatchObject({
      status: 'exported',
      automated: true,
      confirmed_by: null,
      exported_at: expect.any(String),
    })
    expect(await blockers(id)).toBeNull()
  })

  it('moves automated annotations to confirmed if the queue uses that state', async () => {
    const { row } = await imported({ automation_enabled: true, automation_level: 'always', use_confirmed_state: true })
    expect(row).toMatchObject({ status: 'confirmed', automated: true })
  })

  it('stops at level confident for a field with a low score, and records the field', async () => {
    answerWith(() => anExtraction({ amount_total: extractedValue('119.00', 0.4) }))
    const { row, id } = await imported({ automation_enabled: true, automation_level: 'confident' })
    expect(row.status).toBe('to_review')
    expect(await blockers(id)).toContainEqual(
      expect.objectContaining({
        type: 'low_score',
        schema_id: 'amount_total',
        samples: [expect.objectContaining({ details: { score: 0.4, threshold: 0.8 } })],
      }),
    )
  })

  it('relates documents with the same content, and stops them if the queue requires it', async () => {
    const first = await imported()
    const second = await stack.deps.db('documents').where({ id: first.row.document_id }).first()
    const files = [{ name: 'again.pdf', bytes: Buffer.from(await stack.deps.blobs.get(`documents/${second.s3_name}`)) }]
    await stack.deps
      .db('queues')
      .where({ id: first.fixture.queue.id })
      .update({
        automation_enabled: true,
        automation_level: 'always',
        settings: JSON.stringify({ automation: { automate_duplicates: false } }),
      })
    const [created] = await importNow(stack.deps, { queue: first.fixture.queue, who: first.fixture.who, files })
    const id = created!.annotation_id
    await until(
      () => stack.deps.db('annotations').where({ id }).first(),
      ({ status }) => status !== 'importing',
    )
    expect(await blockers(id)).toEqual([
      {
        level: 'annotation',
        type: 'is_duplicate',
        details: { duplicates: [{ annotation_id: first.id, reason: 'same_file' }] },
      },
    ])
    const relation = await stack.deps.db('relations').where({ organization_id: first.fixture.organization_id }).first()
    expect(relation).toMatchObject({ type: 'duplicate', key: second.md5, parent_id: null })
    const members = await stack.deps
      .db('relation_annotations')
      .where({ relation_id: relation.id })
      .pluck('annotation_id')
    expect(members.sort()).toEqual([first.id, id].sort())
  })

  it('passes the parameters of the queue to the engine', async () => {
    await imported({ rir_params: 'effective_page_count=3&tables=false&languages=deu,eng', locale: 'de_DE' })
    expect(documents.calls).toEqual([{ locale: 'de_DE', maxPages: 3, tables: false, languages: ['deu', 'eng'] }])
  })

  it('sets failed_import with the reason for an unreadable document, which can then be moved to review', async () => {
    answerWith(() => Promise.reject(new ReadError('encrypted', 'The PDF is protected with a password.')))
    const { row, id, fixture } = await imported()
    expect(row).toMatchObject({
      status: 'failed_import',
      messages: [{ id: 'all', type: 'error', content: 'The PDF is protected with a password.' }],
    })
    expect(documents.calls).toHaveLength(1)
    await annotations.changeStatus(stack.deps, fixture.who, id, 'to_review')
    const content = await stack.deps.db('annotation_contents').where({ annotation_id: id }).first()
    expect(content.tree[0].children[0]).toMatchObject({ schema_id: 'document_id', content: { value: '' } })
  })

  it('retries a document that crashes its reader in three further child processes', async () => {
    answerWith(() => Promise.reject(new ReadError('crashed', 'The document crashed the reader.')))
    const { row } = await imported()
    expect(row).toMatchObject({
      status: 'failed_import',
      messages: [{ content: 'The document crashed the reader.' }],
    })
    expect(documents.calls).toHaveLength(4)
  })

  it('continues after a single crash of a child process', async () => {
    let tries = 0
    answerWith(() => (++tries === 1 ? Promise.reject(new ReadError('crashed', 'crash')) : anExtraction()))
    expect((await imported()).row.status).toBe('to_review')
  })

  it('sets failed_import when an internal error occurs in every attempt', async () => {
    answerWith(() => ({}) as Extraction)
    const { row } = await imported()
    expect(row).toMatchObject({
      status: 'failed_import',
      messages: [{ content: expect.stringContaining('internal error') }],
    })
  })

  it('waits for an unreachable blob store', async () => {
    const { blobs } = stack.deps
    const get = blobs.get.bind(blobs)
    let failures = 3
    blobs.get = (key: string) =>
      failures-- > 0 ? Promise.reject(Object.assign(new Error('unavailable'), { code: 'ECONNREFUSED' })) : get(key)
    try {
      expect((await imported()).row.status).toBe('to_review')
      expect(failures).toBeLessThan(0)
    } finally {
      blobs.get = get
    }
  })
})
