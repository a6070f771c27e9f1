import type { Knex } from 'knex'
import type { Tenant } from '../../support/factories.ts'

type UrlOf = (collection: string, id: number) => string

type Body = Record<string, unknown> | Promise<Record<string, unknown>>

/** How a row of a resource comes to be, and good values for what can be written. */
export interface Sample {
  /** Makes one more row that the tenant's administrator sees; its id. */
  make: (db: Knex, tenant: Tenant) => Promise<number>
  /** A body for POST with every required field. */
  create?: (url: UrlOf, tenant: Tenant, db: Knex) => Body
  /** A value for each writable field that PATCH takes. */
  write?: (url: UrlOf, tenant: Tenant, db: Knex) => Body
  /** How DELETE answers where the row stays, and what the row says from then on. */
  kept?: { status: number; body: Body }
}
/** By the path of the resource. */
export type Samples = Record<string, Sample>

let counter = 0
/** A number that no other row of this test file has. */
export const next = () => ++counter

export async function insert(db: Knex, table: string, row: object): Promise<number> {
  const [made] = await db(table).insert(row).returning('id')
  return made.id as number
}
