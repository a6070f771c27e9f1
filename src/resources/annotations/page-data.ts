/** Text of an annotation's pages: items, search and translation. */
import { Type, type Static } from 'typebox'
import { pageBarcodes } from '../../domain/documents/page-barcodes.ts'
import { translatePage } from '../../domain/documents/translate-page.ts'
import { invalid, notFound, unavailable } from '../../errors.ts'
import { pagesOf, pageTexts } from '../../domain/annotations/pages/texts.ts'
import {
  findPhrase,
  GRANULARITIES,
  itemsOf,
  MAX_PHRASE,
  type Granularity,
  type PageWords,
} from '../../rules/pages/text.ts'
import type { Annotation, RowOf } from '../../models/index.ts'
import { can } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { valuesOf } from '../framework/query.ts'
import { ok, type Answer, type Request } from '../framework/request.ts'

type Row = RowOf<Annotation>

/** Maximum number of pages in one response; further pages are omitted. */
const MAX_PAGES = 20

async function textOf({ deps }: Request, { id }: Row): Promise<PageWords[]> {
  const pages = await pageTexts(deps, id)
  if (!pages) throw notFound('Page text')
  return pages
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
  if (granularity === 'barcodes') return barcodeData(request, annotation, numbers.slice(0, MAX_PAGES))
  const pages = await textOf(request, annotation)
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

async function barcodeData({ db, deps }: Request, { id }: Row, numbers: number[]): Promise<Answer> {
  const rows = await pagesOf(db, id)
  const pages = numbers.length ? rows.filter(({ number }) => numbers.includes(number)) : rows.slice(0, MAX_PAGES)
  const document = rows[0]?.document
  const found = document ? await pageBarcodes(deps, { document, pages }) : null
  if (!found) throw notFound('Barcode layer')
  return ok({
    results: pages.map(({ number }) => ({
      page_number: number,
      granularity: 'barcodes',
      items: (found.get(number) ?? []).map(({ position, text, type }) => ({ position, text, type })),
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
  const pages = await textOf(request, annotation)
  const results = findPhrase(pages, phrase, tolerance === undefined ? undefined : Number(tolerance))
  return ok({ results, status: 'ok' })
}

async function translate(request: Request<Static<typeof Translation>>, annotation: Row): Promise<Answer> {
  const { deps, db, body } = request
  const [page_number = 1] = body.page_numbers
  // Before the text is looked for: without a service no page can be translated.
  if (!deps.config.translation) throw unavailable('No translation service is configured.', 3600)
  const page = (await textOf(request, annotation)).find(({ number }) => number === page_number)
  const document = (await pagesOf(db, annotation.id))[0]?.document
  if (!page || !document) throw notFound('Page text')
  const items = itemsOf(page, 'lines')
  const texts = await translatePage(deps, {
    document,
    number: page_number,
    texts: items.map(({ text }) => text),
    target: normalTarget(body.target_language),
  })
  const translated = items.map((item, index) => ({ ...item, text: texts[index] ?? '' }))
  return ok({ results: [{ page_number, granularity: 'lines', items: translated }] })
}

/** `en_us` is `en-US`. */
function normalTarget(code: string): string {
  const [language = '', region] = code.split(/[-_]/)
  return language.toLowerCase() + (region ? `-${region.toUpperCase()}` : '')
}

const Translation = Type.Object({
  granularity: Type.String({ enum: ['lines'], description: 'Kind of items; always `lines`.' }),
  page_numbers: Type.Array(Type.Integer({ minimum: 1 }), {
    minItems: 1,
    maxItems: 1,
    description: 'Number of the page, from 1; exactly one entry.',
  }),
  target_language: Type.String({
    pattern: '^[a-zA-Z]{2}([-_][a-zA-Z]{2})?$',
    description: 'Target language, e.g. `en` or `en-US`.',
  }),
})

const box = (description: string) => Type.Array(Type.Number(), { minItems: 4, maxItems: 4, description })
const number = (description: string) => Type.Integer({ description })
const BOX = 'Position on the page as left, top, right and bottom in pixels.'

const PageData = Type.Object({
  results: Type.Array(
    Type.Object({
      page_number: number('Number of the page, from 1.'),
      granularity: Type.String({ description: 'Kind of items.' }),
      items: Type.Array(
        Type.Object({
          position: Type.Optional(box(BOX)),
          text: Type.String({ description: 'Text of the item.' }),
          type: Type.Optional(Type.String({ description: 'Kind of barcode: `QRCode`, `Code128`, …' })),
        }),
        { description: 'Items in reading order.' },
      ),
    }),
    { description: `Pages, at most ${MAX_PAGES}.` },
  ),
})
const Hits = Type.Object({
  results: Type.Array(Type.Object({ rectangle: box(BOX), page: number('Number of the page, from 1.') }), {
    description: 'Occurrences of the phrase.',
  }),
  status: Type.String({ description: 'Always `ok`.' }),
})

export const textActions: Action<Row>[] = [
  {
    method: 'get',
    path: 'page_data',
    summary: 'Retrieve the text or the barcodes of the pages. `chars` divide the box of their word evenly.',
    may: can('read'),
    query: {
      granularity: Type.String({
        enum: [...GRANULARITIES],
        description: 'Kind of items: lines, words, characters, text blocks or barcodes.',
      }),
      page_numbers: Type.String({
        description: `Numbers of the requested pages, from 1, separated by commas; by default the first ${MAX_PAGES}.`,
      }),
    },
    responds: { status: 200, body: PageData },
    handle: pageData,
  },
  {
    method: 'get',
    path: 'search',
    summary: 'Find a phrase on the pages. In text recognised by OCR, up to `tolerance` letters may differ.',
    may: can('read'),
    query: {
      phrase: Type.String({ description: 'Phrase to find.' }),
      tolerance: number(
        'Number of letters that may differ in text recognised by OCR; by default a quarter of the phrase.',
      ),
    },
    responds: { status: 200, body: Hits },
    handle: searchPages,
  },
  {
    method: 'post',
    path: 'page_data/translate',
    summary: 'Translate the lines of one page; returns 503 if no translation service is configured, or if it fails.',
    may: can('read'),
    body: Translation,
    example: () => ({ granularity: 'lines', page_numbers: [1], target_language: 'en' }),
    responds: { status: 200, body: PageData },
    also: [
      {
        status: 503,
        description: 'There is no translation service, or it fails.',
        body: Type.Object({
          detail: Type.String({ description: 'Description of the error.' }),
          code: Type.String({ description: 'Machine-readable error code.' }),
        }),
      },
    ],
    handle: translate,
  },
]
