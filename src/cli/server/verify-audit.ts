/** `sheaf audit verify`: compares the audit logs with the chain of their days. */
import { readFileSync } from 'node:fs'
import { openDatabase } from '../../../db/knex.ts'
import { verifyAuditLogs, type Anchor, type VerifiedLog } from '../../domain/requests/verify-audit.ts'
import { Problem } from '../problem.ts'
import { configureRunning } from './configure.ts'

/** Returns the lines about a log. */
export function describe({
  organization_id,
  first_day,
  last_day,
  days,
  rows,
  begun_at,
  late_days,
  problem,
}: VerifiedLog): string {
  const name = `organization ${organization_id}`
  if (problem) return `${name}: ${problem.day}: ${problem.detail}`
  if (first_day === null) return `${name}: no day is sealed yet`
  const late = late_days.slice(0, 5).join(', ') + (late_days.length > 5 ? ', …' : '')
  return [
    `${name}: verified, ${rows} records of ${days} days, ${first_day} to ${last_day!}; chain started on ${begun_at!.slice(0, 10)}`,
    ...(late
      ? [`  sealed late: ${late}. The service was not running, or someone deleted the last days of the chain.`]
      : []),
  ].join('\n')
}

function readAnchors(file: string): Anchor[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new Problem(`--anchors: ${file} cannot be read.`)
  }
  try {
    const anchors = JSON.parse(text) as Partial<Anchor>[]
    if (anchors.every((one) => Number.isSafeInteger(one.organization_id) && 'last_day' in one && 'last_hash' in one))
      return anchors as Anchor[]
  } catch {
    // Said below.
  }
  throw new Problem(`--anchors: ${file} is not the output of an earlier check with --json.`)
}

const idOf = (text: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Problem(`--organization requires an id, not "${text}".`)
  return Number(text)
}

/** Checks all logs, or those of one organization. `note` receives each one as soon as it is checked. */
export async function verifyAll(
  { organization, anchors }: { organization?: string | undefined; anchors?: string | undefined },
  note: (log: VerifiedLog) => void,
): Promise<VerifiedLog[]> {
  const organization_id = organization === undefined ? undefined : idOf(organization)
  const known = anchors === undefined ? [] : readAnchors(anchors)
  const config = configureRunning()
  const db = openDatabase(config.databaseUrl, { poolMax: 1, name: 'sheaf-audit' })
  try {
    const logs: VerifiedLog[] = []
    for await (const log of verifyAuditLogs(db, config, { organization_id, anchors: known })) {
      note(log)
      logs.push(log)
    }
    if (logs.length === 0)
      throw new Problem(
        organization_id === undefined ? 'There is no organization.' : `There is no organization ${organization_id}.`,
      )
    return logs
  } finally {
    await db.destroy()
  }
}
