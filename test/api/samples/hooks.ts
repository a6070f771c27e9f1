/** Hooks, their templates, and connectors. */
import type { Knex } from 'knex'
import { aPerson, type Tenant } from '../../support/factories.ts'
import { insert, next, type Samples } from './sample.ts'

export const aHook = (db: Knex, { organization_id }: Tenant, given: object = {}): Promise<number> =>
  insert(db, 'hooks', {
    organization_id,
    type: 'webhook',
    name: `hook ${next()}`,
    config: { url: `https://hooks.example.org/${next()}` },
    ...given,
  })

const aConnector = (db: Knex, { organization_id }: Tenant): Promise<number> =>
  insert(db, 'connectors', {
    organization_id,
    name: `connector ${next()}`,
    service_url: `https://connectors.example.org/${next()}`,
  })

export const hooks: Samples = {
  hooks: {
    make: aHook,
    create: (url, tenant) => ({
      name: `hook ${next()}`,
      queues: [url('queues', tenant.queue_id)],
      events: ['annotation_content.initialize'],
      config: { url: 'https://hooks.example.org/called' },
    }),
    write: async (url, tenant, db) => ({
      name: `hook ${next()}`,
      queues: [url('queues', tenant.queue_id)],
      run_after: [url('hooks', await aHook(db, tenant))],
      active: false,
      events: ['annotation_status.changed', 'upload.created'],
      sideload: ['schemas', 'queues'],
      metadata: { a: 1 },
      config: {
        url: 'https://hooks.example.org/elsewhere',
        secret: 'signs payloads',
        insecure_ssl: true,
        client_ssl_certificate: null,
        private: false,
        schedule: { cron: '*/15 * * * *' },
        timeout_s: 10,
        retry_count: 2,
        max_polling_time_s: 300,
        retry_after_polling_failure: true,
        app: { url: 'https://app.example.org', display_mode: 'fullscreen' },
        payload_logging_enabled: true,
        retry_on_any_non_2xx: true,
      },
      token_owner: url('users', (await aPerson(db, tenant, 'admin')).user_id),
      token_lifetime_s: 7200,
      test: { saved: 'input' },
      description: 'Looks suppliers up.',
      extension_source: 'svc_store',
      settings: { limit: 3 },
      settings_schema: { type: 'object' },
      secrets: {},
      secrets_schema: { type: 'object', properties: { key: { type: 'string' } }, additionalProperties: false },
      guide: 'Read me.',
      read_more_url: 'https://example.org/more',
      extension_image_url: 'https://example.org/picture.png',
    }),
  },
  hook_templates: {
    make: (db) =>
      db('hook_templates')
        .first('id')
        .then((row: { id: number }) => row.id),
  },
  connectors: {
    make: aConnector,
    create: () => ({ name: `connector ${next()}`, queues: [], service_url: 'https://connectors.example.org/new' }),
    write: (url, tenant) => ({
      name: `connector ${next()}`,
      queues: [],
      service_url: 'https://connectors.example.org/changed',
      params: 'strict=true',
      client_ssl_certificate: '',
      client_ssl_key: '',
      authorization_type: 'Basic',
      authorization_token: 'dXNlcjpwYXNz',
      asynchronous: false,
      metadata: { a: tenant.queue_id, queue: url('queues', tenant.queue_id) },
    }),
  },
}
