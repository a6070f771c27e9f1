/** The examples in docs/hook-events.md are payloads that were received. `UPDATE_EXAMPLES=1` writes them again. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { HOOK_EVENTS } from '../../src/rules/hooks/events.ts'
import { hookScheduleId } from '../../src/domain/hooks/schedules.ts'
import type { Json } from '../support/as.ts'
import { until } from '../workflows/harness.ts'
import {
  admin,
  aHook,
  BASE,
  calls,
  MESSAGE,
  receive,
  receiver,
  server,
  tenant,
  upload,
  url,
  useHooks,
} from './setup.ts'

const FILE = join(import.meta.dirname, '../../docs/hook-events.md')

const WHEN: Record<string, string> = {
  'annotation_status.changed': 'Called after every change of the status of an annotation. The response has no effect.',
  'annotation_content.initialize':
    'Called after the extraction, before the decision about automation. Response: `messages`, `operations`, `automation_blockers`.',
  'annotation_content.started':
    'Called when a client validates with the action `started`. Response: `messages`, `operations`.',
  'annotation_content.user_update': 'Called when a client validates. Response: `messages`, `operations`.',
  'annotation_content.updated':
    'Called when a client validates with the action `updated` and names changed nodes. Response: `messages`, `operations`.',
  'annotation_content.confirm':
    'Called before an annotation is confirmed. A message of type `error` prevents the confirmation. Response: `messages`, `operations`.',
  'annotation_content.export':
    'Called during an export. A failed call or a message of type `error` leads to `failed_export`. Response: `messages`, `operations`.',
  'upload.created': 'Called before the documents of an upload are imported. Response: `files`.',
  'email.received':
    'Called when an inbox has received an email, before its files are imported. If the response has `files`, only these are imported.\nResponse: `files`, `additional_files`, `extracted_original_sender`.',
  'invocation.scheduled': 'Called by the schedule of the hook. The response is ignored.',
  'invocation.manual':
    'Called by `POST hooks/{id}/invoke`. The keys of the request are added to the payload. The response is returned to the caller.',
  'invocation.interface': 'Called like `invocation.manual`, for hooks that listen only to this event.',
}

useHooks()

/** A queue with a field and a table, so that the examples are short. */
async function aSmallQueue() {
  const column = { category: 'datapoint', id: 'text', label: 'Text', type: 'string', rir_field_names: [] }
  const table = { category: 'tuple', id: 'line', label: 'Line', children: [column] }
  const content = [
    {
      category: 'section',
      id: 'head',
      label: 'Head',
      children: [
        { category: 'datapoint', id: 'document_id', label: 'Number', type: 'string', rir_field_names: ['document_id'] },
        { category: 'multivalue', id: 'lines', label: 'Lines', children: table },
      ],
    },
  ]
  const schema = await admin.post('/schemas', { name: 'Small', content })
  expect(schema.status).toBe(201)
  const queue = await admin.post('/queues', {
    name: 'Invoices',
    workspace: url('workspaces', tenant.workspace_id),
    schema: schema.body.url,
  })
  expect(queue.status).toBe(201)
  return { queue_id: queue.body.id as number, schema_id: schema.body.id as number }
}

/** Makes an example readable: no address of the test, and the same times and ids in all examples. */
function readable(payload: Json): string {
  return JSON.stringify(payload, null, 2)
    .replaceAll(new URL(BASE).origin, 'https://host')
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"2026-03-01T08:00:00.000000Z"')
    .replaceAll(/"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g, '"4f9e0cfe-0d43-4a5f-8a35-1f2b0d8f7a10"')
    .replaceAll(/[0-9a-f]{32,}/g, '8f14e45fceea167a5a36dedd4bea2543')
    .replaceAll(/ada-[0-9a-f]+@/g, 'ada@')
}

/**
 * The keys of an object and of the objects in it. Whether a value is set depends on how far the annotation has come when the payload is built,
 * so values do not matter.
 */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.some((one) => typeof one === 'object') ? value.slice(0, 1).map(shapeOf) : []
  if (value === null || typeof value !== 'object') return 'value'
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)]))
}

function documented(): Record<string, Json> {
  const text = readFileSync(FILE, 'utf8')
  return Object.fromEntries(
    [...text.matchAll(/^## (\S+)\n[^]*?```json\n([^]*?)```/gm)].map(([, name, json]) => [
      name!,
      JSON.parse(json!) as Json,
    ]),
  )
}

it('has the payload of every event', { timeout: 120_000 }, async () => {
  const queue = await aSmallQueue()
  const names = Object.entries(HOOK_EVENTS).flatMap(([event, actions]) => actions.map((action) => `${event}.${action}`))
  const sent = names
  const config = { schedule: { cron: '0 1 * * *' } }
  const hook = await aHook(
    queue,
    sent.filter((name) => name !== 'invocation.interface'),
    { config },
  )
  const screen = await aHook(queue, ['invocation.interface'], { path: '/screen' })
  const { id } = await upload(queue)
  // A call has the annotation as it is when the call is made: the example is about the end of the import, not about the review.
  await until(
    () => Promise.resolve(receiver.calls.some(({ body: one }) => one.event === 'annotation_status')),
    (isCalled) => isCalled,
  )
  // Later, so that the other examples are about the uploaded document.
  await receive(queue, MESSAGE)
  await admin.post(`/annotations/${id}/start`, {})
  const { body } = await admin.get(`/annotations/${id}/content`)
  const node = body.content[0].children[0].id
  await admin.post(`/annotations/${id}/content/validate`, { actions: ['user_update', 'started'] })
  const updated = { actions: ['user_update', 'updated'], updated_datapoint_ids: [node] }
  await admin.post(`/annotations/${id}/content/validate`, updated)
  await admin.post(`/annotations/${id}/confirm`, {})
  await admin.post(`/hooks/${hook}/invoke`, { supplier: 'Acme' })
  await admin.post(`/hooks/${screen}/invoke`, { supplier: 'Acme' })
  const schedule = server.deps.temporal.schedule.getHandle(hookScheduleId(server.deps, hook))
  await until(
    () => schedule.describe().catch(() => null),
    (found) => found !== null,
  )
  await schedule.trigger()
  await calls(1, '/screen')
  const received = await until(
    () =>
      Promise.resolve(new Map(receiver.calls.toReversed().map(({ body: one }) => [`${one.event}.${one.action}`, one]))),
    (found) => sent.every((name) => found.has(name)),
  )
  if (process.env.UPDATE_EXAMPLES) writeFileSync(FILE, page(sent, received))
  const examples = documented()
  expect(Object.keys(examples)).toEqual(sent)
  for (const name of sent) expect([name, shapeOf(examples[name])]).toEqual([name, shapeOf(received.get(name))])
})

const page = (names: string[], received: Map<string, Json>): string =>
  [
    '# Events of hooks',
    'This page shows what a hook receives for each event, and which keys of its response the service uses. Every example is a payload that a test received.\nThe lists that a hook requests with `sideload` are added at the top level. [docs/hooks.md](hooks.md) explains responses, retries and signatures.',
    ...names.map((name) => `## ${name}\n\n${WHEN[name]}\n\n\`\`\`json\n${readable(received.get(name)!)}\n\`\`\``),
  ].join('\n\n') + '\n'
