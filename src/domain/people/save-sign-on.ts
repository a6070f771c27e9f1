/** Writes the sign-on settings of an organization. Tokens issued before stay valid. */
import { JwtKey, OidcProvider } from '../../models/index.ts'
import { transact, type Transactor } from '../outbox/transaction.ts'
import { rowsOf } from '../rows.ts'

export const jwtKeyRows = rowsOf(JwtKey)
export const oidcProviderRows = rowsOf(OidcProvider)

export const deleteJwtKey = (deps: Transactor, id: number): Promise<void> =>
  transact(deps, (tx) => jwtKeyRows.delete(tx, id))

export const deleteOidcProvider = (deps: Transactor, id: number): Promise<void> =>
  transact(deps, (tx) => oidcProviderRows.delete(tx, id))
