import { WorkflowNotFoundError, type Client } from '@temporalio/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deps } from '../../src/deps.ts'
import { findLost, MANY, START, startAgain, WITHOUT_LIFECYCLE } from '../../src/domain/outbox/restore.ts'
import { IN_WORK } from '../../src/domain/outbox/reopen.ts'
import { STATUSES, type Status } from '../../src/rules/annotations/status.ts'
import { statusIsOpen } from '../../src/rules/temporal/lifecycle.ts'
import { database as shared, testDatabase, useDatabase, type TestDatabase } from '../support/database.ts'
import { someDeps, standIn } from '../support/deps.ts'
import { anOrganization } from './fixtures.ts'

type State = { status: { name: string }; closeTime?: Date }

describe('the statuses without a lifecycle', () => {
  useDatabase()
  const satisfying = async (condition: string) => {
    const { rows } = await shared.db.raw<{ rows: { status: Status }[] }>(
      `select status from unnest(?::text[]) with ordinality as s (status, place) where ${condition} order by place`,
      [[...STATUSES]],
    )
    return rows.map(({ status }) => status)
  }

  it('are those of the workflow and of the index of open annotations', async () => {
    const open = STATUSES.filter((status) => status !== 'importing' && statusIsOpen(status))
    const { rows } = await shared.db.raw<{ rows: { condition: string }[] }>(
      `select pg_get_expr(indpred, indrelid) as condition from pg_index where indexrelid = 'annotations_open'::regclass`,
    )
    expect(await satisfying(`status not in ${WITHOUT_LIFECYCLE}`)).toEqual(open)
    expect(await satisfying(rows[0]!.condition)).toEqual(open)
  })

  it('in which workflows work are those of the index of annotations in work', async () => {
    const { rows } = await shared.db.raw<{ rows: { condition: string }[] }>(
      `select pg_get_expr(indpred, indrelid) as condition from pg_index where indexrelid = 'annotations_in_work'::regclass`,
    )
    const inWork = STATUSES.filter((status) => status === 'importing' || status === 'exporting')
    expect(await satisfying(`status in ${IN_WORK}`)).toEqual(inWork)
    expect(await satisfying(rows[0]!.condition)).toEqual(inWork)
  })
})

describe('the comparison of pending deliveries with Temporal', () => {
  let database: TestDatabase
  let organization_id: number
  /** Workflows that Temporal knows; those that run are also in its lists. */
  let known: Record<string, State>
  let started: string[]
  let deps: Deps
  beforeAll(async () => {
    database = await testDatabase()
    organization_id = (await anOrganization(database.db)).organization_id
  })
  afterAll(() => database.drop())
  beforeEach(async () => {
    await database.db('events').delete()
    known = {}
    started = []
    const describeWorkflow = (id: string) =>
      known[id] ? Promise.resolve(known[id]) : Promise.reject(new WorkflowNotFoundError('lost', id, undefined))
    const workflow = {
      list: async function* () {
        for (const [workflowId, { status }] of Object.entries(known))
          if (status.name === 'RUNNING') yield { workflowId }
      },
      getHandle: (id: string) => ({ describe: () => describeWorkflow(id) }),
      signalWithStart: (_type: string, { workflowId }: { workflowId: string }) =>
        Promise.resolve(started.push(workflowId)),
    }
    const withDeadline = (_: number, work: () => Promise<unknown>) => work()
    deps = someDeps({ db: database.db, temporal: standIn<Client>('temporal', { withDeadline, workflow }) })
  })

  /** Writes a delivery that was signalled a while ago and is still pending. */
  async function signalledFor(workflow_id: string): Promise<void> {
    const [event] = await database
      .db('events')
      .insert({ organization_id, kind: 'upload.created', data: '{}' })
      .returning<{ id: number }[]>('id')
    const signal_at = database.db.raw(`now() + interval '5 minutes'`)
    await database.db('deliveries').insert({ event_id: event!.id, consumer: 'intake', workflow_id, signal_at })
  }
  const lost = async () => (await findLost(deps, START)).lost

  it('finds each workflow that Temporal does not run, and starts only these', async () => {
    for (const id of [1, 2, 3, 4]) await signalledFor(`upload/${id}`)
    known = { 'upload/1': { status: { name: 'RUNNING' } }, 'upload/3': { status: { name: 'TERMINATED' } } }
    expect(await lost()).toEqual(['upload/2', 'upload/3', 'upload/4'])
    await startAgain(deps, await lost())
    expect(started).toEqual(['upload/2', 'upload/3', 'upload/4'])
  })

  it('starts a workflow that has failed only after a pause, so that an error that repeats starts few runs', async () => {
    await signalledFor('upload/1')
    const failed = (minutes: number) => ({
      status: { name: 'FAILED' },
      closeTime: new Date(Date.now() - minutes * 60_000),
    })
    known = { 'upload/1': failed(1) }
    expect(await lost()).toEqual([])
    known = { 'upload/1': failed(11) }
    expect(await lost()).toEqual(['upload/1'])
  })

  it('looks up a limited number of workflows after the loss of many', async () => {
    for (let id = 1; id <= MANY + 5; id++) await signalledFor(`upload/${id}`)
    expect(await lost()).toHaveLength(MANY)
  })
})
