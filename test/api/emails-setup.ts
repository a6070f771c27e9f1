/** Sent and received emails for the tests of `/v1/emails`. */
import { storeEmail } from '../../src/domain/mail/emails.ts'
import { documentKey } from '../../src/domain/documents/stored-file.ts'
import { aDocument } from '../support/factories.ts'
import { server, tenant } from '../support/tenant-server.ts'
import { inTransaction } from '../../src/domain/outbox/transaction.ts'

/** Stores a received email with other fields. */
export const receive = async (given: object = {}) =>
  inTransaction(server.deps.db, (tx) =>
    storeEmail(tx, {
      organization_id: tenant.organization_id,
      queue_id: tenant.queue_id,
      inbox_id: null,
      parent_id: null,
      type: 'incoming',
      message_id: '<first@example.org>',
      subject: 'Invoice',
      from: { email: 'ada@example.org', name: 'Ada' },
      to: [{ email: 'in@example.org' }],
      cc: [],
      bcc: [],
      body_text_plain: 'Hi',
      body_text_html: '',
      labels: [],
      metadata: {},
      email_template_id: null,
      s3_name: null,
      size: 0,
      creator_id: null,
      document_ids: [],
      related_annotation_ids: [],
      related_document_ids: [],
      ...given,
    }),
  )
/** Creates a document with a stored file; returns its id. */
export const withFile = async (size = 5) => {
  const id = await aDocument(server.deps.db, tenant, { size })
  const { s3_name } = await server.deps.db('documents').where('id', id).first('s3_name')
  await server.deps.blobs.put(documentKey(s3_name as string), Buffer.from('%PDF-'))
  return id
}
