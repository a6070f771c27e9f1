/** `organizations.audit_log_months`: a shorter one removes records, which nothing restores. */
import { Type } from 'typebox'
import type { Knex } from 'knex'
import { invalid } from '../../errors.ts'
import type { Request } from '../framework/request.ts'
import { isTrue } from '../queues/flag.ts'

export const CONFIRM = {
  confirm: Type.Boolean({ description: 'If `true`, a shorter `audit_log_months` is accepted.' }),
}

/** Limits a query to the records of an organization that it still keeps. */
export const keptRecords = (query: Knex.QueryBuilder, organization_id: number, table: string): void =>
  void query
    .where(`${table}.organization_id`, organization_id)
    .whereRaw(
      `${table}."timestamp" > now() - make_interval(months => (select audit_log_months from organizations where id = ?))`,
      [organization_id],
    )

/** Throws 400 for fewer months than before, unless the request confirms it. */
export function assertConfirmed(months: number | undefined, before: number, query: Request['query']): void {
  if (months === undefined || months >= before || isTrue(query, 'confirm')) return
  throw invalid({
    audit_log_months: [
      `This removes the records that are more than ${months} months old, for good. With ?confirm=true it is accepted.`,
    ],
  })
}
