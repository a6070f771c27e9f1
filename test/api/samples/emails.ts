/** Inboxes, emails and their threads. */
import type { Knex } from 'knex'
import { storeEmail } from '../../../src/domain/mail/emails.ts'
import type { Tenant } from '../../support/factories.ts'
import { insert, next, type Samples } from './sample.ts'
import { inTransaction } from '../../../src/domain/outbox/transaction.ts'

/** Creates a queue without an inbox; queues from templates have one. */
const bareQueue = (db: Knex, { organization_id, workspace_id, schema_id }: Tenant): Promise<number> =>
  insert(db, 'queues', { organization_id, workspace_id, schema_id, name: `queue ${next()}` })

/** Creates an incoming email in its own thread. */
const anEmail = (db: Knex, { organization_id, queue_id }: Tenant): Promise<{ id: number; email_thread_id: number }> =>
  inTransaction(db, (tx) =>
    storeEmail(tx, {
      organization_id,
      queue_id,
      inbox_id: null,
      parent_id: null,
      type: 'incoming',
      message_id: null,
      subject: `subject ${next() % 3}`,
      from: { email: `sender${next() % 3}@example.org` },
      to: [{ email: 'inbox@example.org' }],
      cc: [],
      bcc: [],
      body_text_plain: 'Hello',
      body_text_html: '<p>Hello</p>',
      labels: ['forwarded'],
      metadata: {},
      email_template_id: null,
      s3_name: null,
      size: 0,
      creator_id: null,
      document_ids: [],
      related_annotation_ids: [],
      related_document_ids: [],
    }),
  )

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
      body_as_document: 'without_files',
      mailbox: {
        host: 'imap.example.com',
        port: 143,
        tls: 'starttls',
        username: 'bills',
        folder: 'Invoices',
        include_existing: true,
      },
      mailbox_password: 'a password',
    }),
  },
  emails: {
    make: async (db, tenant) => (await anEmail(db, tenant)).id,
    write: async (url, tenant, db) => ({
      parent: url('emails', (await anEmail(db, tenant)).id),
      children: [url('emails', (await anEmail(db, tenant)).id)],
      subject: 'Changed',
      body_text_plain: 'Text',
      body_text_html: '<p>Text</p>',
      metadata: { a: 1 },
      labels: ['rejection', 'reply'],
    }),
  },
  email_threads: {
    make: async (db, tenant) => (await anEmail(db, tenant)).email_thread_id,
    write: () => ({ has_new_replies: true, root_email_read: true }),
  },
}
