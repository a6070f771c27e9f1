/** Writes the settings of an organization. */
import { Organization, type RowOf } from '../../models/index.ts'
import type { Tx } from '../outbox/transaction.ts'
import { rowsOf } from '../rows.ts'

export const organizationRows = rowsOf(Organization)

/** Changes whether and how users are created on their first sign-on. */
export async function updateProvisioning(
  tx: Tx,
  id: number,
  columns: Partial<Pick<RowOf<Organization>, `provisioning_${'enabled' | 'roles' | 'default_role'}`>>,
): Promise<void> {
  if (Object.keys(columns).length) await Organization.query(tx).findById(id).patch(columns)
}
