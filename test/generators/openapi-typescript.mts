// Uses the types that openapi-typescript has generated, with openapi-fetch; the settings are environment variables.
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import type { components, paths } from './api.d.ts'

const { API = '', USERNAME = '', PASSWORD = '', DOCUMENT = '' } = process.env
const client = createClient<paths>({ baseUrl: API })

/** Returns the data of an answer; throws its error. */
function data<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(`Refused: ${JSON.stringify(error)}`)
  return data
}
function demand(isTrue: boolean, found: unknown): void {
  if (!isTrue) throw new Error(`Unexpected: ${JSON.stringify(found)}`)
}
const idOf = (url: string | undefined) => Number(url?.split('/').at(-1))

const { key } = data(await client.POST('/v1/auth/login', { body: { username: USERNAME, password: PASSWORD } }))
client.use({
  onRequest({ request }) {
    request.headers.set('Authorization', `Bearer ${key}`)
  },
})

const { results } = data(await client.GET('/v1/queues', { params: { query: { page_size: 5 } } }))
const queue: components['schemas']['queues'] = results[0]!
const id: number = queue.id

const form = new FormData()
form.append('content', new Blob([await readFile(DOCUMENT)], { type: 'application/pdf' }), 'invoice.pdf')
const { url } = data(
  await client.POST('/v1/uploads', {
    params: { query: { queue: id } },
    body: { content: [] },
    bodySerializer: () => form,
  }),
)

let task: components['schemas']['tasks'] | undefined
for (let attempt = 0; attempt < 600 && (task?.status ?? 'running') === 'running'; attempt++) {
  if (task) await wait(500)
  const params = { path: { id: idOf(url) }, query: { no_redirect: true } }
  task = data(await client.GET('/v1/tasks/{id}', { params }))
}
demand(task?.status === 'succeeded', task)
const upload = data(await client.GET('/v1/uploads/{id}', { params: { path: { id: idOf(task?.result_url) } } }))

const found = data(
  await client.GET('/v1/annotations', { params: { query: { id: String(idOf(upload.annotations[0])) } } }),
)
const annotation: components['schemas']['annotations'] = found.results[0]!
const { status } = annotation
demand(status === 'to_review' || status === 'exported', status)

const path = { id: annotation.id }
const { content } = data(await client.GET('/v1/annotations/{id}/content', { params: { path } }))
demand(content.length > 0 && content.every(({ category }) => category === 'section'), content)

const exported = data(
  await client.GET('/v1/queues/{id}/export', { params: { path: { id }, query: { format: 'csv' } }, parseAs: 'text' }),
)
const lines = exported.trim().split('\n').length
demand(lines >= 2, exported)
console.log(`Annotation ${annotation.id}: ${content.length} sections, ${lines} lines of CSV.`)
