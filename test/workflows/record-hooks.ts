/** Records calls of hooks. */
import { randomUUID } from 'node:crypto'
import { changeStatus } from '../../src/domain/annotations/review/review.ts'
import { requestRedelivery } from '../../src/domain/hooks/delivery/redeliver.ts'
import { createHook } from '../../src/domain/hooks/hook-rows.ts'
import { hookScheduleId } from '../../src/domain/hooks/schedules.ts'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { Hook, type HookRun } from '../../src/models/index.ts'
import { testConnector } from '../support/connector.ts'
import { aFixture, described, until, type Harness } from './harness.ts'
import { triggered, type Keep } from './keep-history.ts'
import { pdf } from './record-annotations.ts'

/** Records the calls of a webhook for a document from its upload to its export, a repeated call, and a function with a schedule. */
export async function recordHooks(stack: Harness, keep: Keep): Promise<void> {
  const receiver = await testConnector()
  const { db, temporal } = stack.deps
  const { organization_id, queue, who } = await aFixture(stack.deps)
  const add = (columns: object) =>
    transact(stack.deps, async (tx) => {
      const id = await createHook(tx, { organization_id, user_id: who.user_id }, { name: 'Check', ...columns })
      await tx('hook_queues').insert({ hook_id: id, queue_id: queue.id })
      return id
    })
  const events = ['annotation_status', 'annotation_content.initialize', 'annotation_content.export', 'upload.created']
  const config = { url: receiver.url, retry_count: 1 }
  const webhook = await add({ type: 'webhook', events, config })
  let isFirst = true
  receiver.answer = (response) => {
    response.writeHead(isFirst ? 503 : 200).end('{}')
    isFirst = false
  }
  const files = [{ name: 'l.pdf', bytes: pdf('l') }]
  const { upload_id } = await createUpload(stack.deps, { queue, who, files })
  const load = () => db('annotations').where({ upload_id }).first('id', 'status') as never
  const reach = (wanted: string) =>
    until<{ id: number; status: string } | undefined>(load, (found) => found?.status === wanted)
  const { id } = (await reach('to_review'))!
  await keep(`upload/${upload_id}`, 'upload-hooks')
  await changeStatus(stack.deps, who, id, 'exporting')
  await reach('exported')
  await described(stack.deps, `annotation/${id}`, ({ status: { name } }) => name === 'COMPLETED')
  await keep(`annotation/${id}`, 'annotation-hooks')
  const newest = () => db('hook_runs').where({ hook_id: webhook }).orderBy('id', 'desc').first<HookRun>()
  const run = await until(newest, ({ finished_at }) => finished_at !== null)
  const hook = await Hook.query(db).findById(webhook).throwIfNotFound()
  await requestRedelivery(stack.deps, hook, run.uuid, { actor_id: who.user_id, request_id: randomUUID() })
  await keep(`redelivery/${run.id}`, 'call-repeated')
  const code = 'exports.svc_hook_request_handler = () => ({})'
  const timed = await add({
    type: 'function',
    status: 'pending',
    events: ['invocation.scheduled'],
    config: { runtime: 'nodejs22.x', code, schedule: { cron: '0 1 * * *' } },
  })
  await keep(`function/${timed}`, 'function-built')
  await keep(`hook/${timed}/schedule`, 'schedule-changed')
  const schedule = temporal.schedule.getHandle(hookScheduleId(stack.deps, timed))
  await keep(await triggered(schedule), 'schedule-called')
  await receiver.stop()
}
