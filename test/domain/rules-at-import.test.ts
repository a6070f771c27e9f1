/** Formulas and rules of imports. */
import { describe, expect, it } from 'vitest'
import { overWaysIn } from '../support/ways-in.ts'
import { action, aQueue, aRule, formula, imported, logsOf, useImports } from './rules-setup.ts'

useImports()

const AUTOMATIC = { automation_enabled: true, automation_level: 'confident', default_score_threshold: 0 }

overWaysIn(() => {
  describe('an import', () => {
    it('computes formulas from the extracted values and keeps their messages', async () => {
      const queue = await aQueue({}, [
        formula('copy', "field.document_id + '!'"),
        formula('bad', "show_info('seen', field.document_id)\n1 / 0"),
      ])
      const { value, messages } = await imported(queue)
      expect(value('copy')).toBe('A-1!')
      expect(messages.map(({ type, content }: { type: string; content: string }) => [type, content])).toEqual([
        ['info', 'seen'],
        ['error', 'line 2, column 1: ZeroDivisionError: division by zero'],
      ])
    })

    it('is automated if formulas and rules find nothing', async () => {
      const columns = { automation_enabled: true, automation_level: 'always' }
      const queue = await aQueue(columns, [formula('copy', 'field.document_id')])
      const rule = await aRule(queue.fixture, queue.schema_id, 'field.amount_total > 1000', [
        action('show_message', { type: 'error', content: 'Large.' }),
      ])
      const { status, blockers } = await imported(queue)
      expect([status, blockers, (await logsOf(rule))[0].trigger_condition_results]).toEqual(['exporting', [], [false]])
    })

    it.each([
      [
        "automation_blocker('stop', field.document_id)",
        { level: 'datapoint', type: 'extension', schema_id: 'document_id' },
      ],
      ["automation_blocker('stop')", { level: 'annotation', type: 'extension', details: { content: ['stop'] } }],
      ["show_error('wrong')", { level: 'annotation', type: 'error_message', details: { message_content: ['wrong'] } }],
    ])('is blocked by a formula: %s', async (text, blocker) => {
      const { status, blockers } = await imported(await aQueue({ ...AUTOMATIC }, [formula('check', text)]))
      expect(status).toBe('to_review')
      expect(blockers).toContainEqual(expect.objectContaining(blocker))
    })

    it.each([
      [
        action('add_automation_blocker', { content: 'Large.' }),
        { type: 'extension', details: { content: ['Large.'] } },
      ],
      [
        action('add_automation_blocker', { content: 'Large.', schema_id: 'amount_total' }),
        { type: 'extension', schema_id: 'amount_total' },
      ],
      [
        action('show_message', { type: 'error', content: 'Large.' }),
        { type: 'error_message', details: { message_content: ['Large.'] } },
      ],
    ])('is blocked by a rule: %j', async (given, blocker) => {
      const queue = await aQueue({ ...AUTOMATIC })
      const rule = await aRule(queue.fixture, queue.schema_id, 'field.amount_total > 100', [given])
      const { status, blockers, messages } = await imported(queue)
      expect(status).toBe('to_review')
      expect(blockers).toContainEqual(expect.objectContaining(blocker))
      expect(messages).toEqual([])
      expect(await logsOf(rule)).toMatchObject([
        {
          trigger_event: 'validation',
          execution_result: 'success',
          request_id: null,
          trigger_condition_results: [true],
        },
      ])
    })

    it.each([
      ['postpone', 'postponed'],
      ['export', 'exporting'],
      ['delete', 'deleted'],
      ['confirm', 'confirmed'],
      ['reject', 'rejected'],
    ])('gets the status of a rule: %s', async (method, expected) => {
      const queue = await aQueue()
      const change = action('change_status', { method }, 'annotation_imported')
      const rules = [
        await aRule(queue.fixture, queue.schema_id, 'field.amount_total > 1000', [
          { ...change, payload: { method: 'delete' } },
        ]),
        await aRule(queue.fixture, queue.schema_id, 'field.amount_total > 100', [change]),
        await aRule(queue.fixture, queue.schema_id, 'True', [{ ...change, payload: { method: 'postpone' } }]),
      ]
      const { status, automatically_rejected } = await imported(queue)
      expect([status, automatically_rejected]).toEqual([expected, method === 'reject'])
      const performed = await Promise.all(rules.map(async (rule) => (await logsOf(rule))[0].actions))
      expect(performed).toEqual([[null], [[{ id: 'change_status', type: 'change_status' }]], [[]]])
    })
  })
})
