/** Targets of automation, which set the thresholds of the schema. */
import { describe, expect, it } from 'vitest'
import { admin, person, useTenantServer } from '../support/tenant-server.ts'
import { aConfidentQueue } from './automation-setup.ts'

useTenantServer()

describe('queues/{id}/automation/targets', () => {
  const target = (schema_id: string, confidence_threshold: number) => ({
    type: 'automation_assistant_v1',
    automation_rate_target: 0.7,
    error_rate_target: 0.02,
    datapoint_automation_targets: [
      { schema_id, error_rate_target: 0.01, confidence_threshold, error_rate_limit: 0.02 },
    ],
  })

  it('are listed newest first, and their thresholds become those of the schema', async () => {
    const made = await aConfidentQueue()
    const path = `/queues/${made.queue_id}/automation/targets`
    expect((await admin.get(path)).body).toEqual({ results: [] })
    const first = await admin.post(path, target('document_id', 0.5))
    expect([first.status, first.body]).toEqual([201, { ...target('document_id', 0.5), datetime: expect.any(String) }])
    expect(first.body.datetime).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const second = target('amount_total', 0.25)
    const [one] = second.datapoint_automation_targets
    delete (one as { error_rate_limit?: number }).error_rate_limit
    expect((await admin.post(path, { ...second, type: 'legacy_thresholds' })).status).toBe(201)
    expect((await admin.get(path)).body.results).toMatchObject([
      {
        type: 'legacy_thresholds',
        datapoint_automation_targets: [{ confidence_threshold: 0.25, error_rate_limit: null }],
      },
      first.body,
    ])
    const [section] = (await admin.get(`/schemas/${made.schema_id}`)).body.content
    expect(section.children).toMatchObject([{ score_threshold: 0.5 }, { score_threshold: 0.25 }, { id: 'date_issue' }])
    const insights = (await admin.get(`/queues/${made.queue_id}/automation/insights`)).body
    expect(insights.datapoint_statistics).toMatchObject([{ confidence_threshold: 0.5 }, { confidence_threshold: 0.25 }])
  })

  it('change nothing if they name a field that the schema does not have', async () => {
    const made = await aConfidentQueue()
    const path = `/queues/${made.queue_id}/automation/targets`
    const known = target('document_id', 0.5)
    const both = [...known.datapoint_automation_targets, ...target('strange', 0.5).datapoint_automation_targets]
    const refused = await admin.post(path, { ...known, datapoint_automation_targets: both })
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { datapoint_automation_targets: ['The schema has no field "strange".'] },
    ])
    const twice = [...known.datapoint_automation_targets, ...known.datapoint_automation_targets]
    expect((await admin.post(path, { ...known, datapoint_automation_targets: twice })).status).toBe(400)
    expect((await admin.post(path, target('document_id', 1.5))).status).toBe(400)
    expect((await admin.post(path, { ...known, type: 'other' })).status).toBe(400)
    expect((await admin.get(path)).body).toEqual({ results: [] })
    const [section] = (await admin.get(`/schemas/${made.schema_id}`)).body.content
    expect(section.children[0].score_threshold).toBe(0.9)
  })

  it('keep both thresholds when two are set at the same time', async () => {
    const made = await aConfidentQueue()
    const path = `/queues/${made.queue_id}/automation/targets`
    const answers = await Promise.all([
      admin.post(path, target('document_id', 0.5)),
      admin.post(path, target('amount_total', 0.25)),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const [section] = (await admin.get(`/schemas/${made.schema_id}`)).body.content
    expect(section.children).toMatchObject([{ score_threshold: 0.5 }, { score_threshold: 0.25 }, {}])
  })

  it('are set by administrators only', async () => {
    const { queue_id } = await aConfidentQueue()
    const path = `/queues/${queue_id}/automation/targets`
    const manager = await person('manager', [queue_id])
    expect((await manager.client.post(path, target('document_id', 0.5))).status).toBe(403)
    expect((await manager.client.get(path)).status).toBe(200)
  })
})
