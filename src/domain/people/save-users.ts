/** Writes users. Each function ensures that the organization keeps an active administrator (403) and writes the audit log. */
import { User, UserGroup, raw, type RowOf } from '../../models/index.ts'
import { releaseApprovals } from '../approvals/release-approvals.ts'
import { replaceLinks } from '../links.ts'
import type { Transactor, Tx } from '../outbox/transaction.ts'
import { writeAudit } from '../requests/audit.ts'
import { rowsOf, type Writer } from '../rows.ts'
import { endCredentials, hashPassword } from './credentials.ts'
import { keepingAnAdministrator } from './users.ts'

type Row = RowOf<User>

const rows = rowsOf(User)
const groupLinks = { table: UserGroup.tableName, own: 'user_id', other: 'group_id' }

/** Creates a user. Without a password the user cannot log in with one until it is reset. */
export async function createUser(
  tx: Tx,
  writer: Writer,
  columns: Partial<Row>,
  password: string | undefined,
): Promise<number> {
  const hashed = password === undefined ? {} : { password_hash: await hashPassword(password) }
  const id = await rows.create(tx, writer, { ...columns, ...hashed })
  await writeAudit(tx, [{ object_type: 'user', object_id: id, action: 'create' }])
  return id
}

/** Changes a user. All tokens and sessions are deleted if the user becomes inactive or changes to single sign-on. */
export const updateUser = (deps: Transactor, row: Row, changes: Partial<Row>): Promise<void> =>
  keepingAnAdministrator(deps, row, async (tx) => {
    await User.query(tx)
      .findById(row.id)
      .patch({ ...changes, modified_at: raw('now()') })
    // A token does not record how its user logged in, so all of them are deleted.
    const turned = changes.auth_type === 'sso' && row.auth_type !== 'sso'
    if (turned || changes.is_active === false) await endCredentials(tx, row.id)
    if (changes.is_active === false) releaseApprovals(tx, [row.id])
    await writeAudit(tx, [{ object_type: 'user', object_id: row.id, action: 'update', home_id: row.organization_id }])
  })

/** Sets exactly these roles for a user, as ids of groups. */
export async function setGroups(tx: Tx, user_id: number, group_ids: readonly number[]): Promise<void> {
  const user = await User.query(tx).findById(user_id).throwIfNotFound()
  await keepingAnAdministrator(tx, user, async (inside) => {
    await replaceLinks(inside, groupLinks, user_id, group_ids)
    releaseApprovals(inside, [user_id])
  })
}

/** Deletes a user. The row is kept, because annotations refer to the users who worked on them. */
export const deleteUser = (deps: Transactor, user: { id: number; organization_id: number }): Promise<void> =>
  keepingAnAdministrator(deps, user, async (tx) => {
    await User.query(tx)
      .findById(user.id)
      .patch({ deleted_at: raw('now()'), is_active: false })
    await endCredentials(tx, user.id)
    releaseApprovals(tx, [user.id])
    await writeAudit(tx, [{ object_type: 'user', object_id: user.id, action: 'delete', home_id: user.organization_id }])
  })
