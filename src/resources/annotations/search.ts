/** Search and export of annotations across queues. */
import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { Type } from 'typebox'
import { applyConditions, applyTerms, metaValues } from '../../domain/annotations/search-conditions.ts'
import { invalid } from '../../errors.ts'
import { EXPORT_TYPES } from '../../export/index.ts'
import { isNameOfUser, META_FIELDS, parseField, parseSearch } from '../../rules/annotations/search-query.ts'
import { can, seesOnlySelf } from '../access.ts'
import { nextBeside, pageSize, readPage } from '../framework/cursor.ts'
import { nullsLast, type Action, type OrderKey, type Resource } from '../framework/define.ts'
import { answerAny } from '../framework/large-json.ts'
import { keyOf, ordering, valuesOf } from '../framework/query.ts'
import { resourceAt } from '../framework/registry.ts'
import { type Answer, type Request } from '../framework/request.ts'
import { chosenFields, show } from '../framework/show.ts'
import { sideload } from '../framework/sideload.ts'
import { exportEverywhere } from './export.ts'
import { exportParameters } from './export-parameters.ts'

/** Maximum number of objects per page; lower with their content. */
const MAX_PAGE = 500
const MAX_PAGE_WITH_CONTENT = 100
/** Up to this number, the ids of all hits are collected before sorting. */
const FEW = 10_000

async function search(request: Request): Promise<Answer> {
  const resource = resourceAt('annotations')
  const names = chosenFields(resource, request.query)
  const { conditions, terms } = parseSearch(request.body, seesOnlySelf(request) ? isNameOfUser : undefined)
  const keys = ordering(resource, request, (name) => orderKey(resource, name))
  bindToBody(request)
  const query = request.db('annotations')
  resource.visible(query, request, 'annotations')
  applyConditions(query, conditions)
  applyTerms(query, terms)
  const few = await fewHits(query)
  const total = few?.length ?? (await countOf(query))
  const hits = few ? request.db('annotations').whereRaw('annotations.id = any(?::bigint[])', [few]) : query
  const keywords = valuesOf(request.query, 'sideload')
  const { rows, pagination } = await readPage(request, hits, keys, {
    size: pageSize(request, keywords.includes('content') ? MAX_PAGE_WITH_CONTENT : MAX_PAGE),
    total,
    table: 'annotations',
    columns: 'annotations.*',
  })
  return answerAny({
    pagination,
    ...nextBeside(request, pagination),
    results: await show(resource, rows, request, names),
    ...(await sideload(resource, keywords, { rows, query: request.query }, request)),
  })
}

async function countOf(query: Knex.QueryBuilder): Promise<number> {
  const [found] = await query.clone().count<{ n: string }[]>('annotations.id as n')
  return Number(found!.n)
}

/**
 * Returns the ids of all hits, or null if there are more than `FEW`. For the first twenty rows in an order, the database tends
 * to scan all annotations in that order until it has found them, which takes long if there are fewer.
 */
async function fewHits(query: Knex.QueryBuilder): Promise<number[] | null> {
  const ids = await query
    .clone()
    .limit(FEW + 1)
    .pluck<number[]>('annotations.id')
  return ids.length > FEW ? null : ids
}

/**
 * Adds a digest of the body to the links of a page: a cursor belongs to one query and is refused with another. The older
 * parameter name `search_after` is accepted too.
 */
function bindToBody(request: Request): void {
  const digest = createHash('sha256')
    .update(JSON.stringify(request.body ?? {}))
    .digest('base64url')
    .slice(0, 16)
  const { search_after, ...query } = request.query
  if (search_after && !query.cursor) query.cursor = search_after
  if (query.cursor && query.body !== digest)
    throw invalid({ cursor: ['The cursor belongs to another query: send it with the same body.'] })
  request.query = { ...query, body: digest }
}

/** Returns the sort key: one of the annotation list, a meta field except `annotation` and `messages`, or a value of the content. */
function orderKey(resource: Resource, name: string): OrderKey | null {
  const key = keyOf(resource, name)
  if (key) return key
  const field = parseField(name)
  if (!field || name === 'annotation' || name === 'messages') return null
  if (field.kind === 'content') {
    // parseField restricts the id to a narrow pattern, so it is safe in the SQL.
    const values = `jsonb_path_query_array(c.fields, '$."${field.schema_id}"[*].${field.type}')`
    const first = `(select ${values}->>0 from content_pieces c where c.annotation_id = annotations.id
      order by jsonb_array_length(${values}) = 0, c.multivalue_id nulls first, c.place limit 1)`
    return field.type === 'number' ? nullsLast(`${first}::numeric`, 'numeric') : nullsLast(first, 'text')
  }
  const { from, value, type } = metaValues(field.name, field.type)
  const least = from === 'select 1 where true' ? value : `(${from.replace('select 1', `select min(${value})`)})`
  return nullsLast(least, type)
}

const Anything = Type.Record(Type.String(), Type.Unknown())
const text = (description: string) => Type.String({ description })
const orNull = (description: string) => Type.Optional(Type.Union([Anything, Type.Null()], { description }))

export const searchActions: Action[] = [
  {
    method: 'post',
    path: 'search',
    summary: `Search annotations by a query over their fields and values: ${[...META_FIELDS.keys()].join(', ')}, field.<schema_id>.<string|number|date>.`,
    may: can('read'),
    query: {
      ordering: text('Sort keys, separated by commas; prefix a key with `-` for descending order.'),
      page_size: Type.Integer({
        description: `Number of annotations per page; at most ${MAX_PAGE}, or ${MAX_PAGE_WITH_CONTENT} with \`sideload=content\`.`,
      }),
      page: Type.Integer({ description: 'Number of the page, from 1.' }),
      cursor: text('Position in the list; follow `next` and `previous` instead of setting it.'),
      search_after: text('Older name of `cursor`.'),
      sideload: text('Related objects to include as additional lists, separated by commas.'),
      // The answer has no type whose keys they could take.
      fields: text('Fields to include, separated by commas; `fields!` excludes fields.'),
      'content.schema_id': text('Ids in the schema of the fields that `sideload=content` adds, separated by commas.'),
    },
    body: Type.Object({
      query: orNull('Query in MongoDB syntax over the names in the summary; null for all annotations.'),
      query_string: orNull('`{"string": "..."}`: words in the data or in file names; null for all annotations.'),
    }),
    example: () => ({
      query: { $and: [{ 'field.number.string': { $startsWith: 'A-1' } }, { status: { $in: ['to_review'] } }] },
    }),
    responds: {
      status: 200,
      body: Type.Object(
        {
          pagination: { ...Anything, description: 'Position of this page in the list.' },
          results: Type.Array(Anything, { description: 'Annotations of this page.' }),
        },
        { additionalProperties: true },
      ),
    },
    handle: search,
  },
  ...(['get', 'post'] as const).map((method): Action => ({
    method,
    path: 'export',
    summary: 'Export annotations from all queues as JSON, XML, CSV or XLSX; all list filters apply.',
    may: can('read'),
    basic: true,
    query: exportParameters(method),
    filtersOf: 'annotations',
    responds: { status: 200, body: EXPORT_TYPES },
    handle: exportEverywhere,
  })),
]
