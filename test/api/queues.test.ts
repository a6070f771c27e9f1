/** Queues: defaults, settings, counts, templates. */
import { describe, expect, it } from 'vitest'
import { anAnnotation, aTenant } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { body, create } from './queues-setup.ts'

useTenantServer()

const COUNTS = {
  importing: 0,
  split: 0,
  failed_import: 0,
  to_review: 0,
  reviewing: 0,
  in_workflow: 0,
  confirmed: 0,
  exporting: 0,
  postponed: 0,
  failed_export: 0,
  exported: 0,
  deleted: 0,
  purged: 0,
  rejected: 0,
}
const SETTINGS = {
  columns: [],
  hide_export_button: true,
  autopilot: null,
  accepted_mime_types: [],
  asynchronous_export: true,
  automation: { automate_duplicates: true, automate_suggested_edit: false },
  duplicates: 'ask',
  duplicate_rules: [],
  rejection_config: { enabled: true },
  suggested_recipients_sources: [{ source: 'email_header' }],
  suggested_edit: 'disable',
  dashboard_customization: {
    all_documents: false,
    confirmed: true,
    deleted: true,
    exported: true,
    postponed: true,
    rejected: true,
    to_review: true,
    labels: true,
  },
  email_notifications: {
    recipient: null,
    unprocessable_attachments: false,
    postponed_annotations: false,
    deleted_annotations: false,
    email_with_no_attachments: true,
  },
  confirm_with_errors_allowed: false,
  workflows: { enabled: false, bypass_workflows_allowed: false, remind_after_hours: null },
  annotation_list_table: {},
  upload_values: [],
  ui_upload_enabled: true,
  ui_on_edit_confirm: 'validate_first',
  ui_validation_screen_enabled: true,
  ui_edit_values: [],
}

describe('POST /v1/queues', () => {
  it('fills in every default', async () => {
    const created = await create()
    expect(created).toEqual({
      id: expect.any(Number),
      name: 'Bills',
      url: url('queues', created.id),
      workspace: url('workspaces', tenant.workspace_id),
      connector: null,
      webhooks: [],
      hooks: [],
      schema: url('schemas', tenant.schema_id),
      inbox: null,
      users: [],
      session_timeout: '01:00:00',
      rir_url: null,
      rir_params: null,
      dedicated_engine: null,
      generic_engine: expect.stringMatching(/\/generic_engines\/\d+$/),
      engine: null,
      counts: COUNTS,
      default_score_threshold: 0.8,
      automation_enabled: false,
      automation_level: 'never',
      locale: 'en_GB',
      metadata: {},
      use_confirmed_state: false,
      document_lifetime: null,
      delete_after: null,
      status: 'active',
      deletion_error: null,
      training_enabled: true,
      archive_enabled: false,
      modified_by: url('users', tenant.user_id),
      modified_at: expect.stringMatching(/Z$/),
      settings: SETTINGS,
      workflows: [],
      rules: [],
    })
  })

  it('resolves references by path regardless of the host, and accepts a null workspace', async () => {
    const created = await create({
      schema: `https://proxy.example/somewhere/api/v1/schemas/${tenant.schema_id}/`,
      workspace: null,
    })
    expect([created.schema, created.workspace]).toEqual([url('schemas', tenant.schema_id), null])
  })

  it('reports the error of each field', async () => {
    const answer = await admin.post(
      '/queues',
      body({
        name: 'x'.repeat(256),
        schema: url('workspaces', tenant.workspace_id),
        default_score_threshold: 1.1,
        automation_level: 'sometimes',
        locale: 'English',
        use_confirmed_state: 'yes',
        users: url('users', tenant.user_id),
        settings: { suggested_edit: 'perhaps', automation: { automate_duplicates: 1 } },
      }),
    )
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'bad_request',
        name: ['Ensure this field has no more than 255 characters.'],
        default_score_threshold: ['Ensure this value is less than or equal to 1.'],
        automation_level: ['"sometimes" is not a valid choice.'],
        locale: [expect.any(String)],
        use_confirmed_state: ['Must be a valid boolean.'],
        users: ['Expected a list of items.'],
        settings: {
          suggested_edit: ['"perhaps" is not a valid choice.'],
          automation: { automate_duplicates: ['Must be a valid boolean.'] },
        },
      },
    })
    for (const [given, text] of [
      [{ schema: url('workspaces', tenant.workspace_id) }, { schema: ['Invalid hyperlink - No URL match.'] }],
      [{ schema: url('schemas', 999999) }, { schema: ['Invalid hyperlink - object does not exist.'] }],
      [{ session_timeout: 'an hour' }, { session_timeout: [expect.stringContaining('Duration has wrong format')] }],
      [{ rir_params: 'effective_page_count=0' }, { rir_params: [expect.any(String)] }],
    ] as const)
      expect(await admin.post('/queues', body(given))).toMatchObject({ status: 400, body: text })
  })

  it('reads durations in every format', async () => {
    const created = await create({ session_timeout: '90:00', document_lifetime: '30 12:00:00.5' })
    expect([created.session_timeout, created.document_lifetime]).toEqual(['01:30:00', '30 12:00:00.500000'])
    const seconds = await admin.patch(`/queues/${created.id}`, { session_timeout: '30', document_lifetime: '86400' })
    expect([seconds.body.session_timeout, seconds.body.document_lifetime]).toEqual(['00:00:30', '1 00:00:00'])
  })
})

describe('a document_lifetime of less than a day', () => {
  it.each([
    ['90', '90 seconds'],
    ['1', '1 second'],
    ['01:30:00', '1 hour 30 minutes'],
    ['23:59:59', '23 hours 59 minutes 59 seconds'],
  ])('has to be confirmed: %s', async (document_lifetime, words) => {
    const { id } = await create()
    const sentence = expect.stringMatching(`^This is ${words}: documents are deleted ${words} after`)
    const refused = { status: 400, body: { document_lifetime: [sentence] } }
    expect(await admin.patch(`/queues/${id}`, { document_lifetime })).toMatchObject(refused)
    expect(await admin.post('/queues', body({ document_lifetime }))).toMatchObject(refused)
    expect((await admin.get(`/queues/${id}`)).body.document_lifetime).toBeNull()
    expect((await admin.patch(`/queues/${id}?confirm=true`, { document_lifetime })).status).toBe(200)
    expect((await admin.post('/queues?confirm=true', body({ document_lifetime }))).status).toBe(201)
    // Other changes need no confirmation, also those of clients that send back the whole object.
    const whole = (await admin.get(`/queues/${id}`)).body
    expect((await admin.put(`/queues/${id}`, { ...whole, name: 'Renamed' })).status).toBe(200)
    expect(await admin.patch(`/queues/${id}?confirm=1x`, { document_lifetime: '3' })).toMatchObject({
      status: 400,
      body: { confirm: ['Must be true or false.'] },
    })
  })
})

describe('queue.counts', () => {
  it('reflect status changes, moves and deletions of annotations', async () => {
    const { id } = await create()
    const { id: second } = await create()
    const counts = async (queue = id) => (await admin.get(`/queues/${queue}`)).body.counts
    const one = await anAnnotation(server.deps.db, tenant, { queue_id: id })
    await anAnnotation(server.deps.db, tenant, { queue_id: id })
    await anAnnotation(server.deps.db, tenant, { queue_id: id, status: 'created' })
    expect(await counts()).toEqual({ ...COUNTS, to_review: 2 })
    await admin.post(`/annotations/${one.annotation_id}/start`, {})
    expect(await counts()).toEqual({ ...COUNTS, to_review: 1, reviewing: 1 })
    await admin.post(`/annotations/${one.annotation_id}/postpone`, {})
    expect(await counts()).toEqual({ ...COUNTS, to_review: 1, postponed: 1 })
    await admin.patch(`/annotations/${one.annotation_id}`, { queue: url('queues', second) })
    expect(await counts()).toEqual({ ...COUNTS, to_review: 1 })
    expect(await counts(second)).toEqual({ ...COUNTS, postponed: 1 })
    await server.deps.db('annotation_contents').where('annotation_id', one.annotation_id).delete()
    expect((await admin.delete(`/documents/${one.document_id}`)).status).toBe(204)
    expect(await counts(second)).toEqual(COUNTS)
  })

  it('are correct after many concurrent moves', async () => {
    const { id } = await create()
    const created = await Promise.all(
      Array.from({ length: 10 }, () => anAnnotation(server.deps.db, tenant, { queue_id: id })),
    )
    await Promise.all(created.map(({ annotation_id }) => admin.post(`/annotations/${annotation_id}/postpone`, {})))
    expect((await admin.get(`/queues/${id}`)).body.counts).toEqual({ ...COUNTS, postponed: 10 })
  })
})

describe('PATCH /v1/queues/{id}', () => {
  it('replaces the given keys inside settings and keeps the others', async () => {
    const { id } = await create({ settings: { columns: [{ schema_id: 'a' }], suggested_edit: 'suggest' } })
    const first = await admin.patch(`/queues/${id}`, {
      settings: { columns: [{ schema_id: 'b' }], own_key: { kept: 1 } },
    })
    expect(first.body.settings).toEqual({
      ...SETTINGS,
      columns: [{ schema_id: 'b' }],
      suggested_edit: 'suggest',
      own_key: { kept: 1 },
    })
    const second = await admin.patch(`/queues/${id}`, { settings: { workflows: { enabled: true } } })
    expect(second.body.settings).toMatchObject({
      columns: [{ schema_id: 'b' }],
      workflows: { enabled: true, bypass_workflows_allowed: false },
      own_key: { kept: 1 },
    })
    // Approvals end only if the request says so.
    const { workflows } = second.body.settings
    expect((await admin.put(`/queues/${id}`, body())).body.settings).toEqual({ ...SETTINGS, workflows })
  })

  it('switches no control off that it does not name', async () => {
    const strict = {
      workflows: { enabled: true, bypass_workflows_allowed: false, remind_after_hours: 24 },
      automation: { automate_duplicates: false, automate_suggested_edit: false, automate_empty_fields: false },
      rejection_config: { enabled: false },
      duplicates: 'error',
      duplicate_rules: [{ schema_ids: ['document_id'] }],
      legal_retention_years: 30,
    }
    const { id } = await create({ settings: strict })
    const settings = { workflows: {}, automation: { automate_suggested_edit: false }, rejection_config: {} }
    expect((await admin.patch(`/queues/${id}`, { settings })).body.settings).toMatchObject(strict)
    const { rejection_config, ...kept } = strict
    const replaced = (await admin.put(`/queues/${id}`, body({ settings: { workflows: {} } }))).body.settings
    expect(replaced).toMatchObject({ ...kept, rejection_config: { enabled: !rejection_config.enabled } })
    const ended = await admin.patch(`/queues/${id}`, { settings: { workflows: { enabled: false } } })
    expect(ended.body.settings.workflows).toEqual({ ...strict.workflows, enabled: false })
  })

  it('keeps the settings of several concurrent writers', async () => {
    const { id } = await create()
    const keys = ['a', 'b', 'c', 'd', 'e', 'f']
    await Promise.all(keys.map((key) => admin.patch(`/queues/${id}`, { settings: { [key]: { on: true } } })))
    const { settings } = (await admin.get(`/queues/${id}`)).body
    for (const key of keys) expect(settings[key]).toEqual({ on: true })
  })

  it('ignores read-only fields and defaults to the generic engine', async () => {
    const created = await create()
    const changed = await admin.patch(`/queues/${created.id}`, {
      status: 'deletion_failed',
      counts: {},
      delete_after: '2030-01-01T00:00:00Z',
      generic_engine: null,
    })
    expect(changed.body).toEqual({ ...created, modified_at: changed.body.modified_at })
  })
})

describe('POST /v1/queues/from_template', () => {
  it('creates a queue with its own schema; the workspace may be a URL or an id', async () => {
    for (const workspace of [url('workspaces', tenant.workspace_id), tenant.workspace_id]) {
      const created = await admin.post('/queues/from_template?legacy=true', {
        name: 'Notes',
        template_name: 'Delivery Note Demo Template',
        workspace,
        include_documents: false,
      })
      expect(created).toMatchObject({
        status: 201,
        body: { name: 'Notes', workspace: url('workspaces', tenant.workspace_id), status: 'active' },
      })
      expect((await admin.get(created.body.schema)).body.queues).toEqual([created.body.url])
    }
  })

  it('refuses unknown templates, foreign workspaces and missing fields', async () => {
    const other = await aTenant(server.deps.db)
    const sent = {
      name: 'x',
      template_name: 'CZ Demo Template',
      workspace: tenant.workspace_id,
      include_documents: false,
    }
    for (const [given, field] of [
      [{ template_name: 'None' }, { template_name: ['"None" is not a valid choice.'] }],
      [{ workspace: other.workspace_id }, { workspace: ['Invalid hyperlink - object does not exist.'] }],
      [{ workspace: 'nowhere' }, { workspace: ['Invalid hyperlink - object does not exist.'] }],
      [{ include_documents: undefined }, { include_documents: ['This field is required.'] }],
    ] as const)
      expect(await admin.post('/queues/from_template', { ...sent, ...given })).toMatchObject({
        status: 400,
        body: field,
      })
  })
})
