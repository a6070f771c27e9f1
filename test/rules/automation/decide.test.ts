import { describe, expect, it } from 'vitest'
import { decideAutomation, type AutomationInput } from '../../../src/rules/automation/decide.ts'
import { validateTree } from '../../../src/rules/content/index.ts'
import type { SchemaContent } from '../../../src/rules/schema/index.ts'
import {
  aField,
  anExtraction,
  build,
  freeze,
  nodeOf,
  nodesOf,
  multivalueOf,
  read,
  schemaOf,
} from '../content/fixtures.ts'
import { linesTable } from '../../support/lines-table.ts'

const optional = { required: false }
const numberField = aField({ id: 'total', type: 'number', rir_field_names: ['amount_total'] })
const dateField = aField({ id: 'issued', type: 'date', rir_field_names: ['date_issue'], constraints: optional })
const two = schemaOf(numberField, dateField)
const sure = anExtraction({ fields: { amount_total: read('12.00'), date_issue: read('2026-01-05') } })

const input = (
  over: Partial<AutomationInput> & { level?: 'always' | 'confident' | 'never' } = {},
  content: SchemaContent = two,
  extraction = sure,
): AutomationInput => {
  const { level = 'confident', ...rest } = over
  const tree = freeze(build({ extraction }, content))
  return {
    queue: {
      automation_enabled: true,
      automation_level: level,
      default_score_threshold: 0.8,
      automates_duplicates: true,
    },
    schema: content,
    tree,
    messages: validateTree(tree, content),
    blockers: [],
    suggestedEdit: false,
    duplicates: [],
    ...rest,
  }
}
const queue = (automation: object, level: 'always' | 'confident' = 'confident', automates_duplicates = true) => ({
  automation_enabled: true,
  automation_level: level,
  default_score_threshold: 0.8,
  automation,
  automates_duplicates,
})

describe('decideAutomation', () => {
  it('requires review with level never or disabled automation', () => {
    const off = { automated: false, blockers: [{ level: 'annotation', type: 'automation_disabled' }] }
    expect(decideAutomation(input({ level: 'never' }))).toMatchObject(off)
    const disabled = { ...queue({}, 'always'), automation_enabled: false }
    expect(decideAutomation(input({ queue: disabled }))).toMatchObject(off)
  })

  it('automates at level confident if every exportable field has a source', () => {
    const asked = input()
    expect(decideAutomation(asked)).toEqual({ automated: true, blockers: [], tree: asked.tree })
  })

  it('reports scores below the threshold and fields without a source', () => {
    const extraction = anExtraction({ checks: [], fields: { amount_total: read('12.00', { confidence: 0.5 }) } })
    const asked = input({ queue: queue({ automate_empty_fields: false }) }, two, extraction)
    expect(decideAutomation(asked)).toEqual({
      automated: false,
      tree: asked.tree,
      blockers: [
        {
          level: 'datapoint',
          type: 'low_score',
          schema_id: 'total',
          samples: [{ datapoint_id: nodeOf(asked.tree, 'total').id, details: { score: 0.5, threshold: 0.8 } }],
          samples_truncated: false,
        },
        {
          level: 'datapoint',
          type: 'no_validation_sources',
          schema_id: 'issued',
          samples: [{ datapoint_id: nodeOf(asked.tree, 'issued').id }],
          samples_truncated: false,
        },
      ],
    })
  })

  describe('with an optional field that is empty', () => {
    const without = anExtraction({ fields: { amount_total: read('12.00') } })
    const required = schemaOf(numberField, { ...dateField, constraints: { required: true } })
    const blockersOf = (over: Parameters<typeof input>[0], content = two) =>
      decideAutomation(input(over, content, without)).blockers.map((one) => one.type)

    it('automates, unless the queue has the setting, or the field is required', () => {
      expect(blockersOf({})).toEqual([])
      expect(blockersOf({ queue: queue({ automate_empty_fields: true }) })).toEqual([])
      expect(blockersOf({ queue: queue({ automate_empty_fields: false }) })).toEqual(['no_validation_sources'])
      expect(blockersOf({ messages: [] }, required)).toEqual(['no_validation_sources'])
    })

    it('requires review if nothing was read', () => {
      const empty = anExtraction({ fields: {} })
      const optional = schemaOf({ ...numberField, constraints: { required: false } }, dateField)
      const { blockers } = decideAutomation(input({}, optional, empty))
      expect(blockers.map((one) => one.type)).toEqual(['no_validation_sources', 'no_validation_sources'])
    })

    it('requires review if the engine found something that does not fit the field', () => {
      expect(blockersOf({ candidates: new Set(['issued']) })).toEqual(['no_validation_sources'])
      expect(blockersOf({ candidates: new Set(['total']) })).toEqual([])
      const unreadable = anExtraction({ fields: { amount_total: read('12.00'), date_issue: read('soon') } })
      const emptied = input({}, two, unreadable)
      const node = nodeOf(emptied.tree, 'issued')
      const tree = JSON.parse(JSON.stringify(emptied.tree)) as typeof emptied.tree
      Object.assign(nodeOf(tree, 'issued').content!, { value: '', normalized_value: null })
      nodeOf(tree, 'issued').validation_sources = []
      expect(node.content!.rir_text).toBe('soon')
      const types = decideAutomation({ ...emptied, tree, messages: [] }).blockers.map((one) => one.type)
      expect(types).toEqual(['no_validation_sources'])
    })
  })

  it('ignores fields that are not exported, and buttons', () => {
    const content = schemaOf(numberField, { ...dateField, can_export: false }, aField({ id: 'press', type: 'button' }))
    const extraction = anExtraction({ fields: { amount_total: read('12.00') } })
    expect(decideAutomation(input({}, content, extraction)).automated).toBe(true)
  })

  it('returns the first ten samples of a column', () => {
    const content = schemaOf(linesTable([aField({ rir_field_names: ['table_column_code'] })]))
    const line_items = Array.from({ length: 12 }, () => ({ table_column_code: read('A', { confidence: 0.1 }) }))
    const { blockers } = decideAutomation(input({}, content, anExtraction({ line_items })))
    expect(blockers).toMatchObject([{ type: 'low_score', schema_id: 'x', samples_truncated: true }])
    expect((blockers[0] as { samples: unknown[] }).samples).toHaveLength(10)
  })

  it('collects error messages for the document and for its fields', () => {
    const asked = input()
    const id = nodeOf(asked.tree, 'total').id
    const { automated, blockers } = decideAutomation({
      ...asked,
      messages: [
        { id: 'all', type: 'error', content: 'No order found' },
        { id: 'all', type: 'warning', content: 'Supplier is new' },
        { id: String(id), type: 'error', content: 'required' },
        { id: String(id), type: 'error', content: 'too small' },
      ],
    })
    expect(automated).toBe(false)
    expect(blockers).toEqual([
      { level: 'annotation', type: 'error_message', details: { message_content: ['No order found'] } },
      {
        level: 'datapoint',
        type: 'error_message',
        schema_id: 'total',
        samples: [{ datapoint_id: id, details: { message_content: ['required', 'too small'] } }],
        samples_truncated: false,
      },
    ])
  })

  it('is blocked by hooks and rules, for the document or for a field', () => {
    const asked = input()
    const id = nodeOf(asked.tree, 'total').id
    const blockers = [{ id, content: 'Unknown vendor' }, { content: 'Manual check' }]
    const items = [
      { level: 'annotation', type: 'extension', details: { content: ['Manual check'] } },
      {
        level: 'datapoint',
        type: 'extension',
        schema_id: 'total',
        samples: [{ datapoint_id: id, details: { content: ['Unknown vendor'] } }],
        samples_truncated: false,
      },
    ]
    expect(decideAutomation({ ...asked, blockers }).blockers).toEqual(items)
    expect(decideAutomation(input({ level: 'always', blockers })).automated).toBe(true)
    expect(decideAutomation(input({ level: 'never', blockers })).blockers).toEqual([
      { level: 'annotation', type: 'automation_disabled' },
      ...items,
    ])
  })

  it.each(['always', 'confident'] as const)(
    'is blocked by suggested edits and duplicates as configured in the queue (%s)',
    (level) => {
      const types = (over: Parameters<typeof input>[0]) =>
        decideAutomation(input(over)).blockers.map((item) => item.type)
      expect(types({ level, suggestedEdit: true })).toEqual(['suggested_edit_present'])
      expect(types({ suggestedEdit: true, queue: queue({ automate_suggested_edit: true }, level) })).toEqual([])
      const duplicates = [{ annotation_id: 5, reason: 'same_file' as const }]
      expect(types({ level, duplicates })).toEqual([])
      expect(types({ queue: queue({}, level, false) })).toEqual([])
      expect(types({ duplicates, queue: queue({}, level, false) })).toEqual(['is_duplicate'])
    },
  )

  it('requires review for fewer rows than the schema requires', () => {
    const content = schemaOf({
      category: 'multivalue',
      id: 'list',
      label: 'List',
      min_occurrences: 1,
      children: aField(),
    })
    const asked = input({}, content)
    expect(decideAutomation(asked).blockers).toEqual([
      {
        level: 'datapoint',
        type: 'failed_checks',
        schema_id: 'list',
        samples: [{ datapoint_id: multivalueOf(asked.tree, 'list').id, details: { validation: 'min_occurrences' } }],
        samples_truncated: false,
      },
    ])
  })

  describe('with level always', () => {
    const wrongDate = anExtraction({ fields: { amount_total: read('12.00'), date_issue: read('soon') } })

    it('automates annotations without errors', () => {
      const unsure = anExtraction({ checks: [], fields: { amount_total: read('12.00', { confidence: 0.1 }) } })
      expect(decideAutomation(input({ level: 'always' }, two, unsure)).automated).toBe(true)
    })

    it('clears invalid optional fields and automates', () => {
      const asked = input({ level: 'always' }, two, wrongDate)
      const decision = decideAutomation(asked)
      expect(decision.automated).toBe(true)
      expect(nodeOf(decision.tree, 'issued')).toMatchObject({
        content: { value: '', normalized_value: null, page: null, position: null, rir_text: 'soon' },
        validation_sources: [],
      })
      expect(nodeOf(asked.tree, 'issued').content!.value).toBe('soon')
      expect(decideAutomation(input({}, two, wrongDate)).automated).toBe(false)
    })

    it('keeps all values if a required field is invalid', () => {
      const extraction = anExtraction({ fields: { date_issue: read('soon') } })
      const asked = input({ level: 'always' }, two, extraction)
      const decision = decideAutomation(asked)
      expect(decision).toMatchObject({ automated: false, blockers: [{ type: 'error_message', schema_id: 'total' }] })
      expect(decision.tree).toBe(asked.tree)
      expect(nodesOf(decision.tree, 'issued')[0]!.content!.value).toBe('soon')
    })

    it('is blocked by an error about the whole document', () => {
      const messages = [{ id: 'all', type: 'error' as const, content: 'No order found' }]
      expect(decideAutomation(input({ level: 'always', messages })).blockers).toEqual([
        { level: 'annotation', type: 'error_message', details: { message_content: ['No order found'] } },
      ])
    })
  })
})
