import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moveForExport } from '../../src/domain/annotations/review/review.ts'
import { anAnnotation } from '../domain/fixtures.ts'
import { aFixture, described, harness, type Harness } from './harness.ts'

describe('applyRules', () => {
  let stack: Harness
  beforeAll(async () => {
    stack = await harness()
    await stack.startWorker()
  })
  afterAll(() => stack.stop())

  it('sends the emails of rules after a move, in a workflow of the annotation', async () => {
    const { db } = stack.deps
    const fixture = await aFixture(stack.deps)
    const { schema_id } = await db('queues').where('id', fixture.queue.id).first('schema_id')
    const payload = { to: ['bob@example.org'], subject: 'Exported', body: 'Exported.' }
    await db('rules').insert({
      organization_id: fixture.organization_id,
      schema_id,
      name: 'R',
      actions: JSON.stringify([{ id: 'a', enabled: true, type: 'send_email', event: 'annotation_exported', payload }]),
    })
    const id = await anAnnotation(db, fixture, 'to_review')
    expect(await moveForExport(stack.deps, fixture.who, [id], 'exported')).toEqual([id])
    const run = await described(stack.deps, `rules/${id}`, ({ status }) => status.name === 'COMPLETED')
    expect(await run.staticSummary()).toMatch(new RegExp(`^Rules of annotation ${id} in `))
    expect(run.searchAttributes).toMatchObject({ SheafQueue: [fixture.queue.id] })
    const emails = await db('emails').where('queue_id', fixture.queue.id).pluck('subject')
    expect(emails).toEqual(['Exported'])
    const pending = await db('deliveries').where({ consumer: 'rules', state: 'pending' })
    expect(pending).toEqual([])
  })
})
