/** Hooks and connectors that run while somebody waits for the response. */
import { describe, expect, it } from 'vitest'
import { testConnector } from '../support/connector.ts'
import { as, type Json } from '../support/as.ts'
import { aPerson } from '../support/factories.ts'
import { overWaysIn } from '../support/ways-in.ts'
import {
  admin,
  aHook,
  aHookedQueue,
  answerWith,
  calls,
  logs,
  receiver,
  runs,
  server,
  tenant,
  upload,
  url,
  useHooks,
} from './setup.ts'

useHooks()

async function inReview(events: string[], given: Json = {}) {
  const queue = await aHookedQueue(events, given)
  const annotation = await upload(queue)
  expect((await admin.post(`/annotations/${annotation.id}/start`, {})).status).toBe(200)
  const { body } = await admin.get(`/annotations/${annotation.id}/content?schema_id=document_id`)
  return { queue, id: annotation.id as number, node: body.content[0] as Json }
}

overWaysIn(
  () => {
    describe('content/validate', () => {
      it('calls the hooks of its actions, applies their operations and returns their messages', async () => {
        const { queue, id, node } = await inReview(['annotation_content.user_update', 'annotation_content.updated'])
        answerWith(({ body }) => ({
          messages: [{ id: node.id, type: 'warning', content: `Seen by ${body.action}` }],
          operations: [{ op: 'replace', id: node.id, value: { content: { value: `BY-${body.action}` } } }],
        }))
        const validated = await admin.post(`/annotations/${id}/content/validate`, {
          actions: ['user_update', 'updated'],
          updated_datapoint_ids: [node.id],
        })
        expect(validated.status).toBe(200)
        expect(validated.body.messages.map(({ content }: Json) => content)).toEqual(
          expect.arrayContaining(['Seen by user_update', 'Seen by updated']),
        )
        const [updated] = validated.body.updated_datapoints.filter((one: Json) => one.id === node.id)
        expect(updated.content.value).toBe('BY-updated')
        const received = await calls(2)
        expect(received[0]!.body).toMatchObject({ updated_datapoints: [node.id], annotation: { status: 'reviewing' } })
        expect(await runs(queue.hook_id, 2)).toMatchObject([{ status: 'completed' }, { status: 'completed' }])
      })

      it('does not send updated without changed nodes, and started with an empty list', async () => {
        const { id } = await inReview(['annotation_content.started', 'annotation_content.updated'])
        await admin.post(`/annotations/${id}/content/validate`, { actions: ['user_update', 'updated'] })
        await admin.post(`/annotations/${id}/content/validate`, { actions: ['user_update', 'started'] })
        const received = await calls(1)
        expect(received.map(({ body }) => [body.action, body.updated_datapoints])).toEqual([['started', []]])
      })

      it('reports a failed call as an error of the whole document, without a retry', async () => {
        const { id, queue } = await inReview(['annotation_content.user_update'])
        answerWith(() => ({ status: 500, body: 'oops' }))
        const { body } = await admin.post(`/annotations/${id}/content/validate`, {})
        expect(body.messages).toContainEqual(
          expect.objectContaining({
            id: 'all',
            type: 'error',
            detail: expect.objectContaining({ is_exception: true }),
          }),
        )
        expect(await calls(1)).toHaveLength(1)
        expect(await runs(queue.hook_id)).toMatchObject([{ status: 'failed', attempts: 1 }])
      })

      it('ignores the operations of a hook that answers after the review', async () => {
        const { id, node, queue } = await inReview(['annotation_content.user_update'])
        let isFirst = true
        receiver.answer = (response) => {
          const value = { content: { value: 'LATE' } }
          const body = JSON.stringify({ operations: [{ op: 'replace', id: node.id, value }] })
          const next = async () => {
            if (!isFirst) return
            isFirst = false
            await admin.post(`/annotations/${id}/cancel`, {})
            const other = await aPerson(server.deps.db, tenant, 'annotator', [queue.queue_id])
            expect((await as(server.root, other.token).post(`/annotations/${id}/start`, {})).status).toBe(200)
          }
          void next().then(() => response.writeHead(200, { 'Content-Type': 'application/json' }).end(body))
        }
        await admin.post(`/annotations/${id}/content/validate`, {})
        expect(await runs(queue.hook_id)).toMatchObject([{ status: 'completed' }])
        expect(await logs(queue.hook_id)).toMatchObject([
          { message: 'The operations were ignored: the review of the event has ended.' },
        ])
        const { body } = await admin.get(`/annotations/${id}/content?schema_id=document_id`)
        expect(body.content[0].content.value).not.toBe('LATE')
      })

      it('lets successors see the operations of their predecessors', async () => {
        const { id, node, queue } = await inReview(['annotation_content.user_update'], { path: '/first' })
        await aHook(queue, ['annotation_content.user_update'], {
          path: '/second',
          run_after: [url('hooks', queue.hook_id)],
        })
        answerWith(({ url: path }) =>
          path === '/first'
            ? { operations: [{ op: 'replace', id: node.id, value: { content: { value: 'ONE' } } }] }
            : {},
        )
        await admin.post(`/annotations/${id}/content/validate`, {})
        const [second] = await calls(1, '/second')
        expect(second!.body.updated_datapoints).toEqual([node.id])
      })
    })

    describe('confirm', () => {
      it('is refused with the error messages of a hook, and the status stays', async () => {
        const { id } = await inReview(['annotation_content.confirm'])
        answerWith(() => ({ messages: [{ type: 'error', content: 'The total is wrong' }] }))
        const refused = await admin.post(`/annotations/${id}/confirm`, {})
        expect([refused.status, refused.body]).toMatchObject([
          400,
          { detail: 'The total is wrong', code: 'bad_request', messages: [{ content: 'The total is wrong' }] },
        ])
        expect((await admin.get(`/annotations/${id}`)).body.status).toBe('reviewing')
        answerWith(() => ({ messages: [{ type: 'warning', content: 'Large amount' }] }))
        expect((await admin.post(`/annotations/${id}/confirm`, {})).status).toBe(204)
      })

      it('does not call hooks if the annotation cannot be confirmed', async () => {
        const queue = await aHookedQueue(['annotation_content.confirm'])
        const { id } = await upload(queue)
        expect((await admin.post(`/annotations/${id}/confirm`, {})).status).toBe(409)
        expect(await calls(0)).toEqual([])
      })
    })

    describe('connectors', () => {
      it('validate: the first call after an import is initial, and operations take effect', async () => {
        const connector = await testConnector()
        try {
          const { id, node, queue } = await inReview([])
          await admin.post('/connectors', {
            name: 'ERP',
            queues: [url('queues', queue.queue_id)],
            service_url: `${connector.url}/erp`,
            authorization_token: 't',
          })
          connector.answer = (response) => {
            response.writeHead(200, { 'Content-Type': 'application/json' })
            response.end(
              JSON.stringify({
                messages: [{ id: String(node.id), type: 'info', content: 'Found in the ERP' }],
                updated_datapoints: [{ id: String(node.id), value: 'FROM-ERP' }],
              }),
            )
          }
          const validate = () => admin.post(`/annotations/${id}/content/validate`, { updated_datapoint_ids: [node.id] })
          const { body } = await validate()
          await validate()
          expect(connector.calls.map((call) => call.url)).toEqual(['/erp/validate?initial=true', '/erp/validate'])
          expect(connector.calls[0]!.body.meta.updated_datapoint_ids).toEqual([String(node.id)])
          expect(body.messages).toContainEqual(expect.objectContaining({ content: 'Found in the ERP' }))
          const { body: read } = await admin.get(`/annotations/${id}/content?schema_id=document_id`)
          expect(read.content[0].content.value).toBe('FROM-ERP')
        } finally {
          await connector.stop()
        }
      })

      it('that do not implement validate are ignored', async () => {
        const connector = await testConnector()
        try {
          const { id, queue } = await inReview([])
          const queues = [url('queues', queue.queue_id)]
          await admin.post('/connectors', { name: 'Old', queues, service_url: connector.url })
          connector.answer = (response) => void response.writeHead(404).end()
          const { status, body } = await admin.post(`/annotations/${id}/content/validate`, {})
          expect([status, body.messages.filter(({ type }: Json) => type === 'error')]).toEqual([200, []])
        } finally {
          await connector.stop()
        }
      })
    })
  },
  { plain: true },
)
