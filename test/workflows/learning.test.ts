import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeTree, readTree } from '../../src/domain/annotations/content/contents.ts'
import { moveToQueue } from '../../src/domain/annotations/move-to-queue.ts'
import { purgeDeleted } from '../../src/domain/annotations/removal/purge.ts'
import { removeAnnotation } from '../../src/domain/annotations/removal/remove.ts'
import {
  changeStatus,
  confirmAnnotation,
  deleteAnnotation,
  startAnnotation,
} from '../../src/domain/annotations/review/review.ts'
import { loadExtraction } from '../../src/domain/intake/stored-extraction.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { contentDatapoints, copyJson } from '../../src/rules/content/tree.ts'
import type { Fixture } from '../domain/fixtures.ts'
import { oddInvoice } from '../support/odd-invoice.ts'
import { aFixture, harness, until, type Harness } from './harness.ts'

describe('learning from confirmed annotations', () => {
  let stack: Harness
  beforeAll(async () => {
    stack = await harness()
    await stack.startWorker()
  })
  afterAll(() => stack.stop())

  const statusOf = (id: number) => stack.deps.db('annotations').where({ id }).first('status')

  async function imported(fixture: Fixture, number: string, total: string): Promise<number> {
    const files = [{ name: `${number}.pdf`, bytes: await oddInvoice(number, total) }]
    const { upload_id } = await createUpload(stack.deps, { queue: fixture.queue, who: fixture.who, files })
    const found = await until(
      () => stack.deps.db('annotations').where({ upload_id }).first('id', 'status'),
      (row) => row && row.status !== 'importing',
    )
    return found.id
  }

  async function values(id: number): Promise<Record<string, string>> {
    const nodes = contentDatapoints(await readTree(stack.deps.db, id))
    return Object.fromEntries([...nodes].map(({ node }) => [node.schema_id, node.content?.value ?? '']))
  }

  async function confirm(fixture: Fixture, id: number, given: Record<string, string>): Promise<void> {
    await startAnnotation(stack.deps, fixture.who, id, { statuses: ['to_review', 'exported'] })
    await changeTree(stack.deps, { ...fixture.who, admin: true }, id, (tree) => {
      const changed = copyJson(tree)
      for (const { node } of contentDatapoints(changed))
        if (node.content && given[node.schema_id] !== undefined) {
          const value = given[node.schema_id]!
          const normalized_value = node.schema_id === 'document_id' ? null : value
          Object.assign(node.content, { value, normalized_value, page: null, position: null })
        }
      return changed
    })
    await confirmAnnotation(stack.deps, fixture.who, id)
    await until(
      () => stack.deps.db('deliveries').where({ consumer: 'learning', state: 'pending' }),
      (pending) => pending.length === 0,
    )
  }

  /** Imports and confirms two documents. */
  async function taught(fixture: Fixture): Promise<number[]> {
    const ids: number[] = []
    for (const [number, total] of [
      ['QB-7701', '312.40'],
      ['QB-7718', '287.15'],
    ] as const) {
      const id = await imported(fixture, number, total)
      await confirm(fixture, id, { document_id: number, amount_total: total })
      ids.push(id)
    }
    return ids
  }

  const lessons = (fixture: Fixture) =>
    stack.deps.db('lessons').where({ queue_id: fixture.queue.id }).orderBy('taught_at').pluck('annotation_id')
  const layouts = (fixture: Fixture) => stack.deps.db('learned_layouts').where({ queue_id: fixture.queue.id })

  it('reads the third document of a layout as users confirmed the first two', async () => {
    const fixture = await aFixture(stack.deps)
    const stranger = await imported(fixture, 'QB-7699', '295.10')
    expect(await values(stranger)).not.toMatchObject({ document_id: 'QB-7699', amount_total: '295.10' })
    const ids = await taught(fixture)
    expect(await lessons(fixture)).toEqual(ids)
    const [layout, ...others] = await layouts(fixture)
    expect(others).toEqual([])
    const id = await imported(fixture, 'QB-7733', '301.90')
    expect(await values(id)).toMatchObject({ document_id: 'QB-7733', amount_total: '301.90' })
    const extraction = await loadExtraction(stack.deps, id)
    expect(extraction.learned).toMatchObject({ layout: layout.id, proposals: { document_id: 'QB-7733' } })
    expect(extraction.fields.amount_total?.evidence).toMatchObject({ generator: 'learned.anchor', layout: layout.id })
    await confirm(fixture, id, {})
    const { outcomes } = await stack.deps.db('lessons').where({ annotation_id: id }).first('outcomes')
    expect(outcomes).toMatchObject({ document_id: true, amount_total: true })

    const elsewhere = await aFixture(stack.deps)
    const foreign = await imported(elsewhere, 'QB-7745', '305.05')
    expect((await loadExtraction(stack.deps, foreign)).learned).toBeUndefined()
    await stack.deps.db('learned_layouts').where({ id: layout.id }).update({ enabled: false })
    const unlearned = await imported(fixture, 'QB-7751', '299.95')
    expect((await loadExtraction(stack.deps, unlearned)).learned).toBeUndefined()
    await confirm(fixture, unlearned, {})
    expect(await lessons(fixture)).toEqual([...ids, id])
    expect(await layouts(fixture)).toHaveLength(1)
  })

  it('replaces what an annotation taught when it is confirmed again', async () => {
    const fixture = await aFixture(stack.deps)
    const id = await imported(fixture, 'QB-7801', '312.40')
    await confirm(fixture, id, { document_id: 'wrong' })
    await until(
      () => statusOf(id),
      ({ status }) => status === 'exported',
    )
    await confirm(fixture, id, { document_id: 'QB-7801' })
    expect(await lessons(fixture)).toEqual([id])
    const { lesson, described } = await stack.deps.db('lessons').where({ annotation_id: id }).first()
    expect(lesson.fields.document_id.value).toBe('QB-7801')
    expect(described.document_id).toBe('right of "Chit"')
  })

  it('removes what an annotation taught with its data', async () => {
    const fixture = await aFixture(stack.deps)
    const gone = async (remove: (id: number) => Promise<unknown>) => {
      const id = await imported(fixture, 'QB-7901', '312.40')
      await confirm(fixture, id, { document_id: 'QB-7901' })
      expect(await lessons(fixture)).toEqual([id])
      await until(
        () => statusOf(id),
        ({ status }) => status === 'exported',
      )
      await remove(id)
      expect(await lessons(fixture)).toEqual([])
      expect(await layouts(fixture)).toEqual([])
    }
    await gone((id) => deleteAnnotation(stack.deps, fixture.who, id))
    await gone(async (id) => {
      // As if the lesson had been written while the annotation was on its way to the bin.
      const [lesson] = await stack.deps.db('lessons').where({ annotation_id: id })
      const [layout] = await layouts(fixture)
      await deleteAnnotation(stack.deps, fixture.who, id)
      const json = (value: unknown) => JSON.stringify(value)
      await stack.deps.db('learned_layouts').insert(layout)
      await stack.deps.db('lessons').insert({
        ...lesson,
        lesson: json(lesson.lesson),
        described: json(lesson.described),
        outcomes: json(lesson.outcomes),
      })
      expect(await purgeDeleted(stack.deps, fixture.who, [id], null)).toBe(1)
    })
    await gone((id) => removeAnnotation(stack.deps, fixture.who, id, null))
  })

  it('removes what an annotation taught when it is moved to another queue', async () => {
    const fixture = await aFixture(stack.deps, { use_confirmed_state: true })
    const id = await imported(fixture, 'QB-8001', '312.40')
    await confirm(fixture, id, { document_id: 'QB-8001' })
    expect(await lessons(fixture)).toEqual([id])
    const { workspace_id, schema_id } = await stack.deps.db('queues').where('id', fixture.queue.id).first()
    const [other] = await stack.deps
      .db('queues')
      .insert({ organization_id: fixture.organization_id, workspace_id, schema_id, name: 'Other' })
      .returning('id')
    await transact(stack.deps, (tx) => moveToQueue(tx, stack.deps.blobs, { ...fixture.who, admin: true }, id, other.id))
    expect(await lessons(fixture)).toEqual([])
  })

  it('learns only from users, and only where training is enabled', async () => {
    const off = await aFixture(stack.deps, { training_enabled: false })
    await confirm(off, await imported(off, 'QB-8101', '312.40'), { document_id: 'QB-8101' })
    expect(await lessons(off)).toEqual([])

    const fixture = await aFixture(stack.deps)
    const excluded = await imported(fixture, 'QB-8102', '312.40')
    await stack.deps.db('annotations').where({ id: excluded }).update({ training_enabled: false })
    await confirm(fixture, excluded, { document_id: 'QB-8102' })
    const exported = await imported(fixture, 'QB-8103', '312.40')
    await changeStatus(stack.deps, fixture.who, exported, 'exporting')

    const automated = await aFixture(stack.deps, { automation_enabled: true, automation_level: 'always' })
    const id = await imported(automated, 'QB-8104', '312.40')
    await until(
      () => statusOf(id),
      ({ status }) => status === 'exported',
    )
    await until(
      () => stack.deps.db('deliveries').where({ consumer: 'learning', state: 'pending' }),
      (pending) => pending.length === 0,
    )
    expect([...(await lessons(fixture)), ...(await lessons(automated))]).toEqual([])
  })
})
