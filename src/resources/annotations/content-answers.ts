/** What the requests about an annotation's content have in common: writer, ETag, nodes by id, and answers. */
import { Type } from 'typebox'
import { withRows, type ChangeOptions, type Content, type Writer } from '../../domain/annotations/content/contents.ts'
import { notFound } from '../../errors.ts'
import type { Annotation, RowOf } from '../../models/index.ts'
import { contentNodes, findNode, type ContentNode } from '../../rules/content/index.ts'
import { admins } from '../access.ts'
import { matches } from '../framework/etags.ts'
import { largeAnswer } from '../framework/large-json.ts'
import { ok, type Answer, type Request } from '../framework/request.ts'
import { presentContent, presentLazily } from './presenter.ts'

export type Row = RowOf<Annotation>

export const writer = ({ who }: Request): Writer => ({
  user_id: who.user_id,
  organization_id: who.organization_id,
  admin: admins(who),
})

/** The tag of the whole tree, and of each of its nodes: a node changes only with the tree. */
const etagOf = (annotation_id: number, version: number) => `W/"${annotation_id}-${version}"`

/** Options of a change: with `If-Match`, only the version that the client has read is changed. */
export function conditions(request: Request, annotation_id: number): ChangeOptions {
  const condition = request.header('If-Match')
  const { request_id } = request
  if (!condition) return { request_id }
  return { request_id, fits: (version) => matches(condition, etagOf(annotation_id, version)) }
}

/** Answers with more nodes are written in parts: 5,000 nodes take about 50 ms. */
const MAX_AT_ONCE = 5_000

const TWICE = ['{"content":', ',"results":', '}']

/** Returns nodes, in the deprecated copy `results` as well. */
export async function answer(
  request: Request,
  { id }: Row,
  version: number,
  nodes: readonly ContentNode[],
): Promise<Answer> {
  const headers = { ETag: etagOf(id, version) }
  if (isUnchanged(request, headers.ETag)) return { status: 304, headers }
  if (isLarge(nodes)) {
    return largeAnswer(presentLazily(id, [nodes], request), { texts: TWICE, headers })
  }
  const content = presentContent(id, nodes, request)
  return ok({ content, results: content }, headers)
}

export async function answerOne(request: Request, { id }: Row, version: number, node: ContentNode): Promise<Answer> {
  const headers = { ETag: etagOf(id, version) }
  if (isUnchanged(request, headers.ETag)) return { status: 304, headers }
  if (!isLarge([node])) return ok(presentContent(id, [node], request)[0]!, headers)
  for await (const [shown] of presentLazily(id, [[node]], request)) return largeAnswer(shown, { headers })
  throw new Error('A node was presented as nothing.')
}

/** Answers with large content, or one of its nodes, which is read while the answer is made. */
export async function answerRead(request: Request, { id }: Row, seen: number, node_id?: number): Promise<Answer> {
  const ETag = etagOf(id, seen)
  if (isUnchanged(request, ETag)) return { status: 304, headers: { ETag } }
  return withRows(request.db, id, async ({ tree, version }, rows) => {
    const headers = { ETag: etagOf(id, version) }
    if (node_id === undefined) return largeAnswer(presentLazily(id, [tree], request, rows), { texts: TWICE, headers })
    const node = findNode(tree, node_id)
    if (!node) throw notFound('Datapoint')
    for await (const [shown] of presentLazily(id, [[node]], request, rows)) return largeAnswer(shown, { headers })
    throw new Error('A node was presented as nothing.')
  })
}

const isUnchanged = (request: Request, etag: string): boolean =>
  request.method === 'GET' && matches(request.header('If-None-Match'), etag)

/** Whether there are more nodes than one answer is made of at once. */
export function isLarge(nodes: readonly ContentNode[]): boolean {
  let count = 0
  for (const _ of contentNodes(nodes)) if (++count > MAX_AT_ONCE) return true
  return false
}

/** Returns the id of the node in the path. */
export function nodeId(request: Request): number {
  const text = request.params.node ?? ''
  if (!/^\d{1,18}$/.test(text)) throw notFound('Datapoint')
  return Number(text)
}

/** Returns the node in the path. */
export function nodeOf(request: Request, { tree }: Content): ContentNode {
  const node = findNode(tree, nodeId(request))
  if (!node) throw notFound('Datapoint')
  return node
}

export const Node = Type.Object(
  {
    id: Type.Integer({ description: 'Id of the node.' }),
    url: Type.String({ description: 'URL of the node.' }),
    schema_id: Type.String({ description: 'Id of the node in the schema.' }),
    category: Type.String({ description: 'Kind of node: `section`, `multivalue`, `tuple` or `datapoint`.' }),
  },
  { additionalProperties: true },
)

const Failure = Type.Object(
  {
    detail: Type.String({ description: 'Description of the error.' }),
    code: Type.String({ description: 'Machine-readable error code.' }),
  },
  { additionalProperties: true },
)
/** Responses to conditional requests. */
export const UNCHANGED = { status: 304, body: null, description: 'Unchanged since the `If-None-Match` given.' }
export const CHANGED = { status: 412, body: Failure, description: 'Changed since the `If-Match` given was read.' }
