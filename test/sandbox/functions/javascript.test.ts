import { describe, expect, it } from 'vitest'
import type { FunctionRequest } from '../../../src/sandbox/functions/index.ts'
import { javascript, openForTests, responseOf } from './support.ts'

const functions = openForTests()
const tenant = { organization_id: 1 }
const run = (...values: Parameters<typeof javascript>) => functions.run(tenant, javascript(...values))
const valueOf = async (...values: Parameters<typeof javascript>) => responseOf(await run(...values))
const handler = (body: string) => `exports.svc_hook_request_handler = async (payload) => { ${body} }`

describe('a JavaScript function', () => {
  it.each([
    ['exports.svc_hook_request_handler = (p) => p.name'],
    ['exports.rossum_hook_request_handler = async (p) => p.name'],
    ['module.exports = { svc_hook_request_handler(p) { return p.name } }'],
    ['module.exports = (p) => p.name'],
    ['export const svc_hook_request_handler = async (p) => p.name'],
    ['export default { svc_hook_request_handler: (p) => p.name }'],
    ['export default function (p) { return p.name }'],
    ['const late = await Promise.resolve((p) => p.name); export { late as svc_hook_request_handler }'],
    ['interface P { name: string }\nexport const svc_hook_request_handler = (p: P): string => p.name'],
    ['type P = { name: string }\nexports.svc_hook_request_handler = (p: P) => p.name as string'],
  ])('is found as %s', async (code) => {
    expect(await valueOf(code)).toBe('invoice')
    expect(await functions.build(tenant, { runtime: 'nodejs22.x', pack: null, code })).toBeNull()
  })

  it('has the modules of Node that need nothing outside', async () => {
    const code = `
      const { createHash, createHmac } = require('node:crypto'), path = require('path'), util = require('util'), url = require('url')
      const assert = require('assert'), { EventEmitter } = require('events'), qs = require('querystring'), { Buffer } = require('buffer')
      exports.svc_hook_request_handler = () => {
        let message; try { assert.strictEqual(1, 2) } catch (error) { message = error.name }
        let heard; new EventEmitter().on('x', (value) => (heard = value)).emit('x', 3)
        return [createHash('sha256').update('a').digest('hex').slice(0, 8), createHmac('sha1', 'k').update('a').digest('base64'),
          path.join('a', '..', 'b'), util.format('%s %j', 'a', { b: 1 }), message, heard, qs.parse('a=1').a,
          url.parse('https://h/p?q=1').pathname, Buffer.from('é').toString('hex')]
      }`
    expect(await valueOf(code, { pack: null })).toEqual(
      ['ca978112', 'RZIk1Pd8q1hZgTL25NEbEBRP8oo=', 'b', 'a {"b":1}', 'AssertionError', 3, '1', '/p', 'c3a9'].map(
        (item, index) => (index === 1 ? expect.stringMatching(/=$/) : item),
      ),
    )
  })

  it('has the libraries of the pack, by require and by import', async () => {
    const code = `
      import _, { chunk } from 'lodash'
      import dayjs from 'dayjs'
      import Big from 'big.js'
      import { XMLParser } from 'fast-xml-parser'
      import Papa from 'papaparse'
      import utc from 'dayjs/plugin/utc'
      dayjs.extend(utc)
      export const svc_hook_request_handler = () => [chunk([1, 2, 3], 2), _.camelCase('a b'), dayjs.utc('2020-01-31').add(1, 'month').format('YYYY-MM-DD'),
        new Big('0.1').plus('0.2').toString(), new XMLParser().parse('<a><b>1</b></a>'), Papa.parse('a,b').data]`
    expect(await valueOf(code)).toEqual([[[1, 2], [3]], 'aB', '2020-02-29', '0.3', { a: { b: 1 } }, [['a', 'b']]])
    expect((await run(handler('return require("lodash").VERSION'), { pack: null })).failure?.message).toContain(
      "Cannot find module 'lodash'",
    )
  })

  it('has web globals', async () => {
    const code = handler(`
      const url = new URL('../x?a=1', 'https://h.example/b/c'); url.searchParams.append('b', '2 3'); url.hash = 'top'
      const copy = structuredClone({ when: new Date(0), map: new Map([[1, { two: 2 }]]) })
      const controller = new AbortController(); let aborted = false
      controller.signal.addEventListener('abort', () => (aborted = true)); controller.abort()
      return [url.href, new TextDecoder().decode(new TextEncoder().encode('é')), atob(btoa('a')), copy.when.getTime(), copy.map.get(1).two, aborted]`)
    expect(await valueOf(code)).toEqual(['https://h.example/x?a=1&b=2+3#top', 'é', 'a', 0, 2, true])
  })

  it('sends requests by fetch, and by node-fetch', async () => {
    const sent: FunctionRequest[] = []
    const fetch = async (request: FunctionRequest) => {
      sent.push(request)
      return { status: 201, headers: { 'content-type': 'application/json' }, body: '{"id":7}' }
    }
    const code = handler(`
      const body = JSON.stringify({ a: 1 })
      const one = await fetch('https://h.example/a', { method: 'post', headers: { Authorization: 'Bearer t', 'Content-Type': 'application/json' }, body })
      const two = await require('node-fetch')(new URL('https://h.example/b'))
      return [one.status, one.ok, one.headers.get('Content-Type'), await one.json(), (await two.json()).id]`)
    expect(await valueOf(code, { fetch })).toEqual([201, true, 'application/json', { id: 7 }, 7])
    const headers = { authorization: 'Bearer t', 'content-type': 'application/json' }
    expect(sent).toEqual([
      { method: 'POST', url: 'https://h.example/a', headers, body: '{"a":1}' },
      { method: 'GET', url: 'https://h.example/b', headers: {}, body: null },
    ])
  })

  it('sees the reason of a refused request', async () => {
    const { failure } = await run(handler('await fetch("http://10.0.0.1")'))
    expect(failure).toMatchObject({
      kind: 'exception',
      exception: 'TypeError',
      message: 'TypeError: The address is not allowed.',
    })
  })

  it('has a clock and random numbers that depend only on the call', async () => {
    const code = handler(`
      const start = Date.now(); await new Promise((resolve) => setTimeout(resolve, 20)); const later = Date.now()
      await fetch('https://h.example')
      return [start, later - start, Date.now() - later, new Date().toISOString(), new Intl.DateTimeFormat('en').format(),
        new Date(2026, 0, 1).getTimezoneOffset(), Math.random(), crypto.randomUUID(), require('crypto').randomBytes(4).toString('hex')]`)
    const fetch = () => Promise.resolve({ status: 200, headers: {}, body: '' })
    const first = (await valueOf(code, { fetch })) as unknown[]
    expect(first.slice(0, 6)).toEqual([
      Date.UTC(2026, 0, 2, 3, 4, 5, 6),
      20,
      1,
      '2026-01-02T03:04:05.027Z',
      '1/2/2026',
      0,
    ])
    expect(await valueOf(code, { fetch })).toEqual(first)
    const other = (await valueOf(code, { fetch, seed: 'another' })) as unknown[]
    for (const index of [6, 7, 8]) expect(other[index]).not.toBe(first[index])
  })

  it('writes its console into the log, with levels', async () => {
    const { log } = await run(
      handler('console.log("a", { b: [1] }); console.warn("w"); console.error("%d e", 1); console.debug(null)'),
    )
    expect(log).toEqual([
      { level: 'INFO', text: 'a { b: [ 1 ] }' },
      { level: 'WARNING', text: 'w' },
      { level: 'ERROR', text: '1 e' },
      { level: 'INFO', text: 'null' },
    ])
  })

  it('keeps its log when it exceeds its time', async () => {
    const { log, failure } = await run(handler('console.log("before"); for (;;);'), { timeout_ms: 3000 })
    expect(log).toEqual([{ level: 'INFO', text: 'before' }])
    expect(failure).toMatchObject({ kind: 'timeout', message: 'The function ran longer than its limit of 3 s.' })
  })

  it('has exceptions with lines of its own code only', async () => {
    const code =
      'function check(value: number) {\n  if (value > 1) throw new RangeError("too large")\n}\nexports.svc_hook_request_handler = async () => {\n  await null\n  check(2)\n}'
    const { failure } = await run(code)
    expect(failure).toEqual({
      kind: 'exception',
      message: 'RangeError: too large',
      exception: 'RangeError',
      line: 2,
      traceback: expect.stringMatching(
        /^RangeError: too large\n {4}at check \(line 2, column \d+\)\n {4}at .*\(line 6, column \d+\)$/,
      ),
    })
  })

  it.each([
    ['exports.x = (', 1, 'syntax'],
    ['const a = 1\nconst a = 2', 2, 'syntax'],
    ['export const a = 1\nexport const b = ]', 2, 'syntax'],
    ['enum A { b }\nexports.svc_hook_request_handler = () => A.b', 1, 'syntax'],
    ['exports.other = () => 1', null, 'syntax'],
    ['\nthrow new Error("at the start")', 2, 'exception'],
  ])('is refused by the build if it is %j', async (code, line, kind) => {
    expect(await functions.build(tenant, { runtime: 'nodejs22.x', pack: null, code })).toMatchObject({ kind, line })
  })

  it('leaves nothing behind for the next call', async () => {
    await valueOf(handler('globalThis.kept = 1; Array.prototype.kept = 1; require("util").kept = 1; return 1'))
    expect(await valueOf(handler('return [typeof kept, [].kept ?? null, require("util").kept ?? null]'))).toEqual([
      'undefined',
      null,
      null,
    ])
  })
})
