import { afterAll, beforeAll, expect, it } from 'vitest'
import { sealAuditDays } from '../../src/domain/requests/audit-days.ts'
import { database, useDatabase } from '../support/database.ts'
import { anOrganization, depsWithoutTemporal } from '../domain/fixtures.ts'
import { place, type Place } from './run-sheaf.ts'

useDatabase()

const SECRETS_KEY = 'a test secret that is long enough for encrypting'
let here: Place
let organization_id: number

beforeAll(async () => {
  const { db, url } = database
  here = place({
    DATABASE_URL: url,
    TEMPORAL_ADDRESS: 'localhost:1',
    BLOBS_FOLDER: '/nonexistent',
    PUBLIC_BASE_URL: 'https://sheaf.example',
    SECRET_KEY: 'a test secret that is long enough for signing',
    SECRETS_KEY,
  })
  ;({ organization_id } = await anOrganization(db))
  const row = { organization_id, object_type: 'user', object_id: 1, action: 'login' }
  await db('audit_logs').insert([5, 4].map((ago) => ({ ...row, timestamp: db.raw(`now() - interval '${ago} days'`) })))
  const { deps } = depsWithoutTemporal(db)
  await sealAuditDays({ ...deps, config: { ...deps.config, secretsKey: SECRETS_KEY } })
})
afterAll(() => here.remove())

it('sheaf audit verify says that all fits, and ends with 1 at the first day that does not', async () => {
  const fits = await here.run(['audit', 'verify'])
  expect(fits).toMatchObject({ code: 0, err: '' })
  expect(fits.out).toMatch(new RegExp(`^organization ${organization_id}: verified, 2 records of \\d+ days, `))
  const kept = await here.run(['audit', 'verify', '--json'])
  here.write('anchors.json', JSON.parse(kept.out))
  expect(await here.run(['audit', 'verify', '--anchors', 'anchors.json'])).toMatchObject({ code: 0 })

  const [{ day }] = await database
    .db('audit_logs')
    .orderBy('id', 'desc')
    .limit(1)
    .select(database.db.raw(`("timestamp" at time zone 'utc')::date as day`))
  await database.db('audit_logs').where('id', database.db('audit_logs').max('id')).update({ username: 'ada' })
  const changed = await here.run(['audit', 'verify', '--organization', String(organization_id)])
  expect(changed.code).toBe(1)
  expect(changed.out).toContain(`organization ${organization_id}: ${day}: A record was changed`)
})

it.each([
  [['--organization', 'x'], '--organization requires an id, not "x".'],
  [['--organization', '999999'], 'There is no organization 999999.'],
  [['--anchors', 'none.json'], '--anchors: none.json cannot be read.'],
  [['--anchors', 'other.json'], '--anchors: other.json is not the output of an earlier check with --json.'],
])('sheaf audit verify %j is refused', async (options, sentence) => {
  here.write('other.json', { organization_id: 1 })
  const { code, err } = await here.run(['audit', 'verify', ...options])
  expect([code, err.trim()]).toEqual([2, sentence])
})
