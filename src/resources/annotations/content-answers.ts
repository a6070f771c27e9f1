/** What the requests about an annotation's content have in common: writer, ETag, nodes by id, and answers. */
import { Type } from 'typebox'
import type { ChangeOptions, Content, Writer } from '../../domain/annotations/contents.ts'
import { notFound } from '../../errors.ts'
import type { Annotation, RowOf } from '../../models/index.ts'
import { findNode, type ContentNode } from '../../rules/content/index.ts'
import { admins } from '../access.ts'
import { matches } from '../engine/etags.ts'
import { ok, type Answer, type Request } from '../engine/request.ts'
import { presentContent } from './presenter.ts'

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

/** Returns nodes, in the deprecated copy `results` as well. */
export function answer(request: Request, { id }: Row, version: number, nodes: readonly ContentNode[]): Answer {
  const content = presentContent(id, nodes, request)
  return tagged(request, id, version, { content, results: content })
}

export const answerOne = (request: Request, { id }: Row, version: number, node: ContentNode): Answer =>
  tagged(request, id, version, presentContent(id, [node], request)[0]!)

function tagged(request: Request, id: number, version: number, body: object): Answer {
  const ETag = etagOf(id, version)
  if (request.method === 'GET' && matches(request.header('If-None-Match'), ETag))
    return { status: 304, headers: { ETag } }
  return ok(body, { ETag })
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
