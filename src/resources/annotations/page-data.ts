/** The text of an annotation's pages: as items, searched, translated. */
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
import { Page, type Annotation, type RowOf } from '../../models/index.ts'
import { can } from '../access.ts'
import type { Action } from '../engine/define.ts'
import { valuesOf } from '../engine/query.ts'
import { ok, type Answer, type Request } from '../engine/request.ts'

type Row = RowOf<Annotation>

/** Maximum number of pages in one answer; further ones are left out. */
const MAX_PAGES = 20

/** The text of the annotation's pages, in their order; 404 when none is stored. */
async function pagesOf({ db, deps }: Request, annotation: Row): Promise<PageWords[]> {
  const rows = await Page.query(db).where('annotation_id', annotation.id).orderBy('number').withGraphFetched('document')
  let stored: StoredWords
  try {
    const [first] = rows
    if (!first) throw new BlobNotFound('pages')
    stored = await loadWords(deps, first.document!.s3_name)
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

async function pageData(request: Request, annotation: Row): Promise<Answer> {
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

async function searchPages(request: Request, annotation: Row): Promise<Answer> {
  const phrase = [request.query.phrase].flat()[0] ?? ''
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

const translate = (): Promise<never> => {
  throw unavailable('No service for translation is configured.', 3600)
}

const box = (description: string) => Type.Array(Type.Number(), { minItems: 4, maxItems: 4, description })
const number = (description: string) => Type.Integer({ description })
const BOX = 'Left, top, right and bottom in pixels of the page.'

const PageData = Type.Object({
  results: Type.Array(
    Type.Object({
      page_number: number('Page, from 1.'),
      granularity: Type.String({ description: 'Kind of the items.' }),
      items: Type.Array(
        Type.Object({ position: Type.Optional(box(BOX)), text: Type.String({ description: 'The text.' }) }),
        { description: 'The items in reading order.' },
      ),
    }),
    { description: `The pages, at most ${MAX_PAGES}.` },
  ),
})
const Hits = Type.Object({
  results: Type.Array(Type.Object({ rectangle: box(BOX), page: number('Page, from 1.') }), {
    description: 'The places of the phrase.',
  }),
  status: Type.String({ description: '`ok`.' }),
})

export const textActions: Action<Row>[] = [
  {
    method: 'get',
    path: 'page_data',
    summary: 'The text of the pages. `chars` divide the box of their word evenly; `barcodes` are not read.',
    may: can('read'),
    query: {
      granularity: Type.String({
        enum: [...GRANULARITIES],
        description: 'Kind of the items: lines, words, letters, blocks of text or barcodes.',
      }),
      page_numbers: Type.String({ description: 'Only these pages, separated by commas, counted from 1.' }),
    },
    responds: { status: 200, body: PageData },
    handle: pageData,
  },
  {
    method: 'get',
    path: 'search',
    summary: 'Find a phrase on the pages; `tolerance` letters may differ where the text was recognised.',
    may: can('read'),
    query: {
      phrase: Type.String({ description: 'The phrase.' }),
      tolerance: number('Number of letters that may differ in recognised text; by default a quarter of the phrase.'),
    },
    responds: { status: 200, body: Hits },
    handle: searchPages,
  },
  {
    method: 'post',
    path: 'page_data/translate',
    summary: 'Lines of one page in another language; 503 while no service for it is configured.',
    may: can('read'),
    body: Type.Object({
      granularity: Type.String({ enum: ['lines'], description: 'Kind of the items; only lines.' }),
      page_numbers: Type.Array(Type.Integer({ minimum: 1 }), {
        minItems: 1,
        maxItems: 1,
        description: 'Exactly one page, from 1.',
      }),
      target_language: Type.String({
        pattern: '^[a-zA-Z]{2}([-_][a-zA-Z]{2})?$',
        description: 'Language as `en` or `en-US`.',
      }),
    }),
    example: () => ({ granularity: 'lines', page_numbers: [1], target_language: 'en' }),
    responds: {
      status: 503,
      body: Type.Object({
        detail: Type.String({ description: 'What happened, in words.' }),
        code: Type.String({ description: 'The kind of error, for programs.' }),
      }),
    },
    handle: translate,
  },
]
