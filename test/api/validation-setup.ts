/** Annotations with formulas and rules, for the tests of what computes and validates their content. */
import { expect } from 'vitest'
import { anAnnotation } from '../support/factories.ts'
import { admin, server, tenant, url } from '../support/tenant-server.ts'
import { flat, type Node } from './content-setup.ts'
import { linesTable } from '../support/lines-table.ts'

/** A field of a schema; a formula if one is given. */
export const field = (id: string, type = 'string', given: object = {}) => ({
  category: 'datapoint',
  id,
  label: id,
  type,
  constraints: { required: false },
  ...given,
})
export const formula = (id: string, text: string, given: { type?: string; edit?: string } = {}) =>
  field(id, given.type ?? 'string', {
    formula: text,
    ui_configuration: { type: 'formula', edit: given.edit ?? 'enabled' },
  })

/** `number`, `amount` and `note`, a table `lines` of `price` and `count`, and these fields and columns. */
export const content = (fields: object[] = [], columns: object[] = []) => [
  {
    category: 'section',
    id: 'head',
    label: 'Head',
    children: [field('number'), field('amount', 'number'), field('note'), ...fields],
  },
  {
    category: 'section',
    id: 'body',
    label: 'Body',
    children: [linesTable([field('price', 'number'), field('count', 'number'), ...columns])],
  },
]

export async function aSchema(fields: object[] = [], columns: object[] = []): Promise<number> {
  const created = await admin.post('/schemas', { name: 'Bills', content: content(fields, columns) })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body.id as number
}

export async function aRule(schema_id: number, trigger_condition: string, actions: object[]): Promise<number> {
  const body = { name: 'A rule', schema: url('schemas', schema_id), trigger_condition, actions }
  const created = await admin.post('/rules', body)
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body.id as number
}

/** An annotation in review with these values and rows of `price` and `count`. */
export async function anOpened(schema_id: number, values: Record<string, string> = {}, rows: [string, string][] = []) {
  const { annotation_id } = await anAnnotation(server.deps.db, tenant, { schema_id })
  await admin.post(`/annotations/${annotation_id}/start`, {})
  const path = `/annotations/${annotation_id}/content`
  const nodes = async () => flat((await admin.get(path)).body.content as Node[])
  const operate = async (operations: object[]) => {
    const answer = await admin.post(`${path}/operations`, { operations })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  const all = await nodes()
  const idOf = (name: string) => all.find(({ schema_id }) => schema_id === name)!.id
  await operate([
    ...Object.entries(values).map(([name, value]) => ({
      op: 'replace',
      id: idOf(name),
      value: { content: { value } },
    })),
    ...rows.map(([price, count]) => ({
      op: 'add',
      id: idOf('lines'),
      value: [
        { schema_id: 'price', content: { value: price } },
        { schema_id: 'count', content: { value: count } },
      ],
    })),
  ])
  const validate = async (body: object = {}, query = '') => admin.post(`${path}/validate${query}`, body)
  return {
    annotation_id,
    path,
    nodes,
    idOf,
    operate,
    /** The validation of the content, which succeeds. */
    validated: async (body: object = {}, query = '') => {
      const answer = await validate(body, query)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body as {
        messages: { id: string; type: string; content: string; detail?: object }[]
        updated_datapoints: Node[]
        suggested_operations: object[]
        matched_trigger_rules: object[]
      }
    },
    validate,
    values: async (name: string) =>
      (await nodes()).filter(({ schema_id }) => schema_id === name).map((node) => node.content!.value),
    /** Sets the value of a field. */
    set: (name: string, value: string) => operate([{ op: 'replace', id: idOf(name), value: { content: { value } } }]),
  }
}
