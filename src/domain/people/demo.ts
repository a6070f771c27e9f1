/** The demo organization of the embedded stack, whose login is public in the documentation. */
import type { Knex } from 'knex'
import type { DemoLogin, RowOf, User } from '../../models/index.ts'
import { inTransaction, type Tx } from '../outbox/transaction.ts'
import { writeAudit } from '../requests/audit.ts'
import { releaseApprovals } from '../approvals/release-approvals.ts'
import { checkPassword, endCredentials } from './credentials.ts'
import { createOrganization } from './organizations.ts'

export const DEMO_USER = 'admin@sheaf.example'
export const DEMO_PASSWORD = 'sheaf-demo-password'
export const DEMO_QUEUE = 'Invoices'
const TEMPLATE = 'Tax Invoice EU Demo Template'

/**
 * Creates the demo organization, its administrator and the queue "Invoices" at the first start. Activates the administrator again if
 * `disableDemo` deactivated it; a user that was deleted, renamed or deactivated by a person stays as it is. Returns whether the login works.
 */
export function seedDemo(db: Knex): Promise<boolean> {
  return withDemo(db, async (tx, demo, user) => {
    if (!demo) {
      await tx<RowOf<DemoLogin>>('demo_logins').insert({ user_id: await createDemo(tx) })
      return true
    }
    if (demo.disabled_at && user) {
      await setActive(tx, user, true)
      return isPublic(user)
    }
    return Boolean(user?.is_active) && isPublic(user)
  })
}

/**
 * Deactivates the demo user while it has the public password, and ends its tokens and sessions. For services that other machines can reach.
 * Returns whether the user is deactivated for this reason.
 */
export function disableDemo(db: Knex): Promise<boolean> {
  return withDemo(db, async (tx, demo, user) => {
    if (!demo || !user) return false
    if (!user.is_active) return demo.disabled_at !== null
    if (!(await isPublic(user))) return false
    await setActive(tx, user, false)
    return true
  })
}

/** Runs `work` with the record of the demo login and its user, unless these are missing or the user was deleted or renamed. */
function withDemo(
  db: Knex,
  work: (tx: Tx, demo: RowOf<DemoLogin> | undefined, user: RowOf<User> | undefined) => Promise<boolean>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // Concurrent starts take turns.
    await tx.raw(`select pg_advisory_xact_lock(hashtext('sheaf demo organization'))`)
    const demo = await tx<RowOf<DemoLogin>>('demo_logins').first()
    const user = demo?.user_id
      ? await tx<RowOf<User>>('users').where('id', demo.user_id).whereNull('deleted_at').first()
      : undefined
    return work(tx, demo, user)
  })
}

const isPublic = async (user: RowOf<User> | undefined): Promise<boolean> =>
  checkPassword(DEMO_PASSWORD, user?.password_hash ?? null)

async function setActive(tx: Tx, { id, organization_id, username }: RowOf<User>, is_active: boolean): Promise<void> {
  await tx('users').where({ id }).update({ is_active, modified_at: tx.fn.now() })
  await tx('demo_logins').update({ disabled_at: is_active ? null : tx.fn.now() })
  if (!is_active) {
    await endCredentials(tx, id)
    releaseApprovals(tx, [id])
  }
  const details = { demo_login: is_active ? 'enabled' : 'disabled' }
  const who = { organization_id, username }
  await writeAudit(tx, [{ object_type: 'user', object_id: id, action: 'update', details, who }])
}

async function createDemo(tx: Tx): Promise<number> {
  const { who } = await createOrganization(tx, {
    template_name: TEMPLATE,
    queue_name: DEMO_QUEUE,
    name: 'Demo',
    user_fullname: 'Demo Administrator',
    user_email: DEMO_USER,
    user_password: DEMO_PASSWORD,
  })
  return who.user_id
}
