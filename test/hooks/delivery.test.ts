/** Events reach webhooks in order, with their payloads; the responses take effect. */
import { describe, expect, it } from 'vitest'
import { as, type Json } from '../support/as.ts'
import { overWaysIn, wayIn } from '../support/ways-in.ts'
import { anExtraction } from '../workflows/fake-documents.ts'
import { until } from '../workflows/harness.ts'
import {
  admin,
  aHook,
  aHookedQueue,
  answerWith,
  calls,
  extractedAs,
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

const confirm = async (id: number) => {
  expect((await admin.post(`/annotations/${id}/start`, {})).status).toBe(200)
  expect((await admin.post(`/annotations/${id}/confirm`, {})).status).toBe(204)
}
const statusOf = (id: number) => async () => (await admin.get(`/annotations/${id}`)).body.status as string

overWaysIn(
  () => {
    describe('annotation_status.changed', () => {
      it('is delivered for every change of the status, in order', async () => {
        const queue = await aHookedQueue(['annotation_status.changed'])
        const { id } = await upload(queue)
        await confirm(id)
        const expected = [
          ...wayIn().moves,
          'importing > to_review',
          'to_review > reviewing',
          'reviewing > exporting',
          'exporting > exported',
        ]
        const received = await calls(expected.length)
        const moves = received.map(({ body: { annotation } }) => `${annotation.previous_status} > ${annotation.status}`)
        expect(moves).toEqual(expected)
        expect(received[0]!.body).toMatchObject({
          event: 'annotation_status',
          action: 'changed',
          base_url: 'https://sheaf.example.com',
          hook: url('hooks', queue.hook_id),
          settings: {},
          secrets: {},
          annotation: { id, url: url('annotations', id), content: `${url('annotations', id)}/content` },
          document: { mime_type: 'application/pdf' },
        })
        const finished = await runs(queue.hook_id, expected.length)
        expect(new Set(finished.map(({ status }) => status))).toEqual(new Set(['completed']))
        const pending = () => server.deps.db('deliveries').where({ workflow_id: `annotation/${id}`, state: 'pending' })
        await until(pending, (rows) => rows.length === 0)
      })

      it('is not delivered to inactive hooks, other queues and other events', async () => {
        const queue = await aHookedQueue(['annotation_status'])
        const inactive = await aHook(queue, ['annotation_status'], { path: '/inactive' })
        await admin.patch(`/hooks/${inactive}`, { active: false })
        const exporting = await aHook(queue, ['annotation_content.export'], { path: '/export' })
        const { hook_id: other } = await aHookedQueue(['annotation_status'], { path: '/other' })
        await upload(queue)
        await runs(queue.hook_id)
        const hooks = [queue.hook_id, inactive, exporting, other]
        const called = await server.deps.db('hook_runs').whereIn('hook_id', hooks).distinct().pluck<number[]>('hook_id')
        expect(called).toEqual([queue.hook_id])
      })
    })

    describe('annotation_content.initialize', () => {
      it('runs before the automation, and its messages, operations and blockers take effect', async () => {
        const queue = await aHookedQueue(['annotation_content.initialize'])
        await admin.patch(`/queues/${queue.queue_id}`, { automation_enabled: true, automation_level: 'always' })
        extractedAs(() => anExtraction())
        answerWith(({ body }) => {
          const nodes = body.annotation.content.flatMap((section: { children: object[] }) => section.children)
          const node = nodes.find(({ schema_id }: { schema_id: string }) => schema_id === 'document_id')
          return {
            messages: [{ id: node.id, type: 'error', content: 'Unknown supplier' }],
            operations: [{ op: 'replace', id: node.id, value: { content: { value: 'CHANGED' } } }],
            automation_blockers: [{ content: 'A person must look at this' }],
          }
        })
        const annotation = await upload(queue)
        expect(annotation.status).toBe('to_review')
        expect(annotation.messages).toMatchObject([
          { type: 'error', content: 'Unknown supplier', detail: { hook_id: queue.hook_id, is_exception: false } },
        ])
        const { body } = await admin.get(`/annotations/${annotation.id}/content?schema_id=document_id`)
        expect(body.content[0]).toMatchObject({
          content: { value: 'CHANGED', connector_text: 'CHANGED' },
          validation_sources: ['connector'],
        })
        const { body: blocker } = await admin.get(`/automation_blockers?annotation=${annotation.id}`)
        expect(JSON.stringify(blocker.results[0].content)).toContain('Unknown supplier')
        const [received] = await calls(1)
        expect(received!.body).toMatchObject({ updated_datapoints: [], annotation: { status: 'importing' } })
      })

      it('lets hooks without order run in parallel, and successors see the operations of their predecessors', async () => {
        const queue = await aHookedQueue(['annotation_content.initialize'], { path: '/first' })
        const second = await aHook(queue, ['annotation_content.initialize'], {
          path: '/second',
          run_after: [url('hooks', queue.hook_id)],
        })
        await aHook(queue, ['annotation_content.initialize'], { path: '/aside' })
        answerWith(({ url: path, body }) => {
          const [node] = body.annotation.content[0].children
          return path === '/first'
            ? { operations: [{ op: 'replace', id: node.id, value: { content: { value: 'ONE' } } }] }
            : {}
        })
        await upload(queue)
        const [received] = await calls(1, '/second')
        const [node] = received!.body.annotation.content[0].children
        expect(received!.body.updated_datapoints).toEqual([node.id])
        expect(node.content.value).toBe('ONE')
        await calls(1, '/aside')
        expect(await runs(second)).toHaveLength(1)
      })
    })

    describe('annotation_content.export', () => {
      it('exports after the hook, with its messages', async () => {
        const queue = await aHookedQueue(['annotation_content.export'])
        answerWith(() => ({ messages: [{ type: 'info', content: 'Booked as 17' }] }))
        const { id } = await upload(queue)
        await confirm(id)
        await until(statusOf(id), (status) => status === 'exported')
        expect((await admin.get(`/annotations/${id}`)).body.messages).toMatchObject([{ content: 'Booked as 17' }])
      })

      it('fails with the error message of the hook, and succeeds when it is repeated', async () => {
        const queue = await aHookedQueue(['annotation_content.export'])
        answerWith(() => ({ messages: [{ type: 'error', content: 'Period closed' }] }))
        const { id } = await upload(queue)
        await confirm(id)
        await until(statusOf(id), (status) => status === 'failed_export')
        expect((await admin.get(`/annotations/${id}`)).body.messages).toMatchObject([{ content: 'Period closed' }])
        answerWith(() => ({}))
        await admin.post(`/queues/${queue.queue_id}/export?to_status=exporting&id=${id}`, {})
        await until(statusOf(id), (status) => status === 'exported')
        expect((await admin.get(`/annotations/${id}`)).body.messages).toEqual([])
      })

      it('fails after the last retry, and the log has every attempt with its reason', async () => {
        const queue = await aHookedQueue(['annotation_content.export'], { config: { retry_count: 1 } })
        answerWith(() => ({ status: 503 }))
        const { id } = await upload(queue)
        await confirm(id)
        await until(statusOf(id), (status) => status === 'failed_export')
        const received = await calls(2)
        expect(received[0]!.body.request_id).toBe(received[1]!.body.request_id)
        expect(received[0]!.body).toEqual(received[1]!.body)
        expect(received[0]!.headers['webhook-id']).toBe(received[1]!.headers['webhook-id'])
        expect(await logs(queue.hook_id)).toMatchObject([
          { log_level: 'ERROR', status: 'failed', status_code: 503 },
          { log_level: 'WARNING', status: 'failed', status_code: 503, message: expect.stringContaining('in 1 s') },
        ])
      })
    })
  },
  { plain: true },
)

describe('many changes of the status', () => {
  it('are delivered, also more changes than one look at the database returns', { timeout: 120_000 }, async () => {
    const queue = await aHookedQueue(['annotation_status.changed'])
    const { id } = await upload(queue)
    await runs(queue.hook_id)
    // The calls wait while the first one is answered.
    const gate = Promise.withResolvers<void>()
    receiver.answer = (response) => void gate.promise.then(() => response.end('{}'))
    for (let n = 0; n < 30; n++) {
      await admin.post(`/annotations/${id}/start`, {})
      await admin.post(`/annotations/${id}/cancel`, {})
    }
    gate.resolve()
    const finished = await runs(queue.hook_id, 61)
    expect(finished.map(({ facts }) => facts.status).slice(1)).toEqual(
      Array.from({ length: 60 }, (_, index) => (index % 2 ? 'to_review' : 'reviewing')),
    )
  })
})

describe('upload.created', () => {
  it('runs before the import, and can prevent the import of documents', async () => {
    const queue = await aHookedQueue(['upload.created'])
    answerWith(({ body }) => ({
      files: body.files.map(({ document }: { document: string }) => ({
        document,
        prevent_importing: false,
        messages: [{ type: 'info', content: 'Seen' }],
      })),
    }))
    const annotation = await upload(queue)
    const [received] = await calls(1)
    expect(received!.body.files).toMatchObject([
      { annotation: null, prevent_importing: false, queue: url('queues', queue.queue_id) },
    ])
    expect(annotation.messages).toMatchObject([{ content: 'Seen' }])
  })

  it('imports the documents that a hook adds through the API with the upload', async () => {
    const queue = await aHookedQueue(['upload.created'], { token_owner: url('users', tenant.user_id) })
    let added: Promise<Json> | undefined
    receiver.answer = (response, { body }) => {
      const hook = as(server.root, body.svc_authorization_token as string)
      added = (async () => {
        const form = new FormData()
        form.append('content', new Blob(['%PDF-1.7 added']), 'added.pdf')
        const headers = { Authorization: `Bearer ${body.svc_authorization_token as string}` }
        const sent = await fetch(`${server.root}/documents`, { method: 'POST', headers, body: form })
        const document = ((await sent.json()) as Json).url as string
        const made = await hook.post('/annotations', {
          status: 'created',
          document,
          queue: url('queues', queue.queue_id),
        })
        response.end('{}')
        return made.body
      })()
    }
    const form = new FormData()
    form.append('content', new Blob(['%PDF-1.7 own']), 'own.pdf')
    const headers = { Authorization: `Bearer ${tenant.token}` }
    await fetch(`${server.root}/uploads?queue=${url('queues', queue.queue_id)}`, {
      method: 'POST',
      headers,
      body: form,
    })
    await calls(1)
    const { id, document } = await added!
    await until(statusOf(id), (status) => status === 'to_review')
    const { upload_id } = await server.deps.db('annotations').where({ id }).first()
    const { body } = await admin.get(`/uploads/${upload_id}`)
    expect(body).toMatchObject({ additional_documents: [document], documents: [expect.any(String)] })
    expect(body.annotations).toHaveLength(2)
  })

  it('imports nothing if the hooks prevent all documents', async () => {
    const queue = await aHookedQueue(['upload.created'])
    answerWith(({ body }) => ({ files: [{ document: body.files[0].document, prevent_importing: true }] }))
    const form = new FormData()
    form.append('content', new Blob(['%PDF-1.7 x']), 'x.pdf')
    const response = await fetch(`${server.root}/uploads?queue=${url('queues', queue.queue_id)}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${tenant.token}` },
      body: form,
    })
    const { url: task } = (await response.json()) as { url: string }
    const id = Number(/(\d+)$/.exec(task)![1])
    const done = () => server.deps.db('tasks').where({ id }).first<{ status: string }>()
    expect(await until(done, ({ status }) => status !== 'running')).toMatchObject({ status: 'succeeded' })
    expect(await server.deps.db('annotations').where({ queue_id: queue.queue_id })).toEqual([])
  })
})
