/** The demo organization of the embedded stack. */
import type { Knex } from 'knex'
import { createOrganization, createQueueFromTemplate } from './organizations.ts'
import { inTransaction } from '../outbox/transaction.ts'

export const DEMO_USER = 'admin@sheaf.example'
export const DEMO_PASSWORD = 'sheaf-demo-password'
export const DEMO_QUEUE = 'Invoices'
const TEMPLATE = 'Tax Invoice EU Demo Template'

/** Creates the demo organization, its administrator and the queue "Invoices" unless they exist. Returns whether it did. */
export async function seedDemo(db: Knex): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // Two concurrent starts must not both find nothing.
    await tx.raw(`select pg_advisory_xact_lock(hashtext('sheaf demo organization'))`)
    const there = await tx('users').whereRaw('lower(username) = ?', [DEMO_USER]).whereNull('deleted_at').first('id')
    if (there) return false
    const made = await createOrganization(tx, {
      template_name: 'Empty Organization Template',
      name: 'Demo',
      user_fullname: 'Demo Administrator',
      user_email: DEMO_USER,
      user_password: DEMO_PASSWORD,
    })
    await createQueueFromTemplate(tx, {
      organization_id: made.organization_id,
      workspace_id: made.workspace_id,
      user_id: made.who.user_id,
      template_name: TEMPLATE,
      name: DEMO_QUEUE,
    })
    return true
  })
}
