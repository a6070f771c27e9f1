/** Inboxes, emails and their threads. */
import type { Knex } from 'knex'
import type { Tenant } from '../../support/factories.ts'
import { insert, next, type Samples } from './sample.ts'

/** A queue without an inbox: those made from templates have one. */
const bareQueue = (db: Knex, { organization_id, workspace_id, schema_id }: Tenant): Promise<number> =>
  insert(db, 'queues', { organization_id, workspace_id, schema_id, name: `queue ${next()}` })

const FILTERS = {
  allowed_senders: ['*@example.org'],
  denied_senders: ['spam?@example.org'],
  document_rejection_conditions: {
    enabled: false,
    resolution_lower_than_px: [100, 50],
    file_size_less_than_b: 1000,
    mime_types: ['image/*'],
    file_name_regexes: ['^logo', '\\.gif$'],
  },
}

export const emails: Samples = {
  inboxes: {
    make: async (db, tenant) => {
      const n = next()
      return insert(db, 'inboxes', {
        organization_id: tenant.organization_id,
        queue_id: await bareQueue(db, tenant),
        name: `inbox ${n}`,
        email_prefix: `prefix${n % 3}`,
        email: `inbox-${tenant.organization_id}-${n}@sheaf.localhost`,
      })
    },
    create: async (url, tenant, db) => ({
      name: `inbox ${next()}`,
      queues: [url('queues', await bareQueue(db, tenant))],
      email_prefix: 'acme-bills',
    }),
    write: async (url, tenant, db) => ({
      name: `inbox ${next()}`,
      queues: [url('queues', await bareQueue(db, tenant))],
      email_prefix: 'other.prefix_1',
      bounce_email_to: 'postmaster@example.org',
      bounce_unprocessable_attachments: true,
      bounce_postponed_annotations: true,
      bounce_deleted_annotations: true,
      bounce_email_with_no_attachments: false,
      metadata: { a: 1 },
      filters: FILTERS,
      dmarc_check_action: 'drop',
    }),
  },
}
