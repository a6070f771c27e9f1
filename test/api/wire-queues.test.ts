import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { anAnnotation, aPerson, aQueue, aTenant } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

const section = (...children: object[]) => [{ category: 'section', id: 'head', label: 'Head', children }]
const choice = (options: object[]) =>
  section({ category: 'datapoint', id: 'kind', label: 'Kind', type: 'enum', options })
const table = (given: object) =>
  section({
    category: 'multivalue',
    id: 'lines',
    label: 'Lines',
    children: { category: 'datapoint', id: 'line', label: 'Line', type: 'string' },
    ...given,
  })
/** The errors of the only field of a schema. */
const errorsOf = async (content: object[]) => {
  const { status, body } = await admin.post('/schemas/validate', { content })
  expect(status).toBe(200)
  return body.content?.[0].children[0] ?? {}
}

describe('POST queues', () => {
  it('needs only a name and a schema', async () => {
    const schema = url('schemas', tenant.schema_id)
    const created = await admin.post('/queues', { name: 'Loose', schema })
    expect(created).toMatchObject({ status: 201, body: { name: 'Loose', schema, workspace: null } })
    expect((await admin.post('/queues', { name: 'Loose', schema, workspace: null })).status).toBe(201)
    expect((await admin.post('/queues', { schema })).body).toMatchObject({ name: ['This field is required.'] })
    expect((await admin.post('/queues', { name: 'Loose' })).body).toMatchObject({ schema: ['This field is required.'] })
  })

  it('leaves a queue in its workspace if PUT omits it', async () => {
    const { queue_id, schema_id } = await aQueue(server.deps.db, tenant)
    const put = await admin.put(`/queues/${queue_id}`, { name: 'Kept', schema: url('schemas', schema_id) })
    expect(put).toMatchObject({
      status: 200,
      body: { name: 'Kept', workspace: url('workspaces', tenant.workspace_id) },
    })
  })
})

describe('settings of queues', () => {
  const patch = (body: object) => admin.patch(`/queues/${tenant.queue_id}`, body)

  it.each(['xx_YY', 'en_XX', 'english', 'zz', 'en_GB_x'])('refuse the unknown locale %s', async (locale) => {
    expect(await patch({ locale })).toMatchObject({
      status: 400,
      body: { locale: ['Not a valid locale.'] },
    })
  })

  it.each(['en_GB', 'de', 'pt_BR', 'zh_CN', 'cs-CZ', 'auto'])('accept the locale %s', async (locale) => {
    expect(await patch({ locale })).toMatchObject({ status: 200, body: { locale } })
  })

  it('have a typed autopilot', async () => {
    const autopilot = (value: unknown) => patch({ settings: { autopilot: value } })
    const good = {
      enabled: true,
      search_history: { rir_field_names: ['sender_ic'], matching_fields_threshold: 2 },
      automate_fields: { rir_field_names: ['iban'], field_repeated_min: 3 },
    }
    expect((await autopilot(good)).body.settings.autopilot).toEqual(good)
    expect((await autopilot(null)).body.settings.autopilot).toBeNull()
    for (const [wrong, errors] of [
      [{ enabled: 'yes' }, { enabled: ['Must be a valid boolean.'] }],
      [
        { search_history: { matching_fields_threshold: 'two' } },
        { search_history: { matching_fields_threshold: ['A valid integer is required.'] } },
      ],
      [
        { search_history: { matching_fields_threshold: 0 } },
        { search_history: { matching_fields_threshold: ['Ensure this value is greater than or equal to 1.'] } },
      ],
      [
        { automate_fields: { rir_field_names: [1] } },
        { automate_fields: { rir_field_names: { 0: ['Not a valid string.'] } } },
      ],
      [{ automate_fields: [] }, { automate_fields: ['Expected an object.'] }],
      ['on', ['Expected an object.']],
    ] as const)
      expect(await autopilot(wrong)).toMatchObject({ status: 400, body: { settings: { autopilot: errors } } })
  })
})

describe('content of schemas', () => {
  it('needs a label for each option of an enum', async () => {
    expect(await errorsOf(choice([{ value: 'a', label: 'A' }, { value: 'b' }]))).toEqual({
      options: [{}, { label: ['This field is required.'] }],
    })
  })

  it('needs different values of the options of an enum', async () => {
    const options = [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
      { value: 'a', label: 'Again' },
    ]
    expect(await errorsOf(choice(options))).toEqual({
      options: [{}, {}, { value: ['The value "a" is used more than once.'] }],
    })
    expect(await errorsOf(choice(options.slice(0, 2)))).toEqual({})
  })

  it('refuses more min_occurrences than max_occurrences', async () => {
    expect(await errorsOf(table({ min_occurrences: 3, max_occurrences: 2 }))).toEqual({
      min_occurrences: ['Must not be greater than max_occurrences.'],
    })
    // Without a maximum, the default of 1000 applies.
    expect(await errorsOf(table({ min_occurrences: 1001 }))).toEqual({
      min_occurrences: ['Must not be greater than max_occurrences.'],
    })
    expect(await errorsOf(table({ min_occurrences: 2, max_occurrences: 2 }))).toEqual({})
    expect(await errorsOf(table({ min_occurrences: null, max_occurrences: null }))).toEqual({})
  })
})

describe('one fault', () => {
  it('gets one message', async () => {
    const { body: label } = await admin.post('/labels', { name: 'Rush' })
    for (const [path, body, errors] of [
      [`/queues/${tenant.queue_id}`, { automation_level: 5 }, { automation_level: ['Not a valid string.'] }],
      [`/queues/${tenant.queue_id}`, { locale: 5 }, { locale: ['Not a valid string.'] }],
      [
        `/queues/${tenant.queue_id}`,
        { default_score_threshold: 'x' },
        { default_score_threshold: ['A valid number is required.'] },
      ],
      [`/labels/${label.id}`, { name: '' }, { name: ['This field may not be blank.'] }],
    ] as const) {
      const { status, body: answer } = await admin.patch(path, body)
      const { detail: _, code, ...rest } = answer
      expect({ status, code, rest }).toEqual({ status: 400, code: 'bad_request', rest: errors })
    }
  })

  it('of a value of several types gets one message', async () => {
    const created = await admin.post('/queues/from_template', {
      name: 'Template',
      template_name: 'EU Demo Template',
      workspace: true,
      include_documents: false,
    })
    expect(created.status).toBe(400)
    expect(created.body.workspace).toHaveLength(1)
  })
})

describe('POST queues/from_template', () => {
  const create = async (template_name: string, include_documents: boolean) => {
    const created = await admin.post('/queues/from_template', {
      name: template_name,
      template_name,
      workspace: url('workspaces', tenant.workspace_id),
      include_documents,
    })
    expect(created.status).toBe(201)
    const { results } = (await admin.get(`/annotations?queue=${created.body.id}&sideload=documents`)).body
    return { counts: created.body.counts, found: results.length as number }
  }

  it('imports the example documents of the template with include_documents', async () => {
    const { counts, found } = await create('Tax Invoice EU Demo Template', true)
    expect(found).toBe(2)
    expect(counts).toMatchObject({ importing: 2, failed_import: 0 })
    expect((await create('Delivery Note Demo Template', true)).found).toBe(1)
    expect((await create('Tax Invoice EU Demo Template', false)).found).toBe(0)
    expect((await create('Empty Organization Template', true)).found).toBe(0)
  })
})

describe('POST queues/from_template with a locale', () => {
  it('creates a schema with the formats of the locale', async () => {
    const body = { name: 'Rechnungen', template_name: 'EU Demo Template', workspace: tenant.workspace_id }
    const created = await admin.post('/queues/from_template', { ...body, include_documents: false, locale: 'de_DE' })
    expect(created).toMatchObject({ status: 201, body: { locale: 'de_DE' } })
    const { content } = (await admin.get(created.body.schema)).body
    const fields = content.flatMap(({ children }: { children: object[] }) => children)
    expect(fields).toContainEqual(expect.objectContaining({ id: 'date_issue', format: 'DD.MM.YYYY' }))
    expect(fields).toContainEqual(expect.objectContaining({ id: 'amount_total', format: '#.##0,#' }))
  })

  it('refuses an unknown locale', async () => {
    const body = { name: 'Other', template_name: 'EU Demo Template', workspace: tenant.workspace_id }
    const refused = await admin.post('/queues/from_template', { ...body, include_documents: false, locale: 'xx_YY' })
    expect(refused).toMatchObject({ status: 400, body: { locale: ['Not a valid locale.'] } })
  })
})

describe('dedicated engines', () => {
  it('take the queues that use them', async () => {
    const first = await aQueue(server.deps.db, tenant)
    const second = await aQueue(server.deps.db, tenant)
    const [one, two] = [url('queues', first.queue_id), url('queues', second.queue_id)] as [string, string]
    const engineOf = async (queue: string) => (await admin.get(queue)).body
    const created = await admin.post('/dedicated_engines', { name: 'Own', queues: [one] })
    expect(created).toMatchObject({ status: 201, body: { queues: [one] } })
    expect(await engineOf(one)).toMatchObject({ dedicated_engine: created.body.url, generic_engine: null })

    const moved = await admin.patch(created.body.url, { queues: [two] })
    expect(moved).toMatchObject({ status: 200, body: { queues: [two] } })
    expect(await engineOf(two)).toMatchObject({ dedicated_engine: created.body.url, generic_engine: null })
    // A queue without another engine uses the generic one.
    expect(await engineOf(one)).toMatchObject({
      dedicated_engine: null,
      generic_engine: expect.stringContaining('/generic_engines/'),
    })

    expect((await admin.patch(created.body.url, { name: 'Renamed' })).body.queues).toEqual([two])
    const foreign = await aTenant(server.deps.db)
    expect(await admin.patch(created.body.url, { queues: [url('queues', foreign.queue_id)] })).toMatchObject({
      status: 400,
      body: { queues: expect.anything() },
    })
  })
})

describe('POST queues/{id}/suggested_recipients', () => {
  it('lists the recipients that the queue suggests for annotations and email threads', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    await admin.patch(`/queues/${queue_id}`, {
      settings: { suggested_recipients_sources: [{ source: 'organization_users' }] },
    })
    const { annotation_id } = await anAnnotation(server.deps.db, tenant, { queue_id })
    const annotations = [url('annotations', annotation_id)]
    const path = `/queues/${queue_id}/suggested_recipients`
    const found = await admin.post(path, { annotations, email_threads: [] })
    expect(found.status).toBe(200)
    expect(found.body.results).toContainEqual({
      source: 'organization_users',
      email: expect.stringMatching(/^ada-/),
      name: 'Ada Admin',
    })
    expect((await admin.post(path, {})).body.results).toEqual(found.body.results)

    await admin.patch(`/queues/${queue_id}`, {
      settings: {
        suggested_recipients_sources: [{ source: 'email_header' }, { source: 'queue_mailing_history' }],
      },
    })
    const email = { organization_id: tenant.organization_id, queue_id }
    const [thread] = await server.deps.db('email_threads').insert(email).returning('id')
    const message = { ...email, email_thread_id: thread.id }
    await server.deps.db('emails').insert([
      { ...message, type: 'incoming', from_email: 'sue@supplier.example', from_name: 'Sue' },
      {
        ...message,
        type: 'outgoing',
        from_email: 'us@example.org',
        to: '[{"email": "tom@supplier.example", "name": "Tom"}]',
      },
    ])
    const sender = { source: 'email_header', email: 'sue@supplier.example', name: 'Sue' }
    const earlier = { source: 'queue_mailing_history', email: 'tom@supplier.example', name: 'Tom' }
    const threads = [url('email_threads', thread.id)]
    expect((await admin.post(path, { email_threads: threads })).body.results).toEqual([sender, earlier])
    expect((await admin.post(path, { annotations })).body.results).toEqual([earlier])

    const other = await anAnnotation(server.deps.db, tenant)
    expect(await admin.post(path, { annotations: [url('annotations', other.annotation_id)] })).toMatchObject({
      status: 400,
      body: { annotations: ['An annotation belongs to another queue.'] },
    })
    const { token } = await aPerson(server.deps.db, tenant, 'annotator', [])
    expect((await as(server.root, token).post(path, { annotations })).status).toBe(404)
  })
})
