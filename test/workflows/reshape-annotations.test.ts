import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reshapeBatch } from '../../src/domain/queues/reshape-batches.ts'
import { contentDatapoints, type ContentTree } from '../../src/rules/content/index.ts'
import type { SchemaContent, SchemaDatapoint } from '../../src/rules/schema/index.ts'
import { aFixture, described, harness, until } from './harness.ts'
import type { Harness } from './harness.ts'
import { changeSchema, manyAnnotations } from './many-annotations.ts'

let stack: Harness
beforeAll(async () => {
  stack = await harness()
})
afterAll(() => stack.stop())

const field = (id: string, default_value: string): SchemaDatapoint => ({
  category: 'datapoint',
  id,
  label: id,
  type: 'string',
  default_value,
  constraints: { required: false },
})
/** Returns the schema with a new field in front. */
const wider = ([first, ...others]: SchemaContent, id: string): SchemaContent => [
  { ...first!, children: [field(id, `new ${id}`), ...first!.children] },
  ...others,
]

async function contents(schema_id: number) {
  const rows: { id: number; tree: ContentTree }[] = await stack.deps
    .db('annotations')
    .join('annotation_contents as c', 'c.annotation_id', 'annotations.id')
    .where({ schema_id })
    .orderBy('id')
    .select('annotations.id', 'c.tree')
  return rows.map(({ id, tree }) => ({
    id,
    values: [...contentDatapoints(tree)].slice(0, 3).map(({ node }) => [node.schema_id, node.content!.value]),
  }))
}
const pending = (schema_id: number) => stack.deps.db('schema_reshapes').where({ schema_id })

describe('a change of a schema with more than 1,000 annotations', () => {
  it('is applied in batches, without loss if another change follows before it has reached all annotations', async () => {
    const { deps } = stack
    const fixture = await aFixture(deps)
    const { schema_id, content } = await manyAnnotations(deps, fixture, 1_001)
    const [one, two] = [wider(content, 'one'), wider(wider(content, 'one'), 'two')]
    await changeSchema(deps, fixture, { schema_id, before: content, after: one })
    expect((await contents(schema_id))[0]!.values[0]![0]).toBe('document_id')

    expect(await reshapeBatch(deps, schema_id)).toBe(true)
    await changeSchema(deps, fixture, { schema_id, before: one, after: two })
    expect(await pending(schema_id)).toHaveLength(2)
    const partly = await contents(schema_id)
    expect(partly.filter(({ values }) => values[0]![0] === 'one')).toHaveLength(200)

    await stack.startWorker()
    await until(
      () => pending(schema_id),
      (rows) => rows.length === 0,
      200,
    )
    const run = await described(deps, `schema/${schema_id}`, ({ status }) => status.name === 'COMPLETED')
    expect(run.searchAttributes).toMatchObject({ SheafStatus: ['converted'] })
    expect(await run.staticSummary()).toBe('Convert annotations to the changed schema Invoice')
    const now = await contents(schema_id)
    expect(now).toHaveLength(1_001)
    for (const { id, values } of now)
      expect(values).toEqual([
        ['two', 'new two'],
        ['one', 'new one'],
        ['document_id', `B-${id}`],
      ])
    const deliveries = await deps
      .db('deliveries')
      .where({ workflow_id: `schema/${schema_id}` })
      .pluck('state')
    expect(deliveries).toEqual(['done', 'done'])
  }, 240_000)

  it('of a smaller one is applied at once', async () => {
    const { deps } = stack
    const fixture = await aFixture(deps)
    const { schema_id, content } = await manyAnnotations(deps, fixture, 1_000)
    await changeSchema(deps, fixture, { schema_id, before: content, after: wider(content, 'one') })
    expect(await pending(schema_id)).toHaveLength(0)
    expect((await contents(schema_id)).every(({ values }) => values[0]![1] === 'new one')).toBe(true)
  })
})
