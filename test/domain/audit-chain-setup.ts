/** An organization whose audit log has records on some of the last days, for the tests of its chain. */
import { beforeAll, beforeEach } from 'vitest'
import { verifyAuditLogs, type VerifiedLog, type VerifyOptions } from '../../src/domain/requests/verify-audit.ts'
import { database, useDatabase } from '../support/database.ts'
import { anOrganization, depsWithoutTemporal } from './fixtures.ts'

export const OLD = { secretsKey: 'the key of this database, which is long enough' }
export const NEW = { secretsKey: 'the next key of this database, long enough too' }

/** Of the present test. */
export let organization_id: number
/** Days before today, in UTC. */
export const days: Record<number, string> = {}

export const db = () => database.db
export const sealer = (keys = OLD) => {
  const { deps } = depsWithoutTemporal(db())
  return { ...deps, config: { ...deps.config, ...keys } }
}
export const verify = async (options: VerifyOptions = {}, keys: Parameters<typeof verifyAuditLogs>[1] = OLD) => {
  const logs: VerifiedLog[] = []
  for await (const log of verifyAuditLogs(db(), keys, options)) logs.push(log)
  return logs
}
export const problem = async (...options: Parameters<typeof verify>) => {
  const of = (await verify(...options)).find((log) => log.organization_id === organization_id)!.problem
  return of && [of.day, of.problem]
}
export const insert = async (ago: number, columns: object = {}) => {
  const row = { organization_id, object_type: 'queue', object_id: ago, action: 'update', username: 'ada' }
  const content = { path: '/queues', method: 'PATCH', request_id: `r${ago}`, details: { from: 1 } }
  const timestamp = `${days[ago]}T12:00:00Z`
  await db()('audit_logs').insert({ ...row, content: JSON.stringify(content), timestamp, ...columns })
}
export const at = (ago: number) => db()('audit_logs').where({ organization_id, object_id: ago })
export const day = (ago: number) => db()('audit_days').where({ organization_id, day: days[ago] })

/** Creates a database for the tests of a file, and before each test an organization with records. */
export function useAuditedDays(): void {
  useDatabase()
  beforeAll(async () => {
    const { rows } = await db().raw<{ rows: { ago: number; day: string }[] }>(
      `select ago, (now() at time zone 'utc')::date - ago as day from generate_series(0, 400) as ago`,
    )
    for (const one of rows) days[one.ago] = one.day
  })

  beforeEach(async () => {
    await db()('audit_logs').delete()
    await db()('audit_days').delete()
    ;({ organization_id } = await anOrganization(db()))
    // No record four days ago.
    for (const ago of [6, 5, 3, 2]) await insert(ago)
    await insert(5)
    await insert(3, { object_type: 'document', content: JSON.stringify({ path: '/api/v1/uploads/bill.pdf' }) })
  })
}
