/** The data of an annotation: the tree, single nodes, and operations on them (filled-gaps 2). */
import { Type } from 'typebox'
import { invalid, notFound } from '../../errors.ts'
import { changeTree, readTree, type Writer } from '../../domain/annotations/contents.ts'
import {
  applyOperations,
  contentNodes,
  findNode,
  patchNode,
  patchTree,
  type ContentNode,
  type ContentTree,
} from '../../rules/content/index.ts'
import type { Action, Resource } from '../legacy/define.ts'
import type { Values } from '../legacy/fields.ts'
import { valuesOf } from '../engine/query.ts'
import type { Urls } from '../engine/urls.ts'
import { load } from '../legacy/verbs.ts'
import { ok, type Answer, type Request } from '../engine/request.ts'
import { admins, can } from '../access.ts'
import { NodeChangeShape, OperationsShape, TreeChangeShape } from '../shapes.ts'

/** A node as clients see it: with its URL, and those of what is below it. */
export function showNode(node: ContentNode, annotation_id: number, urls: Urls): Values {
  const shown: Values = { url: urls.of('annotations', annotation_id, `/content/${node.id}`), ...node }
  if (node.category !== 'datapoint') shown.children = node.children.map((child) => showNode(child, annotation_id, urls))
  return shown
}

function showTree({ urls }: Request, annotation_id: number, tree: ContentTree): Answer {
  const content = tree.map((node) => showNode(node, annotation_id, urls))
  // `results` is a deprecated copy that the oldest tools read.
  return ok({ content, results: content })
}

const writer = ({ who }: Request): Writer => ({
  user_id: who.user_id,
  organization_id: who.organization_id,
  admin: admins(who),
})

async function getTree(request: Request, resource: Resource): Promise<Answer> {
  const row = await load(resource, request)
  const tree = await readTree(request.db, row.id as number)
  const wanted = valuesOf(request.query, 'schema_id')
  if (!wanted.length) return showTree(request, row.id as number, tree)
  const found = [...contentNodes(tree)].map(([node]) => node).filter((node) => wanted.includes(node.schema_id))
  const content = found.map((node) => showNode(node, row.id as number, request.urls))
  return ok({ content, results: content })
}

async function patchWhole(request: Request, resource: Resource): Promise<Answer> {
  const { id } = (await load(resource, request)) as { id: number }
  const { content } = request.body as { content?: unknown }
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
  return showTree(request, id, tree)
}

function nodeId(request: Request): number {
  const text = request.params.node ?? ''
  if (!/^\d{1,18}$/.test(text)) throw notFound('Datapoint')
  return Number(text)
}

async function getNode(request: Request, resource: Resource): Promise<Answer> {
  const { id } = (await load(resource, request)) as { id: number }
  const node = findNode(await readTree(request.db, id), nodeId(request))
  if (!node) throw notFound('Datapoint')
  return ok(showNode(node, id, request.urls))
}

async function patchOne(request: Request, resource: Resource): Promise<Answer> {
  const { id } = (await load(resource, request)) as { id: number }
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
  return ok(showNode(findNode(tree, node)!, id, request.urls))
}

async function operate(request: Request, resource: Resource): Promise<Answer> {
  const { id } = (await load(resource, request)) as { id: number }
  const { operations } = request.body as { operations?: unknown }
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
  return showTree(request, id, tree)
}

const Node = Type.Object(
  { id: Type.Integer(), url: Type.String(), schema_id: Type.String(), category: Type.String() },
  { additionalProperties: true },
)
const Tree = Type.Object({ content: Type.Array(Node), results: Type.Array(Node) })

export const contentActions: Action[] = [
  {
    method: 'get',
    path: ':id/content',
    summary: 'The data tree; `schema_id` picks nodes as a flat list.',
    may: can('read'),
    query: { schema_id: Type.String() },
    responds: { status: 200, body: Tree },
    handle: getTree,
  },
  {
    method: 'patch',
    path: ':id/content',
    summary: 'Change nodes of the tree, found by id or schema_id.',
    may: can('review'),
    body: Type.Object({ content: Type.Array(Type.Unknown()) }),
    shape: TreeChangeShape,
    responds: { status: 200, body: Tree },
    handle: patchWhole,
  },
  {
    method: 'post',
    path: ':id/content/operations',
    summary: 'Replace values, add and remove rows; all or nothing.',
    may: can('review'),
    body: Type.Object({ operations: Type.Array(Type.Unknown()) }),
    shape: OperationsShape,
    responds: { status: 200, body: Tree },
    handle: operate,
  },
  {
    method: 'get',
    path: ':id/content/:node',
    summary: 'One node of the tree.',
    may: can('read'),
    responds: { status: 200, body: Node },
    handle: getNode,
  },
  {
    method: 'patch',
    path: ':id/content/:node',
    summary: 'Change one node.',
    may: can('review'),
    body: Type.Object({}),
    shape: NodeChangeShape,
    responds: { status: 200, body: Node },
    handle: patchOne,
  },
]
