/** Figures of automation from documents that were imported, reviewed and confirmed with known outcomes. */
import { beforeAll, describe, expect, it } from 'vitest'
import { finishImport } from '../../src/domain/intake/finish-import.ts'
import { purgeDeleted } from '../../src/domain/annotations/removal/purge.ts'
import { anAnnotation as anImport, askForImport, type Fixture } from '../domain/fixtures.ts'
import { aTenant } from '../support/factories.ts'
import { as } from '../support/as.ts'
import { admin, person, server, tenant, useTenantServer } from '../support/tenant-server.ts'
import { anExtraction, extractedValue } from '../workflows/fake-documents.ts'
import { aConfidentQueue } from './automation-setup.ts'

useTenantServer()

let queue: { queue_id: number; schema_id: number }
let fixture: Fixture

/** Imports a document with these scores. */
async function imported(of: Fixture, scores: { document_id: number; amount_total?: number }): Promise<number> {
  const id = await anImport(server.deps.db, of, 'importing')
  const { schema_id } = await server.deps.db('queues').where('id', of.queue.id).first('schema_id')
  await server.deps.db('annotations').where({ id }).update({ schema_id })
  const step = await askForImport(server.deps, of, id)
  const { fields, ...extraction } = anExtraction({ document_id: extractedValue('A-1', scores.document_id) })
  if (scores.amount_total === undefined) delete fields['amount_total']
  else fields['amount_total'] = extractedValue('119.00', scores.amount_total)
  await finishImport(server.deps, step, { ...extraction, fields })
  return id
}

/** Reviews and confirms a document, with these values changed. */
async function reviewed(id: number, changes: Record<string, string> = {}): Promise<number> {
  expect((await admin.post(`/annotations/${id}/start`, {})).status).toBe(200)
  const { content } = (await admin.get(`/annotations/${id}/content`)).body
  for (const [schema_id, value] of Object.entries(changes)) {
    const node = content[0].children.find((one: { schema_id: string }) => one.schema_id === schema_id)
    const changed = await admin.patch(`/annotations/${id}/content/${node.id}`, { content: { value } })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  }
  expect((await admin.post(`/annotations/${id}/confirm`, {})).status).toBe(204)
  return id
}
const ago = (ids: number[], days: number) =>
  server.deps
    .db('annotations')
    .whereIn('id', ids)
    .update({ confirmed_at: server.deps.db.raw(`now() - make_interval(days => ?)`, [days]) })

const at = (path: string) => `/queues/${queue.queue_id}/automation/${path}`
const ids = { unchanged: [] as number[], wrong: [] as number[], doubted: [] as number[], automated: [] as number[] }

beforeAll(async () => {
  queue = await aConfidentQueue()
  const { organization_id, user_id } = tenant
  const who = { organization_id, user_id }
  fixture = { ...who, other_user_id: user_id, queue: { id: queue.queue_id, organization_id }, who, other: who }
  const low = { amount_total: 0.7 }
  for (let n = 0; n < 36; n++)
    ids.unchanged.push(await reviewed(await imported(fixture, { document_id: 0.95, ...low })))
  for (let n = 0; n < 4; n++)
    ids.wrong.push(await reviewed(await imported(fixture, { document_id: 0.95, ...low }), { document_id: 'B-2' }))
  for (let n = 0; n < 8; n++)
    ids.doubted.push(await reviewed(await imported(fixture, { document_id: 0.85, ...low }), { document_id: 'B-2' }))
  for (let n = 0; n < 4; n++) ids.automated.push(await imported(fixture, { document_id: 0.95, amount_total: 0.8 }))
  // Of the same value in another form, and in a field that is not exported.
  const other = await imported(fixture, { document_id: 0.95, ...low })
  await reviewed(other, { amount_total: '119', date_issue: '2026-05-05' })
  await ago([other], 100)
  await ago(ids.unchanged.slice(0, 10), 40)
  // Neither is confirmed.
  await imported(fixture, { document_id: 0.95, ...low })
  const deleted = await reviewed(await imported(fixture, { document_id: 0.1, ...low }), { document_id: 'C' })
  expect((await admin.post(`/annotations/${deleted}/delete`, {})).status).toBe(204)
})

const days = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10)

describe('GET queues/{id}/automation/insights', () => {
  it('is computed from the outcome of the documents', async () => {
    const { status, body } = await admin.get(at('insights'))
    expect([status, body]).toEqual([
      200,
      {
        document_automation_rate: 0.076923,
        document_touchless_rate: 0.769231,
        document_automation_timeseries: [
          { date: days(40), automated_count: 0, non_automated_count: 10, touched_count: 0, touchless_count: 10 },
          { date: days(0), automated_count: 4, non_automated_count: 38, touched_count: 12, touchless_count: 30 },
        ],
        datapoint_statistics: [
          {
            schema_id: 'document_id',
            is_quality_estimate: true,
            blocked_document_counts: { low_score: 8 },
            estimated_error_rate: 0.1,
            confidence_threshold: 0.9,
            blockers: [
              {
                blocker: 'low_score',
                document_count: 8,
                granularity: 'datapoint',
                example_annotation_ids: ids.doubted.toReversed(),
              },
            ],
            confidence_accuracy: [
              { from: 0.8, to: 0.9, count: 8, accurate_count: 0 },
              { from: 0.9, to: 1, count: 40, accurate_count: 36 },
            ],
          },
          {
            schema_id: 'amount_total',
            is_quality_estimate: false,
            blocked_document_counts: { low_score: 48 },
            estimated_error_rate: null,
            confidence_threshold: 0.8,
            blockers: [
              {
                blocker: 'low_score',
                document_count: 48,
                granularity: 'datapoint',
                example_annotation_ids: [...ids.wrong, ...ids.doubted].toReversed().slice(0, 10),
              },
            ],
            confidence_accuracy: [{ from: 0.7, to: 0.8, count: 48, accurate_count: 48 }],
          },
        ],
        document_blockers: [],
        estimated_error_rate_timeseries: [
          {
            date: days(40),
            error_rate_estimate: expect.any(Number),
            is_quality_estimate: false,
            window_document_count: 10,
          },
          { date: days(0), error_rate_estimate: 0.105263, is_quality_estimate: true, window_document_count: 38 },
        ],
        estimated_error_rate: 0.083333,
        is_aurora_queue: false,
        confidence_accuracy: [
          { from: 0.7, to: 0.8, count: 48, accurate_count: 48 },
          { from: 0.8, to: 0.9, count: 8, accurate_count: 0 },
          { from: 0.9, to: 1, count: 40, accurate_count: 36 },
        ],
        processing_time: { median_s: null, p90_s: null, document_count: 0, timeseries: [] },
      },
    ])
  })

  it('has the time of reviewed documents by day', async () => {
    const [first, second, old] = [ids.wrong[0]!, ids.wrong[1]!, ids.unchanged[0]!]
    for (const [id, time_spent_overall] of Object.entries({ [first]: 10, [second]: 30, [old]: 100 })) {
      const changed = await admin.patch(`/annotations/${id}/processing_duration`, { time_spent_overall })
      expect(changed.status).toBe(200)
    }
    expect((await admin.get(at('insights'))).body.processing_time).toEqual({
      median_s: 30,
      p90_s: 86,
      document_count: 3,
      timeseries: [
        { date: days(40), median_s: 100, document_count: 1 },
        { date: days(0), median_s: 20, document_count: 2 },
      ],
    })
  })

  it('counts the days that the request names', async () => {
    const count = async (query: string) => {
      const { document_automation_timeseries: series } = (await admin.get(at(`insights?${query}`))).body
      return series.reduce((sum: number, day: Record<string, number>) => sum + day.non_automated_count!, 0)
    }
    expect([await count('days=30'), await count(''), await count('days=365')]).toEqual([38, 48, 49])
    for (const wrong of ['0', '366', 'x', '-1', '1.5'])
      expect((await admin.get(at(`insights?days=${wrong}`))).body).toMatchObject({
        days: ['Ensure this value is an integer from 1 to 365.'],
      })
  })

  it('compares values and not their format, and only exported ones', async () => {
    const { document_automation_timeseries: series } = (await admin.get(at('insights?days=365'))).body
    expect(series[0]).toMatchObject({ date: days(100), touched_count: 0, touchless_count: 1 })
  })

  it('counts a change of the schema as no correction', async () => {
    const made = await aConfidentQueue()
    const of = { ...fixture, queue: { id: made.queue_id, organization_id: tenant.organization_id } }
    const unchanged = await imported(of, { document_id: 0.95, amount_total: 0.7 })
    const corrected = await imported(of, { document_id: 0.85, amount_total: 0.7 })
    const { content } = (await admin.get(`/schemas/${made.schema_id}`)).body
    content[0].children[1].type = 'string'
    expect((await admin.patch(`/schemas/${made.schema_id}`, { content })).status).toBe(200)
    await reviewed(unchanged)
    await reviewed(corrected, { document_id: 'B-2' })
    const { body } = await admin.get(`/queues/${made.queue_id}/automation/insights`)
    expect(body.document_automation_timeseries).toMatchObject([{ touched_count: 1, touchless_count: 1 }])
  })

  it('counts blockers of whole documents', async () => {
    const made = await aConfidentQueue()
    await admin.patch(`/queues/${made.queue_id}`, { automation_enabled: false })
    const id = await imported(
      { ...fixture, queue: { id: made.queue_id, organization_id: tenant.organization_id } },
      {
        document_id: 0.99,
        amount_total: 0.99,
      },
    )
    await reviewed(id)
    const { body } = await admin.get(`/queues/${made.queue_id}/automation/insights`)
    expect(body).toMatchObject({
      document_automation_rate: 0,
      document_blockers: [
        {
          blocker: 'automation_disabled',
          document_count: 1,
          granularity: 'annotation',
          example_annotation_ids: [id],
        },
      ],
    })
    await admin.post(`/annotations/${id}/delete`, {})
    await purgeDeleted(server.deps, { organization_id: tenant.organization_id, user_id: tenant.user_id }, [id], null)
    expect(await server.deps.db('annotation_contents').where('annotation_id', id)).toEqual([])
  })

  it('is for users of the queue', async () => {
    const viewer = await person('viewer', [queue.queue_id])
    const stranger = await person('annotator', [])
    const elsewhere = as(server.root, (await aTenant(server.deps.db)).token)
    const project = { fields: [] }
    for (const [client, status] of [
      [viewer.client, 200],
      [stranger.client, 404],
      [elsewhere, 404],
    ] as const) {
      expect((await client.get(at('insights'))).status).toBe(status)
      expect((await client.get(at('suggestions'))).status).toBe(status)
      expect((await client.get(at('targets'))).status).toBe(status)
      expect((await client.post(at('projections'), project)).status).toBe(status)
    }
  })
})

describe('POST queues/{id}/automation/projections', () => {
  const project = async (limits: Record<string, number>, query = '') => {
    const fields = Object.entries(limits).map(([schema_id, error_rate_limit]) => ({ schema_id, error_rate_limit }))
    const { status, body } = await admin.post(at(`projections${query}`), { fields })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const thresholds = (body: { projections: { datapoint_statistics: { confidence_threshold: number | null }[] }[] }) =>
    body.projections[0]!.datapoint_statistics.map((one) => one.confidence_threshold)

  it('chooses the lowest threshold within each limit', async () => {
    expect(thresholds(await project({}))).toEqual([0.9, 0.8])
    expect(thresholds(await project({ document_id: 0.1, amount_total: 0 }))).toEqual([0.95, 0])
    expect(thresholds(await project({ document_id: 0.25 }))).toEqual([0, 0.8])
    expect(thresholds(await project({ document_id: 0.09 }))).toEqual([null, 0.8])
  })

  it('shows what the reviewed documents would have given', async () => {
    const body = await project({ document_id: 0.1, amount_total: 0 })
    expect(body).toMatchObject({ total_document_count: 52, used_document_count: 48 })
    // The insights have more figures, for plots.
    expect((await admin.get(at('insights'))).body).toMatchObject(body.baseline)
    expect(body.projections).toMatchObject([
      {
        document_automation_rate: 0.833333,
        document_touchless_rate: 0.833333,
        datapoint_statistics: [
          { estimated_error_rate: 0.1, blocked_document_counts: { low_score: 8 } },
          { estimated_error_rate: 0, is_quality_estimate: true, blocked_document_counts: {} },
        ],
        estimated_error_rate: 0.083333,
      },
    ])
    expect((await project({}, '?exclude_blockers=low_score')).projections[0].document_automation_rate).toBe(1)
    expect((await project({}, '?days=30')).used_document_count).toBe(38)
  })

  it('refuses unknown and repeated fields, unknown blockers and impossible limits', async () => {
    const limit = (schema_id: string, error_rate_limit: number) => ({ schema_id, error_rate_limit })
    const refused = async (fields: object[], query = '') => {
      const { status, body } = await admin.post(at(`projections${query}`), { fields })
      expect(status).toBe(400)
      return body
    }
    expect(await refused([limit('date_issue', 0.1)])).toMatchObject({
      fields: ['The schema has no exportable field "date_issue".'],
    })
    expect(await refused([limit('document_id', 0.1), limit('document_id', 0.2)])).toMatchObject({
      fields: ['The field "document_id" is listed more than once.'],
    })
    expect(await refused([limit('document_id', 1.1)])).toHaveProperty('fields')
    expect(await refused([], '?exclude_blockers=low_score,strange')).toMatchObject({
      exclude_blockers: ['"strange" is not a valid choice.'],
    })
  })
})

describe('GET queues/{id}/automation/suggestions', () => {
  it('names a setting that prevents automation, and what it would give', async () => {
    const made = await aConfidentQueue()
    const of = { ...fixture, queue: { id: made.queue_id, organization_id: tenant.organization_id } }
    const path = `/queues/${made.queue_id}/automation`
    const reviewing = { settings: { automation: { automate_empty_fields: false } } }
    expect((await admin.patch(`/queues/${made.queue_id}`, reviewing)).status).toBe(200)
    for (let n = 0; n < 3; n++) await reviewed(await imported(of, { document_id: 0.95 }))
    const suggestion = {
      type: 'automate_empty_fields',
      fields: [{ schema_id: 'amount_total', confidence_threshold: null }],
      document_automation_rate: 1,
      estimated_error_rate: null,
    }
    const before = { document_automation_rate: 0, suggestions: [suggestion], used_document_count: 3 }
    expect((await admin.get(`${path}/suggestions`)).body).toEqual(before)
    const applied = { settings: { automation: { automate_empty_fields: true } } }
    expect((await admin.patch(`/queues/${made.queue_id}`, applied)).status).toBe(200)
    const after = { document_automation_rate: 1, suggestions: [], used_document_count: 3 }
    expect((await admin.get(`${path}/suggestions`)).body).toEqual(after)
    const { projections } = (await admin.post(`${path}/projections`, { fields: [] })).body
    expect(projections[0].document_automation_rate).toBe(1)
  })

  it('uses the documents of the period and the limit of errors that the request names', async () => {
    const suggest = async (query: string) => (await admin.get(at(`suggestions${query}`))).body
    expect(await suggest('?days=30')).toMatchObject({ used_document_count: 38 })
    // Errors of the number are 0.1 of those above its threshold, and 0.25 of all.
    expect(await suggest('')).toMatchObject({
      document_automation_rate: 0,
      suggestions: [{ type: 'lower_thresholds', fields: [{ schema_id: 'amount_total', confidence_threshold: 0 }] }],
    })
    expect((await suggest('?error_rate_limit=0.25')).suggestions[0].fields).toHaveLength(2)
    for (const wrong of ['1.1', 'x', '-1', '01'])
      expect(await suggest(`?error_rate_limit=${wrong}`)).toMatchObject({
        error_rate_limit: ['Ensure this value is a number from 0 to 1.'],
      })
  })
})
