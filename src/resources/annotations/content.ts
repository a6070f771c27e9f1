/** The data of an annotation: the tree, single nodes, and operations on them. */
import { Type } from 'typebox'
import { changeContent } from '../../domain/annotations/content/change.ts'
import { isHollow, readAround, readHollow, readNodes } from '../../domain/annotations/content/contents.ts'
import { patchContent } from '../../domain/annotations/content/select.ts'
import { invalid } from '../../errors.ts'
import { applyOperations } from '../../rules/content/index.ts'
import { can } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { valuesOf } from '../framework/query.ts'
import type { Answer, Request } from '../framework/request.ts'
import {
  answer,
  answerOne,
  answerRead,
  conditions,
  Node,
  nodeId,
  nodeOf,
  writer,
  type Row,
  CHANGED,
  UNCHANGED,
} from './content-answers.ts'
import { NodeChange, Operations, TreeChange } from './content-schemas.ts'
import { selectionActions } from './content-selection.ts'
import { tableActions } from './content-tables.ts'
import { validateContentAction } from './validate-content.ts'

async function getTree(request: Request, row: Row): Promise<Answer> {
  const wanted = valuesOf(request.query, 'schema_id')
  if (wanted.length)
    for await (const { version, nodes } of readNodes(request.db, [row.id], new Set(wanted)))
      return answer(request, row, version, nodes)
  const content = await readHollow(request.db, row.id)
  return content.isHollow
    ? answerRead(request, row, content.version)
    : answer(request, row, content.version, content.tree)
}

async function patchWhole(request: Request<{ content: unknown }>, row: Row): Promise<Answer> {
  const { content } = request.body
  const { deps } = request
  const { tree, version } = await patchContent(deps, writer(request), row.id, { content }, conditions(request, row.id))
  return answer(request, row, version, tree)
}

async function getNode(request: Request, row: Row): Promise<Answer> {
  const content = await readAround(request.db, row.id, nodeId(request), { filled: false })
  const node = nodeOf(request, content)
  if (content.isPartial && isHollow(node)) return answerRead(request, row, content.version, node.id)
  return answerOne(request, row, content.version, node)
}

async function patchOne(request: Request, row: Row): Promise<Answer> {
  const patch = { node_id: nodeId(request), input: request.body }
  const content = await patchContent(request.deps, writer(request), row.id, patch, conditions(request, row.id))
  return answerOne(request, row, content.version, nodeOf(request, content))
}

async function operate(request: Request<{ operations: unknown }>, row: Row): Promise<Answer> {
  const { operations } = request.body
  const { tree, version } = await changeContent(
    request.deps,
    writer(request),
    row.id,
    (before, schema, takeIds) => {
      const applied = applyOperations(before, schema, operations, { origin: 'user', takeIds })
      if (applied.errors) throw invalid({ ...applied.errors })
      return applied.tree
    },
    conditions(request, row.id),
  )
  return answer(request, row, version, tree)
}

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
    also: [UNCHANGED],
    handle: getTree,
  },
  {
    method: 'patch',
    path: 'content',
    summary:
      'Change nodes of the content tree, identified by `id` or `schema_id`. A new `position` without a `value` takes the text at that position.',
    may: can('review'),
    body: Type.Object({ content: Type.Array(Type.Unknown()) }),
    documented: TreeChange,
    example: () => ({ content: [{ schema_id: 'document_id', content: { value: 'A-17' } }] }),
    responds: { status: 200, body: Tree },
    also: [CHANGED],
    handle: patchWhole,
  },
  {
    method: 'post',
    path: 'content/operations',
    summary: 'Replace values and add or remove rows; either all operations are applied or none.',
    may: can('review'),
    body: Type.Object({ operations: Type.Array(Type.Unknown()) }),
    documented: Operations,
    example: () => ({ operations: [{ op: 'replace', id: 2, value: { content: { value: 'A-17', page: 1 } } }] }),
    responds: { status: 200, body: Tree },
    also: [CHANGED],
    handle: operate,
  },
  validateContentAction,
  {
    method: 'get',
    path: 'content/:node',
    summary: 'Retrieve one node of the content tree.',
    may: can('read'),
    responds: { status: 200, body: Node },
    also: [UNCHANGED],
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
    also: [CHANGED],
    handle: patchOne,
  },
  ...selectionActions,
  ...tableActions,
]
