/** Organizations, users, queues, documents and annotations. */
import { aDocument, anAnnotation, aPerson, aQueue } from '../../support/factories.ts'
import { insert, next, type Samples } from './sample.ts'

const SCHEMA = [
  {
    category: 'section',
    id: 'basic',
    label: 'Basic',
    children: [
      { category: 'datapoint', id: 'number', label: 'Number', type: 'string', constraints: { required: false } },
    ],
  },
]

export const core: Samples = {
  annotations: {
    make: async (db, tenant) => (await anAnnotation(db, tenant)).annotation_id,
    write: (url, tenant) => ({
      status: 'postponed',
      queue: url('queues', tenant.queue_id),
      modifier: url('users', tenant.user_id),
      rir_poll_id: null,
      messages: [],
      time_spent: 2.5,
      metadata: { a: 1 },
      labels: [],
      training_enabled: false,
    }),
  },
  automation_blockers: {
    make: async (db, tenant) => {
      const { annotation_id } = await anAnnotation(db, tenant)
      const content = JSON.stringify([{ level: 'annotation', type: 'automation_disabled' }])
      return insert(db, 'automation_blockers', { organization_id: tenant.organization_id, annotation_id, content })
    },
  },
  documents: { make: (db, tenant) => aDocument(db, tenant), write: () => ({ metadata: { a: 1 } }) },
  groups: {
    make: (db) =>
      db('groups')
        .first('id')
        .then((row: { id: number }) => row.id),
  },
  labels: {
    make: (db, tenant) => insert(db, 'labels', { organization_id: tenant.organization_id, name: `label ${next()}` }),
    create: () => ({ name: `label ${next()}`, color: '#00ff88' }),
    write: () => ({ name: `label ${next()}`, color: '#123abc' }),
  },
  organization_groups: { make: (_db, tenant) => Promise.resolve(tenant.organization_group_id) },
  organizations: {
    make: (_db, tenant) => Promise.resolve(tenant.organization_id),
    write: () => ({ ui_settings: { a: 1 }, metadata: { b: 2 }, settings: { c: 3 }, audit_log_months: 24 }),
  },
  pages: {
    make: async (db, tenant) => {
      const { annotation_id, document_id } = await anAnnotation(db, tenant)
      return insert(db, 'pages', {
        organization_id: tenant.organization_id,
        annotation_id,
        document_id,
        number: 1,
        s3_name: `p${next()}`,
        width: 10,
        height: 20,
      })
    },
    write: () => ({ metadata: { a: 1 } }),
  },
  queues: {
    kept: { status: 202, body: { status: 'deletion_requested' } },
    make: async (db, tenant) => (await aQueue(db, tenant)).queue_id,
    create: (url, tenant) => ({
      name: `queue ${next()}`,
      workspace: url('workspaces', tenant.workspace_id),
      schema: url('schemas', tenant.schema_id),
    }),
    write: (url, tenant) => ({
      name: `queue ${next()}`,
      workspace: url('workspaces', tenant.workspace_id),
      connector: null,
      webhooks: [],
      hooks: [],
      schema: url('schemas', tenant.schema_id),
      inbox: null,
      users: [url('users', tenant.user_id)],
      session_timeout: '00:30:00',
      rir_url: null,
      rir_params: 'effective_page_count=5&tables=false',
      dedicated_engine: null,
      generic_engine: url('generic_engines', 1),
      engine: null,
      default_score_threshold: 0.9,
      automation_enabled: true,
      automation_level: 'confident',
      locale: 'de_DE',
      metadata: { a: 1 },
      use_confirmed_state: true,
      document_lifetime: '30 00:00:00',
      training_enabled: false,
      archive_enabled: true,
      settings: { hide_export_button: false },
      workflows: [],
    }),
  },
  schemas: {
    make: (db, tenant) =>
      insert(db, 'schemas', {
        organization_id: tenant.organization_id,
        name: `schema ${next()}`,
        content: JSON.stringify(SCHEMA),
      }),
    create: () => ({ name: `schema ${next()}`, content: SCHEMA }),
    write: () => ({ name: `schema ${next()}`, content: SCHEMA, metadata: { a: 1 } }),
  },
  tasks: {
    make: async (db, tenant) =>
      insert(db, 'tasks', {
        organization_id: tenant.organization_id,
        type: 'upload_created',
        expires_at: '2100-01-01T00:00:00Z',
      }),
  },
  uploads: {
    make: (db, tenant) => insert(db, 'uploads', { organization_id: tenant.organization_id, queue_id: tenant.queue_id }),
  },
  users: {
    make: async (db, tenant) => (await aPerson(db, tenant, 'annotator')).user_id,
    kept: { status: 204, body: { is_active: false, deleted: true } },
    create: (url, tenant) => ({
      username: `user-${next()}@example.org`,
      organization: url('organizations', tenant.organization_id),
      password: 'a long enough passphrase',
      groups: [url('groups', 2)],
    }),
    write: (url, tenant) => ({
      username: `user-${next()}@example.org`,
      first_name: 'Grace',
      last_name: 'Hopper',
      phone_number: '+1 555 0100',
      groups: [url('groups', 2)],
      queues: [url('queues', tenant.queue_id)],
      is_active: true,
      ui_settings: { a: 1 },
      metadata: { b: 1 },
      oidc_id: null,
      auth_type: 'password',
    }),
  },
  workspaces: {
    make: (db, tenant) =>
      insert(db, 'workspaces', { organization_id: tenant.organization_id, name: `workspace ${next()}` }),
    create: (url, tenant) => ({
      name: `workspace ${next()}`,
      organization: url('organizations', tenant.organization_id),
    }),
    write: (url, tenant) => ({
      name: `workspace ${next()}`,
      organization: url('organizations', tenant.organization_id),
      metadata: { a: 1 },
    }),
  },
}
