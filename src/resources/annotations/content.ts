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
import type { Action, Resource } from '../engine/define.ts'
import type { Values } from '../engine/fields.ts'
import { valuesOf } from '../engine/query.ts'
import type { Urls } from '../engine/urls.ts'
import { load } from '../engine/verbs.ts'
import type { Ctx } from '../../api/state.ts'
import { admins, can } from '../access.ts'
import { NodeChangeShape, OperationsShape, TreeChangeShape } from '../shapes.ts'

/** A node as clients see it: with its URL, and those of what is below it. */
export function showNode(node: ContentNode, annotation_id: number, urls: Urls): Values {
  const shown: Values = { url: urls.of('annotations', annotation_id, `/content/${node.id}`), ...node }
  if (node.category !== 'datapoint') shown.children = node.children.map((child) => showNode(child, annotation_id, urls))
  return shown
}

function showTree(ctx: Ctx, annotation_id: number, tree: ContentTree): void {
  const content = tree.map((node) => showNode(node, annotation_id, ctx.state.urls))
  ctx.status = 200
  // `results` is a deprecated copy that the oldest tools read.
  ctx.body = { content, results: content }
}

const writer = ({ state: { who } }: Ctx): Writer => ({
  user_id: who.user_id,
  organization_id: who.organization_id,
  admin: admins(who),
})

async function getTree(ctx: Ctx, resource: Resource): Promise<void> {
  const row = await load(resource, ctx)
  const tree = await readTree(ctx.state.db, row.id as number)
  const wanted = valuesOf(ctx.query, 'schema_id')
  if (!wanted.length) return showTree(ctx, row.id as number, tree)
  const found = [...contentNodes(tree)].map(([node]) => node).filter((node) => wanted.includes(node.schema_id))
  const content = found.map((node) => showNode(node, row.id as number, ctx.state.urls))
  ctx.body = { content, results: content }
}

async function patchWhole(ctx: Ctx, resource: Resource): Promise<void> {
  const { id } = (await load(resource, ctx)) as { id: number }
  const { content } = ctx.request.body as { content?: unknown }
  const tree = await changeTree(
    ctx.state.deps,
    writer(ctx),
    id,
    (before, schema) => {
      const patched = patchTree(before, schema, content)
      if ('errors' in patched) throw invalid({ ...patched.errors })
      return patched.changed.length ? patched.tree : before
    },
    ctx.state.request_id,
  )
  showTree(ctx, id, tree)
}

function nodeId(ctx: Ctx): number {
  const text = ctx.params.node ?? ''
  if (!/^\d{1,18}$/.test(text)) throw notFound('Datapoint')
  return Number(text)
}

async function getNode(ctx: Ctx, resource: Resource): Promise<void> {
  const { id } = (await load(resource, ctx)) as { id: number }
  const node = findNode(await readTree(ctx.state.db, id), nodeId(ctx))
  if (!node) throw notFound('Datapoint')
  ctx.body = showNode(node, id, ctx.state.urls)
}

async function patchOne(ctx: Ctx, resource: Resource): Promise<void> {
  const { id } = (await load(resource, ctx)) as { id: number }
  const node = nodeId(ctx)
  const tree = await changeTree(
    ctx.state.deps,
    writer(ctx),
    id,
    (before, schema) => {
      const patched = patchNode(before, schema, node, ctx.request.body)
      if ('missing' in patched) throw notFound('Datapoint')
      if ('errors' in patched) throw invalid({ ...patched.errors })
      return patched.tree
    },
    ctx.state.request_id,
  )
  ctx.body = showNode(findNode(tree, node)!, id, ctx.state.urls)
}

async function operate(ctx: Ctx, resource: Resource): Promise<void> {
  const { id } = (await load(resource, ctx)) as { id: number }
  const { operations } = ctx.request.body as { operations?: unknown }
  const tree = await changeTree(
    ctx.state.deps,
    writer(ctx),
    id,
    (before, schema, takeIds) => {
      const applied = applyOperations(before, schema, operations, { origin: 'user', takeIds })
      if (applied.errors) throw invalid({ ...applied.errors })
      return applied.tree
    },
    ctx.state.request_id,
  )
  showTree(ctx, id, tree)
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
