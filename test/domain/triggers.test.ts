/** What triggers do: emails, rejections, and delete recommendations that stop automation. */
import { describe, expect, it } from 'vitest'
import { runRuleActions } from '../../src/domain/automation-rules/run-actions.ts'
import { moveAllowed, moveAnnotation } from '../../src/domain/annotations/status/move.ts'
import { matchRecommendations } from '../../src/domain/triggers/recommendations.ts'
import { overWaysIn } from '../support/ways-in.ts'
import { anAnnotation, type Fixture } from './fixtures.ts'
import {
  action,
  aQueue,
  aRecommendation,
  aRule,
  aTrigger,
  blockersOf,
  importOne,
  insertOne,
  requestsOf,
  type Queue,
  database,
  useImports,
  storedLetters,
} from './rules-setup.ts'

useImports()

/** Creates an email from which annotations come. */
async function anEmail({ organization_id, queue }: Fixture): Promise<number> {
  const thread = await insertOne('email_threads', { organization_id, queue_id: queue.id, subject: 'Bill' })
  return insertOne('emails', {
    organization_id,
    queue_id: queue.id,
    email_thread_id: thread,
    type: 'incoming',
    subject: 'Bill',
    from_email: 'eva@example.org',
    message_id: `<${Math.random()}@example.org>`,
  })
}

async function aTemplate({ fixture }: Queue, trigger_id: number, given: object = {}): Promise<number> {
  const { organization_id, queue } = fixture
  return insertOne('email_templates', {
    organization_id,
    queue_id: queue.id,
    trigger_id,
    name: 'T',
    type: 'custom',
    automate: true,
    subject: `Trigger ${trigger_id}`,
    message: '<p>Hello</p>',
    to: JSON.stringify([{ email: 'eva@example.org' }]),
    ...given,
  })
}

/** Imports an annotation that came by email, unless `columns` say otherwise, and follows its events. */
async function importAndFollow(queue: Queue, columns: object = {}) {
  const id = await importOne(queue, { columns: { email_id: await anEmail(queue.fixture), ...columns } })
  while (await runRuleActions(queue.deps, id));
  return database.db('annotations').where({ id }).first()
}

const sent = ({ fixture }: Queue) =>
  database
    .db('emails')
    .where({ queue_id: fixture.queue.id, type: 'outgoing' })
    .orderBy('id')
    .select('subject', 'labels')

const field = (id: string, $regex: string) => ({
  $and: [{ [`field.${id}`]: { $and: [{ $exists: true }, { $regex }] } }],
})

overWaysIn(() => {
  describe('a trigger of an import', () => {
    it('sends its templates if the condition is met, once, after the emails of rules', async () => {
      const queue = await aQueue()
      const met = await aTrigger(queue, 'annotation_imported', field('document_id', '^A-'))
      const always = await aTrigger(queue, 'validation')
      const unmet = await aTrigger(queue, 'annotation_imported', field('document_id', '^B-'))
      await aTemplate(queue, met)
      await aTemplate(queue, met, { subject: 'Switched off', automate: false })
      await aTemplate(queue, always)
      await aTemplate(queue, unmet)
      const own = { to: ['eva@example.org'], subject: 'Rule', body: 'Hello' }
      await aRule(queue.fixture, queue.schema_id, 'True', [action('send_email', own, 'annotation_imported')])
      const { id, status } = await importAndFollow(queue)
      expect(status).toBe('to_review')
      expect((await sent(queue)).map(({ subject }) => subject)).toEqual(['Rule', `Trigger ${always}`, `Trigger ${met}`])
      await runRuleActions(queue.deps, id)
      expect(await sent(queue)).toHaveLength(3)
      expect(await storedLetters()).toHaveLength(3)
    })

    it('sends nothing about annotations that did not come by email', async () => {
      const queue = await aQueue()
      await aTemplate(queue, await aTrigger(queue, 'annotation_imported'))
      const { id } = await importAndFollow(queue, { email_id: null })
      expect([await sent(queue), await requestsOf(id)]).toEqual([[], []])
    })

    it.each([
      ['with its email', true],
      ['without an email', false],
    ] as const)('of a rejection rejects the annotation, %s', async (_, byEmail) => {
      const queue = await aQueue({ automation_enabled: true, automation_level: 'always' })
      const trigger = await aTrigger(queue, 'annotation_imported', { $and: [{ required_field_missing: true }] })
      await aTemplate(queue, trigger, { type: 'rejection' })
      expect((await importAndFollow(queue)).status).toBe('exporting')
      const given = await aTrigger(queue, 'annotation_imported', field('document_id', '^A-1$'))
      await aTemplate(queue, given, { type: 'rejection_default' })
      const row = await importAndFollow(queue, byEmail ? {} : { email_id: null })
      expect(row).toMatchObject({ status: 'rejected', automatically_rejected: true, rejected_by: null })
      expect(await sent(queue)).toEqual(
        byEmail ? [{ subject: `Trigger ${given}`, labels: ['automatic_rejection'] }] : [],
      )
    })

    it('rejects nothing while the queue allows no rejection, and sends no rejection then', async () => {
      const settings = JSON.stringify({ rejection_config: { enabled: false } })
      const queue = await aQueue({ settings })
      await aTemplate(queue, await aTrigger(queue, 'annotation_imported'), { type: 'rejection' })
      expect((await importAndFollow(queue)).status).toBe('to_review')
      expect(await sent(queue)).toEqual([])
    })

    it('is decided after the rules: the status that a rule requests is kept', async () => {
      const queue = await aQueue()
      await aTemplate(queue, await aTrigger(queue, 'annotation_imported'), { type: 'rejection' })
      await aRule(queue.fixture, queue.schema_id, 'True', [
        action('change_status', { method: 'postpone' }, 'annotation_imported'),
      ])
      expect((await importAndFollow(queue)).status).toBe('postponed')
      expect(await sent(queue)).toEqual([])
    })
  })

  describe('a trigger of a later event', () => {
    it('sends its templates after a confirmation, and after exports that were not automated', async () => {
      const queue = await aQueue()
      const confirmed = await aTrigger(queue, 'annotation_confirmed')
      const exported = await aTrigger(queue, 'annotation_exported')
      await aTemplate(queue, confirmed)
      await aTemplate(queue, exported)
      const { db } = database
      const { fixture, deps } = queue
      const move = async (automated: boolean) => {
        const columns = { email_id: await anEmail(fixture), modifier_id: fixture.user_id, automated }
        const id = await anAnnotation(db, fixture, 'reviewing', columns)
        await moveAnnotation(deps, fixture.who, id, 'confirm')
        await moveAnnotation(deps, { ...fixture.who, user_id: null }, id, 'export_succeeded')
        while (await runRuleActions(deps, id));
      }
      await move(false)
      expect((await sent(queue)).map(({ subject }) => subject)).toEqual([`Trigger ${confirmed}`, `Trigger ${exported}`])
      await move(true)
      expect((await sent(queue)).map(({ subject }) => subject).slice(2)).toEqual([`Trigger ${confirmed}`])
    })

    it('of another queue does nothing', async () => {
      const [queue, other] = [await aQueue(), await aQueue()]
      await aTemplate(other, await aTrigger(other, 'annotation_exported'))
      const id = await anAnnotation(database.db, queue.fixture, 'to_review', { email_id: await anEmail(queue.fixture) })
      await moveAllowed(queue.deps, queue.fixture.who, [id], 'export', { context: { to: 'exported' } })
      expect(await requestsOf(id)).toEqual([])
    })

    it('sends nothing about annotations that were purged in the meantime', async () => {
      const queue = await aQueue()
      await aTemplate(queue, await aTrigger(queue, 'annotation_exported'))
      const { fixture, deps } = queue
      const id = await anAnnotation(database.db, fixture, 'to_review', { email_id: await anEmail(fixture) })
      await moveAllowed(deps, fixture.who, [id], 'export', { context: { to: 'exported' } })
      await database.db('annotations').where({ id }).update({ status: 'purged' })
      await runRuleActions(deps, id)
      expect(await sent(queue)).toEqual([])
    })
  })

  describe('a delete recommendation', () => {
    const automatic = { automation_enabled: true, automation_level: 'always' }
    const importAnnotation = async (queue: Queue) => {
      const { id, status } = await importAndFollow(queue)
      return { id, status, content: await blockersOf(id) }
    }

    it('stops automation, with a blocker that names the reason', async () => {
      const queue = await aQueue(automatic)
      await aRecommendation(queue, { $or: [{ filename: { $regex: '^bill' } }, { number_of_pages: { $gt: 0 } }] })
      expect(await importAnnotation(queue)).toMatchObject({
        status: 'to_review',
        content: [
          {
            level: 'annotation',
            type: 'delete_recommendation_filename',
            details: { message_content: ['The name of the file matches ^bill.'] },
          },
          {
            level: 'annotation',
            type: 'delete_recommendation_page_count',
            details: { message_content: ['The document has 1 pages, more than 0.'] },
          },
        ],
      })
    })

    it('stops automation for every document if its condition is empty', async () => {
      const queue = await aQueue(automatic)
      await aRecommendation(queue, {})
      expect(await importAnnotation(queue)).toMatchObject({
        status: 'to_review',
        content: [{ type: 'delete_recommendation_filename' }],
      })
    })

    it('does nothing if it is disabled or its condition is not met', async () => {
      const queue = await aQueue(automatic)
      await aRecommendation(queue, { $or: [{ filename: { $regex: '^bill' } }] }, false)
      await aRecommendation(queue, { $or: [{ filename: { $regex: '^order' } }] })
      const { id, status, content } = await importAnnotation(queue)
      expect([status, content]).toEqual(['exporting', []])
      expect(await matchRecommendations(database.db, { id, queue_id: queue.fixture.queue.id }, [])).toEqual([])
    })
  })
})
