/** The actions of rules that follow a move: emails and changes of the queue. */
import { describe, expect, it } from 'vitest'
import { runRuleActions } from '../../src/domain/automation-rules/run-actions.ts'
import { moveAllowed, moveAnnotation } from '../../src/domain/annotations/status/move.ts'
import { overWaysIn } from '../support/ways-in.ts'
import { anAnnotation, type Fixture } from './fixtures.ts'
import {
  action,
  aQueue,
  aRule,
  imported,
  logsOf,
  requestsOf,
  database,
  useImports,
  storedLetters,
} from './rules-setup.ts'

useImports()

overWaysIn(() => {
  describe('an email of a rule', () => {
    const own = {
      to: ['bob@example.org', '{{ annotation.content.value.document_id }}@example.org'],
      cc: ['eva@example.org'],
      subject: 'About {{ annotation.content.value.document_id }}',
      body: '<p>Total {{ annotation.content.value.amount_total }}</p>',
    }

    it('is sent once for each event, also if several rows or rules request it', async () => {
      const queue = await aQueue()
      const send = action('send_email', own, 'annotation_imported')
      const rule = await aRule(queue.fixture, queue.schema_id, 'field.amount_total > 100', [send])
      const other = await aRule(queue.fixture, queue.schema_id, 'True', [send])
      const { id } = await imported(queue)
      expect(await requestsOf(id)).toEqual([{ event: 'annotation_imported' }])
      expect(await runRuleActions(queue.deps, id)).toBe(false)
      expect(await runRuleActions(queue.deps, id)).toBe(false)
      const emails = await database
        .db('emails')
        .where({ queue_id: queue.fixture.queue.id, type: 'outgoing' })
        .select('*')
      expect(emails).toMatchObject([
        {
          type: 'outgoing',
          subject: 'About A-1',
          to: [{ email: 'bob@example.org' }, { email: 'A-1@example.org' }],
          cc: [{ email: 'eva@example.org' }],
          body_text_plain: expect.stringMatching(/^Total 119/),
          creator_id: null,
          metadata: { delivered: false },
        },
      ])
      expect(await database.db('events').where('kind', 'email.queued').pluck('data')).toContainEqual({
        email: emails[0].id,
      })
      expect([(await logsOf(rule))[0].actions, (await logsOf(other))[0].actions]).toEqual([
        [[{ id: 'send_email', type: 'send_email' }]],
        [[]],
      ])
      expect(await storedLetters()).toHaveLength(1)
    })

    it('uses a template and attaches the document', async () => {
      const queue = await aQueue()
      const { db } = database
      const {
        organization_id,
        queue: { id: queue_id },
      } = queue.fixture
      const [template] = await db('email_templates')
        .insert({
          organization_id,
          queue_id,
          name: 'T',
          type: 'custom',
          subject: 'Done',
          message: '<p>Done.</p>',
          to: JSON.stringify([{ email: 'bob@example.org' }]),
        })
        .returning('id')
      await aRule(queue.fixture, queue.schema_id, 'True', [
        action('send_email', { email_template: template.id, attach_document: true }, 'annotation_exported'),
      ])
      const id = await anAnnotation(db, queue.fixture, 'to_review')
      const { s3_name } = await db('documents')
        .whereIn('id', db('annotations').where({ id }).select('document_id'))
        .first('s3_name')
      await queue.deps.blobs.put(`documents/${s3_name}`, Buffer.from('%PDF-1.7'))
      expect(await moveAllowed(queue.deps, queue.fixture.who, [id], 'export', { context: { to: 'exported' } })).toEqual(
        [id],
      )
      expect(await requestsOf(id)).toEqual([{ event: 'annotation_exported' }])
      await runRuleActions(queue.deps, id)
      const [email] = await db('emails').where({ queue_id }).select('id', 'subject', 'email_template_id')
      expect(email).toMatchObject({ subject: 'Done', email_template_id: template.id })
      expect(await db('email_documents').where('email_id', email.id)).toHaveLength(1)
      expect(await db('email_template_sendings').where('email_template_id', template.id).pluck('automated')).toEqual([
        true,
      ])
    })

    it('without a recipient is recorded as a failure', async () => {
      const queue = await aQueue()
      const rule = await aRule(queue.fixture, queue.schema_id, 'True', [
        action(
          'send_email',
          { ...own, to: ['{{ annotation.content.value.department }}'], cc: [] },
          'annotation_imported',
        ),
      ])
      const { id } = await imported(queue)
      await runRuleActions(queue.deps, id)
      expect(await database.db('emails').where({ queue_id: queue.fixture.queue.id, type: 'outgoing' })).toEqual([])
      expect(await logsOf(rule)).toMatchObject([
        { execution_result: 'failure', execution_error: 'Action send_email: The email has no recipient.' },
      ])
    })
  })

  describe('a rule that changes the queue', () => {
    /** A second queue of the same organization and schema. */
    async function another({ organization_id, queue }: Fixture): Promise<number> {
      const { workspace_id, schema_id } = await database
        .db('queues')
        .where('id', queue.id)
        .first('workspace_id', 'schema_id')
      const [row] = await database
        .db('queues')
        .insert({ organization_id, workspace_id, schema_id, name: 'Other' })
        .returning('id')
      return row.id as number
    }

    it('moves the annotation after its confirmation, in the order of the rules', async () => {
      const queue = await aQueue({ use_confirmed_state: true })
      const target = await another(queue.fixture)
      const move = (queue_id: number) => action('change_queue', { queue_id }, 'annotation_confirmed')
      const first = await aRule(queue.fixture, queue.schema_id, 'True', [move(target)])
      const second = await aRule(queue.fixture, queue.schema_id, 'True', [move(queue.fixture.queue.id)])
      const id = await anAnnotation(database.db, queue.fixture, 'reviewing', { modifier_id: queue.fixture.user_id })
      await moveAnnotation(queue.deps, queue.fixture.who, id, 'confirm')
      expect(await requestsOf(id)).toEqual([{ event: 'annotation_confirmed' }])
      await runRuleActions(queue.deps, id)
      expect(await database.db('annotations').where({ id }).first('queue_id', 'status')).toEqual({
        queue_id: target,
        status: 'confirmed',
      })
      expect([(await logsOf(first))[0].actions, (await logsOf(second))[0].actions]).toEqual([
        [[{ id: 'change_queue', type: 'change_queue' }]],
        [[]],
      ])
    })

    it('imports the annotation again if the rule requests it', async () => {
      const queue = await aQueue()
      const target = await another(queue.fixture)
      await aRule(queue.fixture, queue.schema_id, 'True', [
        action('change_queue', { queue_id: target, reimport: true }, 'annotation_imported'),
      ])
      const { id } = await imported(queue)
      await runRuleActions(queue.deps, id)
      expect(await database.db('annotations').where({ id }).first('queue_id', 'status')).toEqual({
        queue_id: target,
        status: 'importing',
      })
    })

    it('records a failure if the annotation cannot be moved', async () => {
      const queue = await aQueue()
      const target = await another(queue.fixture)
      const rule = await aRule(queue.fixture, queue.schema_id, 'True', [
        action('change_status', { method: 'export' }, 'annotation_imported'),
        action('change_queue', { queue_id: target }, 'annotation_imported'),
      ])
      const { id } = await imported(queue)
      await runRuleActions(queue.deps, id)
      expect((await logsOf(rule)).at(-1)).toMatchObject({
        execution_result: 'failure',
        execution_error: 'Action change_queue: An annotation cannot change its queue while it is exporting.',
      })
    })

    it('writes no event for annotations without such a rule', async () => {
      const queue = await aQueue()
      await aRule(queue.fixture, queue.schema_id, 'True', [
        action('change_status', { method: 'postpone' }, 'annotation_imported'),
        { ...action('send_email', { email_template: 1 }, 'annotation_imported'), enabled: false },
      ])
      const { id, status } = await imported(queue)
      expect([status, await requestsOf(id), await runRuleActions(queue.deps, id)]).toEqual(['postponed', [], false])
    })
  })
})
