/** The data of an annotation: the tree, single nodes, and operations on them. */
import { Type } from 'typebox'
import { changeTree, readTree, type Writer } from '../../domain/annotations/contents.ts'
import { invalid, notFound } from '../../errors.ts'
import type { Annotation, RowOf } from '../../models/index.ts'
import {
  applyOperations,
  contentNodes,
  findNode,
  patchNode,
  patchTree,
  type ContentNode,
} from '../../rules/content/index.ts'
import { admins, can } from '../access.ts'
import type { Action } from '../engine/define.ts'
import { valuesOf } from '../engine/query.ts'
import { ok, type Answer, type Request } from '../engine/request.ts'
import { NodeChange, Operations, TreeChange } from './content-schemas.ts'
import { presentContent } from './presenter.ts'

type Row = RowOf<Annotation>

function answer(annotation_id: number, nodes: readonly ContentNode[], request: Request): Answer {
  const content = presentContent(annotation_id, nodes, request)
  // `results` is a deprecated copy of `content` for old clients.
  return ok({ content, results: content })
}

const answerOne = (annotation_id: number, node: ContentNode, request: Request): Answer =>
  ok(presentContent(annotation_id, [node], request)[0])

const writer = ({ who }: Request): Writer => ({
  user_id: who.user_id,
  organization_id: who.organization_id,
  admin: admins(who),
})

async function getTree(request: Request, { id }: Row): Promise<Answer> {
  const tree = await readTree(request.db, id)
  const wanted = valuesOf(request.query, 'schema_id')
  if (!wanted.length) return answer(id, tree, request)
  const found = [...contentNodes(tree)].flatMap(([node]) => (wanted.includes(node.schema_id) ? node : []))
  return answer(id, found, request)
}

async function patchWhole(request: Request<{ content: unknown }>, { id }: Row): Promise<Answer> {
  const { content } = request.body
  const tree = await changeTree(
    request.deps,
    writer(request),
    id,
    (before, schema) => {
      const patched = patchTree(before, schema, content)
      if ('errors' in patched) throw invalid({ ...patched.errors })
      return patched.changed.length ? patched.tree : before
    },
    request.request_id,
  )
  return answer(id, tree, request)
}

function nodeId(request: Request): number {
  const text = request.params.node ?? ''
  if (!/^\d{1,18}$/.test(text)) throw notFound('Datapoint')
  return Number(text)
}

async function getNode(request: Request, { id }: Row): Promise<Answer> {
  const node = findNode(await readTree(request.db, id), nodeId(request))
  if (!node) throw notFound('Datapoint')
  return answerOne(id, node, request)
}

async function patchOne(request: Request, { id }: Row): Promise<Answer> {
  const node = nodeId(request)
  const tree = await changeTree(
    request.deps,
    writer(request),
    id,
    (before, schema) => {
      const patched = patchNode(before, schema, node, request.body)
      if ('missing' in patched) throw notFound('Datapoint')
      if ('errors' in patched) throw invalid({ ...patched.errors })
      return patched.tree
    },
    request.request_id,
  )
  return answerOne(id, findNode(tree, node)!, request)
}

async function operate(request: Request<{ operations: unknown }>, { id }: Row): Promise<Answer> {
  const { operations } = request.body
  const tree = await changeTree(
    request.deps,
    writer(request),
    id,
    (before, schema, takeIds) => {
      const applied = applyOperations(before, schema, operations, { origin: 'user', takeIds })
      if (applied.errors) throw invalid({ ...applied.errors })
      return applied.tree
    },
    request.request_id,
  )
  return answer(id, tree, request)
}

const Node = Type.Object(
  {
    id: Type.Integer({ description: 'Id of the node.' }),
    url: Type.String({ description: 'URL of the node.' }),
    schema_id: Type.String({ description: 'Id of the node in the schema.' }),
    category: Type.String({ description: 'Kind of node: `section`, `multivalue`, `tuple` or `datapoint`.' }),
  },
  { additionalProperties: true },
)
const Tree = Type.Object({
  content: Type.Array(Node, { description: 'Content tree: sections that contain datapoints, multivalues and tuples.' }),
  results: Type.Array(Node, { description: 'Deprecated copy of `content`.' }),
})

export const contentActions: Action<Row>[] = [
  {
    method: 'get',
    path: 'content',
    summary: 'Retrieve the content tree, or the nodes selected by `schema_id` as a flat list.',
    may: can('read'),
    query: {
      schema_id: Type.String({ description: 'Ids of the requested nodes in the schema, separated by commas.' }),
    },
    responds: { status: 200, body: Tree },
    handle: getTree,
  },
  {
    method: 'patch',
    path: 'content',
    summary: 'Change nodes of the content tree, identified by `id` or `schema_id`.',
    may: can('review'),
    body: Type.Object({ content: Type.Array(Type.Unknown()) }),
    documented: TreeChange,
    example: () => ({ content: [{ schema_id: 'number', content: { value: 'A-17' } }] }),
    responds: { status: 200, body: Tree },
    handle: patchWhole,
  },
  {
    method: 'post',
    path: 'content/operations',
    summary: 'Replace values and add or remove rows; either all operations are applied or none.',
    may: can('review'),
    body: Type.Object({ operations: Type.Array(Type.Unknown()) }),
    documented: Operations,
    example: () => ({ operations: [{ op: 'replace', id: 198, value: { content: { value: 'A-17', page: 1 } } }] }),
    responds: { status: 200, body: Tree },
    handle: operate,
  },
  {
    method: 'get',
    path: 'content/:node',
    summary: 'Retrieve one node of the content tree.',
    may: can('read'),
    responds: { status: 200, body: Node },
    handle: getNode,
  },
  {
    method: 'patch',
    path: 'content/:node',
    summary: 'Change one node of the content tree.',
    may: can('review'),
    body: Type.Object({}),
    documented: NodeChange,
    example: () => ({ content: { value: 'A-17' }, validation_sources: ['human'] }),
    responds: { status: 200, body: Node },
    handle: patchOne,
  },
]
