/** Schemas for the tests of `/v1/schemas`. */
import { expect } from 'vitest'
import { admin } from '../support/tenant-server.ts'

/** A field. */
export const point = (id: string, given: object = {}) => ({
  category: 'datapoint',
  id,
  label: id,
  type: 'string',
  constraints: { required: false },
  ...given,
})
/** A section with fields. */
export const section = (id: string, children: object[]) => ({
  category: 'section',
  id,
  label: id,
  icon: null,
  children,
})

/** Creates a schema and returns it. */
export const aSchema = async (content: object[], name = 'Bills') => {
  const created = await admin.post('/schemas', { name, content })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body
}

/** A node of a content, as the API shows it. */
export interface ContentNode {
  id: number
  schema_id: string
  category: string
  content?: { value: string }
  children?: ContentNode[]
}

/** Returns the nodes with those below them. */
export const flat = (nodes: ContentNode[]): ContentNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

/** Returns all nodes of an annotation. */
export const nodesOf = async (annotation_id: number): Promise<ContentNode[]> =>
  flat((await admin.get(`/annotations/${annotation_id}/content`)).body.content)

/** Returns the values with their schema ids, in the order of the content. */
export const pairsOf = (nodes: ContentNode[]): [string, string][] =>
  nodes.flatMap(({ schema_id, content }): [string, string][] => (content ? [[schema_id, content.value]] : []))

/** Returns the values of an annotation by schema id. */
export const valuesOf = async (annotation_id: number): Promise<Record<string, string>> =>
  Object.fromEntries(pairsOf(await nodesOf(annotation_id)))
