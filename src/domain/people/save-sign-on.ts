/** Writes how people of an organization sign on. Tokens that they got before stay valid. */
import { JwtKey, OidcProvider } from '../../models/index.ts'
import { transact, type Transactor } from '../outbox/transaction.ts'
import { rowsOf } from '../rows.ts'

export const jwtKeyRows = rowsOf(JwtKey)
export const oidcProviderRows = rowsOf(OidcProvider)

export const deleteJwtKey = (deps: Transactor, id: number): Promise<void> =>
  transact(deps, (tx) => jwtKeyRows.delete(tx, id))

export const deleteOidcProvider = (deps: Transactor, id: number): Promise<void> =>
  transact(deps, (tx) => oidcProviderRows.delete(tx, id))
