/** What time changes about pending approvals: expired memberships, and reminders of administrators (contract 24.23). */
import { expect, it } from 'vitest'
import { remindAdministrators, releaseExpired } from '../../src/domain/approvals/sweep-approvals.ts'
import { saveMembership } from '../../src/domain/people/memberships.ts'
import { unseal } from '../../src/domain/requests/secrets.ts'
import { aPerson, aTenant } from '../support/factories.ts'
import { admin, server, tenant } from '../support/tenant-server.ts'
import { approver, aQueueWith, confirm, inReview, takeQueues, useApprovals } from './approval-setup.ts'

useApprovals()

const assigned = (annotation_id: number) =>
  server.deps.db('annotation_assignees').where({ annotation_id }).pluck<number[]>('user_id')

it('unassigns users whose membership has expired', async () => {
  const { db } = server.deps
  const other = await aTenant(db)
  const { organization_id, organization_group_id: group_id } = tenant
  await db('organizations').where('id', other.organization_id).update({ organization_group_id: group_id })
  const { user_id } = await aPerson(db, other, 'approver')
  const queue = await aQueueWith([{}])
  const given = { user_id, organization_id, queue_ids: [queue.queue_id] }
  const membership = await saveMembership(db, group_id, { ...given, expires_at: null })
  const id = await inReview(queue)
  await confirm(id)
  await db('annotation_assignees').insert({ annotation_id: id, user_id })
  await releaseExpired(server.deps)
  expect(await assigned(id)).toEqual([user_id])
  await db('memberships')
    .where('id', membership)
    .update({ expires_at: db.raw(`now() - interval '1 second'`) })
  await releaseExpired(server.deps)
  expect(await assigned(id)).toEqual([])
  const { results } = (await admin.get(`/workflow_activities?annotation=${id}&action=reassigned`)).body
  expect(results.at(-1).note).toContain('The step has no eligible approver left')
})

it('reminds administrators once a day of all documents that have no approver', async () => {
  const { db, config } = server.deps
  const deps = {
    ...server.deps,
    config: { ...config, smtp: { host: 'x', port: 25, tls: 'off' as const, from: 'x@x.example' } },
  }
  const { organization_id } = tenant
  const letters = async () => {
    const rows = await db('letters').where({ organization_id }).orderBy('id').pluck<Buffer[]>('sealed_message')
    return rows.map((one) => unseal(config, 'letters.sealed_message', one) as unknown as { to: string; text: string })
  }
  await db('workflow_runs').where({ organization_id }).delete()
  await db('users').where('id', tenant.user_id).update({ email: 'admin@ham.example' })
  const ada = await approver()
  const queue = await aQueueWith([{ assignees: [ada.user_id] }])
  const [waits, stuck] = [await inReview(queue), await inReview(queue)]
  await confirm(waits)
  await remindAdministrators(deps)
  expect(await letters()).toEqual([])
  await takeQueues(ada.user_id)
  await confirm(stuck)
  await remindAdministrators(deps)
  await remindAdministrators(deps)
  const sent = await letters()
  expect(sent.map(({ to }) => to)).toEqual(['admin@ham.example'])
  for (const id of [waits, stuck]) expect(sent[0]!.text).toContain(`/v1/annotations/${id}`)
  await db('organizations')
    .where('id', organization_id)
    .update({ approvals_reminded_at: db.raw(`now() - interval '25 hours'`) })
  await remindAdministrators(deps)
  expect(await letters()).toHaveLength(2)
})
