/** What bodies of requests may contain; anything else is refused with the name of the field, in linear time. */
import { describe, expect, it } from 'vitest'
import { type Json } from '../support/as.ts'
import { anAnnotation } from '../support/factories.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

const numbers = (n: number) => Array.from({ length: n }, (_, index) => index)

describe('a body', () => {
  it('is refused if it is nested too deeply or has too many values', async () => {
    const nested = (depth: number): Json => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
    expect(await admin.patch(`/queues/${tenant.queue_id}`, { metadata: { a: nested(70) } })).toMatchObject({
      status: 400,
      body: { detail: 'The JSON body may be nested at most 64 levels deep.' },
    })
    const deep = await fetch(`${server.root}/annotations/search`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${tenant.token}`, 'Content-Type': 'application/json' },
      body: `{"query":${'{"$and":['.repeat(100_000)}{}${']}'.repeat(100_000)}}`,
    })
    expect(deep.status).toBe(400)
    expect(await admin.post('/labels', { name: 'x', extra: numbers(250_001) })).toMatchObject({
      status: 400,
      body: { detail: 'The JSON body may have at most 250000 values.' },
    })
  })

  // The texts end before their last bracket: a refusal for their size shows that they were not parsed.
  it.each([
    ['values', `[${'0,'.repeat(250_001)}`, 'at most 250000 values'],
    ['objects', `[${'{},'.repeat(250_001)}`, 'at most 250000 values'],
    ['levels', '['.repeat(5_000_000), 'at most 64 levels'],
    [
      'keys',
      `{${numbers(10_001)
        .map((n) => `"${n}":0`)
        .join()}`,
      'at most 10000 keys per object',
    ],
  ])('with too many %s is refused before it is parsed', async (_, text, reason) => {
    const headers = { Authorization: `Bearer ${tenant.token}`, 'Content-Type': 'application/json' }
    const answer = await fetch(`${server.root}/labels`, { method: 'POST', headers, body: text })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ detail: expect.stringContaining(reason) as string })
  })

  it('with exactly the allowed number of values is accepted', async () => {
    const around = { name: 'x', nothing: [], text: '[{,:"\\', extra: [] }
    // The object, its four keys and values, and the elements of the last list.
    const extra = numbers(250_000 - 9)
    expect((await admin.post('/labels', { ...around, extra })).status).toBe(201)
    expect((await admin.post('/labels', { ...around, extra: [...extra, 0] })).status).toBe(400)
  })

  it('with a value that would be stored and exceeds 256 kB is refused', async () => {
    const test = { text: 'x'.repeat(262_200) }
    const error = ['Ensure this field has no more than 262144 characters.']
    const hook = { name: 'x', type: 'webhook', events: [], queues: [], config: { url: 'https://x.example.com' } }
    expect(await admin.post('/hooks', { ...hook, test })).toMatchObject({ status: 400, body: { test: error } })
    expect(await admin.post('/hooks', { ...hook, description: test.text })).toMatchObject({
      status: 400,
      body: { description: error },
    })
    expect(await admin.patch('/auth/user', { ui_settings: test })).toMatchObject({
      status: 400,
      body: { ui_settings: error },
    })
    expect((await admin.patch('/auth/user', { ui_settings: { text: 'x'.repeat(262_000) } })).status).toBe(200)
    const content = [{ category: 'section', id: 's', label: 'x'.repeat(2_097_152), children: [] }]
    expect((await admin.post('/schemas', { name: 'x', content })).body).toEqual(
      expect.objectContaining({ content: ['Ensure this field has no more than 2097152 characters.'] }),
    )
  })

  it('that changes very many labels of annotations is refused, and a repeated label counts once', async () => {
    const { db } = server.deps
    const { annotation_id } = await anAnnotation(db, tenant)
    const rows = numbers(5_001).map((n) => ({ organization_id: tenant.organization_id, name: `Label ${n}` }))
    const made: { id: number }[] = await db('labels').insert(rows).returning('id')
    const urls = made.map(({ id }) => `${server.root}/labels/${id}`)
    const objects = { annotations: [`${server.root}/annotations/${annotation_id}`] }
    expect(await admin.post('/labels/apply', { operations: { add: urls }, objects })).toMatchObject({
      status: 400,
      body: { non_field_errors: ['At most 5000 labels of annotations can be changed at once.'] },
    })
    const repeated = Array<string>(9_000).fill(urls[0]!)
    expect((await admin.post('/labels/apply', { operations: { add: repeated }, objects })).status).toBe(204)
    const [event] = (await db('events').where({ annotation_id, kind: 'annotation.labels_changed' }).select('data')) as {
      data: { added: number[] }
    }[]
    expect(event!.data.added).toEqual([made[0]!.id])
  })

  it('with the key __proto__ is refused', async () => {
    const headers = { Authorization: `Bearer ${tenant.token}`, 'Content-Type': 'application/json' }
    const body = '{"name":"y","a":[{"__proto__":{"admin":true}}]}'
    const answer = await fetch(`${server.root}/labels`, { method: 'POST', headers, body })
    expect(answer.status).toBe(400)
  })

  // Checked by a pattern in quadratic time, each of these texts takes minutes.
  it('with a long text that does not fit a pattern is refused in linear time', async () => {
    const text = `${'/'.repeat(1_000_000)}\n`
    const [inbox] = (await admin.get('/inboxes')).body.results as { id: number }[]
    const filters = { document_rejection_conditions: { mime_types: [text] } }
    expect((await admin.patch(`/inboxes/${inbox!.id}`, { filters })).status).toBe(400)
    const settings = { accepted_mime_types: [text] }
    expect((await admin.patch(`/queues/${tenant.queue_id}`, { settings })).status).toBe(400)
    const payload = { to: [`${'{{x}}'.repeat(200_000)}<`], subject: 'x', body: 'x' }
    const actions = [{ id: 'a', type: 'send_email', event: 'annotation_imported', payload }]
    expect((await admin.post('/rules', { name: 'x', trigger_condition: 'True', actions })).status).toBe(400)
  })

  it('with a long URL that does not fit is refused in linear time', async () => {
    const annotations = [`${'/v1'.repeat(1_000_000)}/x y`]
    expect(await admin.post('/annotations/suggested_recipients', { annotations })).toMatchObject({
      status: 400,
      body: { annotations: ['Invalid hyperlink - No URL match.'] },
    })
  })

  it('with a list of many wrong items is refused with its first error', async () => {
    const queues = numbers(200_000).map(() => 7)
    const answer = await admin.post('/hooks', { name: 'x', type: 'webhook', events: [], queues, config: {} })
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(/^queues/) as string } })
  })

  it('with more references than a statement has parameters is refused', async () => {
    const annotations = numbers(70_000).map((n) => `${server.root}/annotations/${n + 1}`)
    expect(await admin.post('/annotations/suggested_recipients', { annotations })).toMatchObject({
      status: 400,
      body: { annotations: ['At most 10000 objects are allowed.'] },
    })
    const labels = annotations.map((url) => url.replace('annotations', 'labels'))
    const actions = [{ id: 'a', type: 'add_label', event: 'validation', payload: { labels } }]
    const rule = { name: 'x', queues: [`${server.root}/queues/${tenant.queue_id}`], trigger_condition: 'True', actions }
    expect(await admin.post('/rules', rule)).toMatchObject({
      status: 400,
      body: { actions: ['Ensure this field has no more than 262144 characters.'] },
    })
  })

  it('with a surrogate without its pair is refused', async () => {
    for (const body of [{ name: '\ud800' }, { name: 'x', '\udc00': 1 }])
      expect(await admin.post('/labels', body)).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining('valid Unicode') as string },
      })
  })

  it.each([
    ['metadata', '{"a":"\\ud800"}', 'valid Unicode'],
    ['values', '{"a":"\\udc00"}', 'valid Unicode'],
    [
      'values',
      `{${numbers(10_001)
        .map((n) => `"${n}":0`)
        .join()}`,
      'at most 10000 keys',
    ],
    ['values', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'at most 64 levels'],
  ])('with such JSON in a part of a form is refused on its field %s', async (name, json, reason) => {
    const body = new FormData()
    body.append('content', new Blob(['hello']), 'a.txt')
    body.append(name, json)
    const headers = { Authorization: `Bearer ${tenant.token}` }
    const answer = await fetch(`${server.root}/uploads?queue=${tenant.queue_id}`, { method: 'POST', headers, body })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ [name]: [expect.stringContaining(reason) as string] })
  })
})
