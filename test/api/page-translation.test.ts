/** `page_data/translate` with a service that has the interface of LibreTranslate. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wordsKey } from '../../src/domain/intake/stored-extraction.ts'
import { anAnnotation } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

interface Asked {
  q: string[]
  target: string
  source: string
  api_key?: string
}
const asked: Asked[] = []
/** What the service answers next. */
let answer: (body: Asked) => { status: number; body: unknown } = () => ({ status: 500, body: {} })
const upper = ({ q }: Asked) => ({ status: 200, body: { translatedText: q.map((text) => text.toUpperCase()) } })

const service = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => (text += chunk))
  request.on('end', () => {
    const body = JSON.parse(text) as Asked
    asked.push(body)
    const given = answer(body)
    response.writeHead(given.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(given.body))
  })
})
const env: Record<string, string> = { TRANSLATIONS_PER_MINUTE: '1000', TRANSLATION_API_KEY: 'a-key' }
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  env.TRANSLATION_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(() => service.close())
useTenantServer({ wrap: documented, env })

async function withText() {
  const { db, blobs } = server.deps
  const { annotation_id, document_id } = await anAnnotation(db, tenant)
  const { s3_name } = await db('documents').where('id', document_id).first('s3_name')
  const lines = [
    { text: 'Rechnung', box: [1, 2, 30, 40] },
    { text: 'Summe', box: [1, 50, 30, 60] },
  ]
  const pages = [{ number: 1, width: 200, height: 100, source: 'text', words: [], lines }]
  const store = () =>
    blobs.put(wordsKey(s3_name), Buffer.from(JSON.stringify({ reader: 'test', page_count: 1, pages })))
  await store()
  const { organization_id } = tenant
  await db('pages').insert({ organization_id, annotation_id, document_id, number: 1, s3_name: `pages/${s3_name}/1` })
  const translate = (target_language = 'en', page = 1) =>
    admin.post(`/annotations/${annotation_id}/page_data/translate`, {
      granularity: 'lines',
      page_numbers: [page],
      target_language,
    })
  return { translate, lines, store }
}

describe('a translation', () => {
  it('has the lines of the page in another language, and is stored', async () => {
    const { translate, lines, store } = await withText()
    answer = upper
    const before = asked.length
    const { status, body } = await translate('EN_us')
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        results: [
          {
            page_number: 1,
            granularity: 'lines',
            items: [
              { text: 'RECHNUNG', position: [1, 2, 30, 40] },
              { text: 'SUMME', position: [1, 50, 30, 60] },
            ],
          },
        ],
      },
    })
    expect(asked.slice(before)).toEqual([
      { q: ['Rechnung', 'Summe'], source: 'auto', target: 'en-US', format: 'text', api_key: 'a-key' },
    ])
    expect((await translate('en-US')).body).toEqual(body)
    expect(asked).toHaveLength(before + 1)
    // A page that was read again is translated again.
    lines[1]!.text = 'Gesamt'
    await store()
    expect((await translate('en-US')).body.results[0].items[1].text).toBe('GESAMT')
  })

  it('is made again after 60 days', async () => {
    const { translate } = await withText()
    answer = upper
    await translate()
    const before = asked.length
    const clock = server.deps.clock
    server.deps.clock = () => new Date(clock().getTime() + 59 * 24 * 3600 * 1000)
    await translate()
    expect(asked).toHaveLength(before)
    server.deps.clock = () => new Date(clock().getTime() + 61 * 24 * 3600 * 1000)
    await translate()
    expect(asked).toHaveLength(before + 1)
    server.deps.clock = clock
  })

  it('uses the language without region if the service does not know the region', async () => {
    const { translate } = await withText()
    answer = (body) => (body.target === 'en' ? upper(body) : { status: 400, body: { error: 'en-GB is not supported' } })
    expect((await translate('en-GB')).body.results[0].items[0].text).toBe('RECHNUNG')
  })

  it.each([
    ['fails', { status: 500, body: {} }],
    ['answers something else', { status: 200, body: { translated: [] } }],
    ['translates too few texts', { status: 200, body: { translatedText: ['one'] } }],
  ])('is 503 if the service %s, and stores nothing', async (_, given) => {
    const { translate } = await withText()
    answer = () => given
    expect(await translate()).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
    answer = upper
    expect((await translate()).status).toBe(200)
  })

  it('of a page without text is 404', async () => {
    const { translate } = await withText()
    expect((await translate('en', 2)).status).toBe(404)
  })
})
