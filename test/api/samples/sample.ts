import type { Knex } from 'knex'
import type { Tenant } from '../../support/factories.ts'

type UrlOf = (collection: string, id: number) => string

type Body = Record<string, unknown> | Promise<Record<string, unknown>>

/** How to create a row of a resource, and valid values for its writable fields. */
export interface Sample {
  /** Creates a row that the tenant's administrator can read; returns its id. */
  make: (db: Knex, tenant: Tenant) => Promise<number>
  /** Returns a body for POST with every required field. */
  create?: (url: UrlOf, tenant: Tenant, db: Knex) => Body
  /** Returns a value for each field that PATCH accepts. */
  write?: (url: UrlOf, tenant: Tenant, db: Knex) => Body
  /** Status of DELETE and the resulting fields, for resources whose rows are kept. */
  kept?: { status: number; body: Body }
}
/** Samples by the path of the resource. */
export type Samples = Record<string, Sample>

let counter = 0
/** Returns a number that is unique in the test file. */
export const next = () => ++counter

export async function insert(db: Knex, table: string, row: object): Promise<number> {
  const [created] = await db(table).insert(row).returning('id')
  return created.id as number
}
