/** The text of an annotation's pages: as items, searched, translated (filled-gaps 2.10). */
import { Type } from 'typebox'
import { invalid, notFound, unavailable } from '../../errors.ts'
import { BlobNotFound } from '../../blobs/index.ts'
import { loadWords, type StoredWords } from '../../domain/intake/stored-extraction.ts'
import {
  findPhrase,
  GRANULARITIES,
  itemsOf,
  MAX_PHRASE,
  type Granularity,
  type PageWords,
} from '../../rules/page-text.ts'
import type { Action, Resource } from '../legacy/define.ts'
import type { Row } from '../legacy/fields.ts'
import { valuesOf } from '../engine/query.ts'
import { load } from '../legacy/verbs.ts'
import { ok, type Answer, type Request } from '../engine/request.ts'
import { can } from '../access.ts'

/** Most pages of one answer; further ones are left out silently. */
const MAX_PAGES = 20

/** What was read of the annotation's pages, in their order; 404 when nothing was. */
async function pagesOf({ db, deps }: Request, annotation: Row): Promise<PageWords[]> {
  const rows = (await db('pages')
    .join('documents', 'documents.id', 'pages.document_id')
    .where('pages.annotation_id', annotation.id)
    .orderBy('pages.number')
    .select('pages.number', 'documents.s3_name')) as { number: number; s3_name: string }[]
  let stored: StoredWords
  try {
    if (!rows.length) throw new BlobNotFound('pages')
    stored = await loadWords(deps, rows[0]!.s3_name)
  } catch (error) {
    if (error instanceof BlobNotFound) throw notFound('Text of the pages')
    throw error
  }
  const read = new Map(stored.pages.map((page) => [page.number, page]))
  return rows.flatMap(({ number }) => read.get(number) ?? [])
}

function granularityOf(request: Request): (typeof GRANULARITIES)[number] {
  const [given] = valuesOf(request.query, 'granularity')
  if (!given) throw invalid({ granularity: ['This field is required.'] })
  const found = GRANULARITIES.find((name) => name === given)
  if (!found) throw invalid({ granularity: [`"${given}" is not a valid choice.`] })
  return found
}

async function pageData(request: Request, resource: Resource): Promise<Answer> {
  const annotation = await load(resource, request)
  const granularity = granularityOf(request)
  const numbers = valuesOf(request.query, 'page_numbers').map(Number)
  if (numbers.some((number) => !Number.isInteger(number) || number < 1))
    throw invalid({ page_numbers: ['A valid integer is required.'] })
  if (granularity === 'barcodes') throw notFound('Layer of barcodes')
  const pages = await pagesOf(request, annotation)
  const wanted = new Set(numbers.slice(0, MAX_PAGES))
  const chosen = numbers.length ? pages.filter((page) => wanted.has(page.number)) : pages.slice(0, MAX_PAGES)
  return ok({
    results: chosen.map((page) => ({
      page_number: page.number,
      granularity,
      items: itemsOf(page, granularity satisfies Granularity),
    })),
  })
}

async function searchPages(request: Request, resource: Resource): Promise<Answer> {
  const annotation = await load(resource, request)
  const phrase = String([request.query.phrase].flat()[0] ?? '')
  if (!phrase.trim()) throw invalid({ phrase: ['This field is required.'] })
  if (phrase.length > MAX_PHRASE)
    throw invalid({ phrase: [`Ensure this field has no more than ${MAX_PHRASE} characters.`] })
  const [tolerance] = valuesOf(request.query, 'tolerance')
  if (tolerance !== undefined && !/^\d{1,3}$/.test(tolerance))
    throw invalid({ tolerance: ['A valid integer is required.'] })
  const pages = await pagesOf(request, annotation)
  const results = findPhrase(pages, phrase, tolerance === undefined ? undefined : Number(tolerance))
  return ok({ results, status: 'ok' })
}

async function translate(request: Request, resource: Resource): Promise<never> {
  await load(resource, request)
  throw unavailable('No service for translation is configured.', 3600)
}

const Box = Type.Array(Type.Number(), { minItems: 4, maxItems: 4 })

export const textActions: Action[] = [
  {
    method: 'get',
    path: ':id/page_data',
    summary: 'What was read on the pages; `chars` share out the box of their word, `barcodes` are not read.',
    may: can('read'),
    query: { granularity: Type.String({ enum: [...GRANULARITIES] }), page_numbers: Type.String() },
    responds: {
      status: 200,
      body: Type.Object({
        results: Type.Array(
          Type.Object({
            page_number: Type.Integer(),
            granularity: Type.String(),
            items: Type.Array(Type.Object({ position: Type.Optional(Box), text: Type.String() })),
          }),
        ),
      }),
    },
    handle: pageData,
  },
  {
    method: 'get',
    path: ':id/search',
    summary: 'Where a phrase stands on the pages; `tolerance` letters may differ where the text was recognised.',
    may: can('read'),
    query: { phrase: Type.String(), tolerance: Type.Integer() },
    responds: {
      status: 200,
      body: Type.Object({
        results: Type.Array(Type.Object({ rectangle: Box, page: Type.Integer() })),
        status: Type.String(),
      }),
    },
    handle: searchPages,
  },
  {
    method: 'post',
    path: ':id/page_data/translate',
    summary: 'Lines of one page in another language; 503 while no service for it is configured.',
    may: can('read'),
    body: Type.Object({
      granularity: Type.String({ enum: ['lines'] }),
      page_numbers: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 1 }),
      target_language: Type.String({ pattern: '^[a-zA-Z]{2}([-_][a-zA-Z]{2})?$' }),
    }),
    responds: { status: 503, body: Type.Object({ detail: Type.String(), code: Type.String() }) },
    handle: translate,
  },
]
