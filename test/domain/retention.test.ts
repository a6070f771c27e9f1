/** Rows and files past their retention (docs/production.md) are deleted by the sweep that a Schedule starts every hour. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { settings } from '../../src/config-settings.ts'
import { runSweep } from '../../src/domain/outbox/sweeps.ts'
import { database, useDatabase } from '../support/database.ts'
import { memoryBlobs, someDeps } from '../support/deps.ts'
import { anOrganization } from './fixtures.ts'

useDatabase()

it('is stated in docs/production.md for every setting', () => {
  const page = readFileSync(new URL('../../docs/production.md', import.meta.url), 'utf8')
  const table = page.split('## Retention')[1]!.split('\n## ')[0]!
  const names = Object.keys(settings.properties).filter((name) => /_(KEPT|RETENTION)_DAYS$/.test(name))
  expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
  expect(names).toContain('USAGE_KEPT_DAYS')
})

describe('the sweep of expired rows', () => {
  it('deletes all rows past their time, and only these', async () => {
    const { db } = database
    const { organization_id, user_id, queue } = await anOrganization(db)
    const one = async (table: string, row: object, id = 'id') =>
      ((await db(table).insert(row).returning(id)) as Record<string, number>[])[0]![id]!
    const hook_id = await one('hooks', { organization_id, type: 'webhook', name: 'hook' })
    const email_template_id = await one('email_templates', { organization_id, queue_id: queue.id, name: 't' })
    const ago = (interval: string) => db.raw(`now() - ?::interval`, [interval])
    const hash = () => Buffer.from(String(Math.random()))
    const run = {
      organization_id,
      hook_id,
      request_id: db.raw('gen_random_uuid()'),
      event: 'e',
      action: 'a',
      status: 'completed',
    }
    /** By table: how to insert a row of an age, and the oldest age that is kept and the youngest that is not. */
    const rows: Record<string, { insert: (at: unknown) => object; kept: string; gone: string }> = {
      tasks: {
        insert: (at) => ({ organization_id, type: 'upload_created', expires_at: at }),
        kept: '-1 hour',
        gone: '1 minute',
      },
      document_downloads: {
        insert: (at) => ({
          organization_id,
          document_ids: [],
          type: 'document',
          zip: false,
          file_name: 'f',
          expires_at: at,
        }),
        kept: '-1 hour',
        gone: '1 minute',
      },
      tokens: {
        insert: (at) => ({ user_id, hash: hash(), one_time: true, expires_at: at }),
        kept: '-1 hour',
        gone: '1 minute',
      },
      sessions: {
        insert: (at) => ({ user_id, hash: hash(), csrf_hash: hash(), expires_at: at }),
        kept: '-1 hour',
        gone: '1 minute',
      },
      login_failures: {
        insert: (at) => ({ key: hash(), failures: 1, expires_at: at }),
        kept: '-1 hour',
        gone: '1 minute',
      },
      password_resets: {
        insert: (at) => ({ user_id, hash: hash(), expires_at: at }),
        kept: '23 hours',
        gone: '25 hours',
      },
      idempotency_keys: {
        insert: (at) => ({ user_id, organization_id, key: hash().toString(), fingerprint: hash(), created_at: at }),
        kept: '23 hours',
        gone: '25 hours',
      },
      audit_logs: {
        insert: (at) => ({ organization_id, object_type: 'user', object_id: 1, action: 'a', timestamp: at }),
        kept: '364 days',
        gone: '367 days',
      },
      events: {
        insert: (at) => ({ organization_id, kind: 'upload.created', created_at: at }),
        kept: '399 days',
        gone: '401 days',
      },
      value_changes: {
        insert: (at) => ({ organization_id, annotation_id: 1, origin: 'user', timestamp: at }),
        kept: '364 days',
        gone: '367 days',
      },
      hook_runs: { insert: (at) => ({ ...run, started_at: at }), kept: '6 days', gone: '8 days' },
      rule_executions: {
        insert: (at) => ({
          organization_id,
          rule_id: 1,
          rule_name: 'r',
          queue_id: queue.id,
          annotation_id: 1,
          trigger_event: 'e',
          execution_result: 'success',
          created_at: at,
        }),
        kept: '89 days',
        gone: '91 days',
      },
      email_template_sendings: {
        insert: (at) => ({ email_template_id, automated: false, sent_at: at }),
        kept: '89 days',
        gone: '91 days',
      },
      letters: {
        insert: (at) => ({ organization_id, sealed_message: hash(), created_at: at }),
        kept: '6 days',
        gone: '8 days',
      },
      incoming_messages: {
        insert: (at) => ({
          email_id: db.raw(`nextval(pg_get_serial_sequence('emails', 'id'))`),
          organization_id,
          queue_id: queue.id,
          source: 'smtp',
          state: 'finished',
          size: 1,
          finished_at: at,
        }),
        kept: '399 days',
        gone: '401 days',
      },
      usage_records: {
        insert: (at) => ({
          organization_id,
          annotation_id: 1,
          billable: true,
          learning: true,
          pages: 1,
          created_at: at,
        }),
        kept: '1825 days',
        gone: '1827 days',
      },
    }
    for (const [table, { insert, kept, gone }] of Object.entries(rows))
      for (const age of [kept, gone]) await db(table).insert(insert(ago(age)))
    const runs: { uuid: string }[] = await db('hook_runs').select('uuid')
    for (const { uuid } of runs)
      for (const age of ['6 days', '8 days'])
        await db('hook_logs').insert({ ...run, uuid, hook_type: 'webhook', log_level: 'INFO', start: ago(age) })

    let remains = 0
    const blobs = { ...memoryBlobs(), deleteRemains: () => Promise.resolve(remains++) }
    await runSweep(someDeps({ db, blobs }), 'expired')

    const left = async (table: string) => Number((await db(table).count('* as n'))[0]!.n)
    const counts = Object.fromEntries(
      await Promise.all([...Object.keys(rows), 'hook_logs'].map(async (table) => [table, await left(table)] as const)),
    )
    expect(counts).toEqual(Object.fromEntries([...Object.keys(rows), 'hook_logs'].map((table) => [table, 1])))
    expect(remains).toBe(1)
  })
})
