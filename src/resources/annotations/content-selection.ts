/** Values from the page: the text under a rectangle, and the candidates of the engine. */
import { Type, type Static } from 'typebox'
import { candidatesOf } from '../../domain/annotations/content/candidates.ts'
import { readAround } from '../../domain/annotations/content/contents.ts'
import type { Place } from '../../domain/annotations/pages/texts.ts'
import { selectText } from '../../domain/annotations/content/select.ts'
import { invalid } from '../../errors.ts'
import { Page } from '../../models/index.ts'
import { can } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { ok, type Answer, type Request } from '../framework/request.ts'
import { idFromUrl } from '../framework/urls.ts'
import { answerOne, conditions, Node, nodeId, nodeOf, writer, type Row, CHANGED } from './content-answers.ts'

const Body = Type.Object({
  rectangle: Type.Array(Type.Number(), {
    minItems: 4,
    maxItems: 4,
    description:
      'Left, top, right and bottom in pixels of the page image; a side below 4 pixels grows to the text it touches.',
  }),
  page: Type.String({ description: 'URL of the page.' }),
})

async function select(request: Request<Static<typeof Body>>, row: Row): Promise<Answer> {
  const { rectangle, page: url } = request.body
  const [left = 0, top = 0, right = 0, bottom = 0] = rectangle
  if (left > right || top > bottom) throw invalid({ rectangle: ['Expected left, top, right and bottom.'] })
  const id = idFromUrl('pages', url)
  const page = id === null ? undefined : await Page.query(request.db).findById(id).where('annotation_id', row.id)
  if (!page) throw invalid({ page: ['The page does not exist, or is not a page of the annotation.'] })
  const place: Place = { page: page.number, position: [left, top, right, bottom] }
  const selection = {
    annotation_id: row.id,
    node_id: nodeId(request),
    place,
  }
  const content = await selectText(request.deps, writer(request), selection, conditions(request, row.id))
  return answerOne(request, row, content.version, nodeOf(request, content))
}

async function candidates(request: Request, row: Row): Promise<Answer> {
  const node = nodeOf(request, await readAround(request.db, row.id, nodeId(request)))
  return ok({ results: await candidatesOf(request.deps, row, node) })
}

const text = (description: string) => Type.String({ description })
const Candidates = Type.Object({
  results: Type.Array(
    Type.Object({
      value: text('Value in the format of the field.'),
      normalized_value: Type.Union([Type.String(), Type.Null()], {
        description: 'ISO date or plain decimal; null for text.',
      }),
      text: text('As printed.'),
      page: Type.Integer({ description: 'Number of the page, from 1.' }),
      position: Type.Array(Type.Number(), { minItems: 4, maxItems: 4, description: 'Position on the page in pixels.' }),
      confidence: Type.Number({ description: 'Estimated probability that the value is right, 0 to 1.' }),
      source: text('Name of the extracted field, as in `rir_field_names`.'),
    }),
    { description: 'Different values, the most probable first; empty for fields that are not extracted.' },
  ),
})

export const selectionActions: Action<Row>[] = [
  {
    method: 'post',
    path: 'content/:node/select',
    summary:
      'Replace the value of a field by the text under a rectangle, which is read by OCR if the page has none there.',
    may: can('review'),
    body: Body,
    example: (url) => ({ rectangle: [100, 80, 160, 98], page: url('pages') }),
    responds: { status: 200, body: Node },
    also: [CHANGED],
    handle: select,
  },
  {
    method: 'get',
    path: 'content/:node/candidates',
    summary: 'List the values that the engine found for a field, with alternatives to the chosen one (an addition).',
    may: can('read'),
    responds: { status: 200, body: Candidates },
    handle: candidates,
  },
]
