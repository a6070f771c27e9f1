import { describe, expect, it } from 'vitest'
import type { FunctionRequest } from '../../../src/sandbox/functions/index.ts'
import { openForTests, python, responseOf } from './support.ts'

const functions = openForTests()
const tenant = { organization_id: 1 }
const run = (...values: Parameters<typeof python>) => functions.run(tenant, python(...values))
const valueOf = async (...values: Parameters<typeof python>) => responseOf(await run(...values))
const handler = (...lines: string[]) =>
  `def svc_hook_request_handler(payload):\n${lines.map((line) => `    ${line}`).join('\n')}`

describe('a Python function', () => {
  it.each([
    ['def svc_hook_request_handler(payload): return payload["name"]'],
    ['def rossum_hook_request_handler(payload): return payload["name"]'],
    ['async def svc_hook_request_handler(payload): return payload["name"]'],
  ])('is found as %s', async (code) => {
    expect(await valueOf(code)).toBe('invoice')
    expect(await functions.build(tenant, { runtime: 'python3.12', pack: null, code })).toBeNull()
  })

  it('waits for coroutines, also for several at once', async () => {
    const code = `import asyncio\nasync def svc_hook_request_handler(payload):\n    return await asyncio.gather(asyncio.sleep(0.02, 1), asyncio.sleep(0.01, 2))`
    expect(await valueOf(code)).toEqual([1, 2])
  })

  it('has the libraries of the pack', async () => {
    const code = `
import jinja2, jmespath, xmltodict, pydantic, zoneinfo, datetime
from dateutil.relativedelta import relativedelta
class Model(pydantic.BaseModel):
    name: str
${handler(
  'late = datetime.date(2020, 1, 31) + relativedelta(months=1)',
  'return [jinja2.Template("Hi {{ name }}").render(**payload), jmespath.search("name", payload), xmltodict.parse("<a>1</a>"), str(late), Model(**payload).name,',
  '    datetime.datetime(2026, 7, 1, tzinfo=zoneinfo.ZoneInfo("Europe/Prague")).isoformat()]',
)}`
    expect(await valueOf(code)).toEqual([
      'Hi invoice',
      'invoice',
      { a: '1' },
      '2020-02-29',
      'invoice',
      '2026-07-01T00:00:00+02:00',
    ])
    expect((await run(`import jinja2\n${handler('return 1')}`, { pack: null })).failure).toMatchObject({
      exception: 'ModuleNotFoundError',
      line: 1,
    })
  })

  it('sends requests by the module requests', async () => {
    const sent: FunctionRequest[] = []
    const fetch = async (request: FunctionRequest) => {
      sent.push(request)
      return {
        status: sent.length === 1 ? 201 : 404,
        headers: { 'Content-Type': 'application/json' },
        body: '{"id":7}',
      }
    }
    const code = `import requests\n${handler(
      'one = requests.post("https://h.example/a", json={"a": 1}, params={"q": "x y"}, headers={"Authorization": "Bearer t"})',
      'try:',
      '    requests.get("https://h.example/b").raise_for_status()',
      'except requests.HTTPError as error:',
      '    return [one.status_code, one.json(), one.headers["content-type"], error.response.status_code]',
    )}`
    expect(await valueOf(code, { fetch })).toEqual([201, { id: 7 }, 'application/json', 404])
    const headers = { authorization: 'Bearer t', 'content-type': 'application/json' }
    expect(sent[0]).toEqual({ method: 'POST', url: 'https://h.example/a?q=x+y', headers, body: '{"a": 1}' })
  })

  it('sees the reason of a refused request', async () => {
    const { failure } = await run(`import requests\n${handler('requests.get("http://10.0.0.1")')}`)
    expect(failure).toMatchObject({
      exception: 'ConnectionError',
      message: 'ConnectionError: The address is not allowed.',
      line: 3,
    })
  })

  it('has a clock and random numbers that depend only on the call', async () => {
    const code = `import random, uuid, secrets, time, datetime\n${handler(
      'start = time.time()',
      'time.sleep(0.02)',
      'return [start, datetime.datetime.now().isoformat(), list({"b", "a", "c"}), random.random(), str(uuid.uuid4()), secrets.token_hex(4)]',
    )}`
    const first = (await valueOf(code)) as unknown[]
    expect(first.slice(0, 2)).toEqual([Date.UTC(2026, 0, 2, 3, 4, 5, 6) / 1000, '2026-01-02T03:04:05.026000'])
    expect(await valueOf(code)).toEqual(first)
    // Another organization has another interpreter.
    expect(responseOf(await functions.run({ organization_id: 2 }, python(code)))).toEqual(first)
    const other = (await valueOf(code, { seed: 'another' })) as unknown[]
    for (const index of [3, 4, 5]) expect(other[index]).not.toBe(first[index])
  })

  it('writes print and logging into the log, with levels', async () => {
    const code = `import logging, sys\n${handler('print("a", {"b": 1})', 'logging.info("i")', 'logging.warning("w %s", 1)', 'print("e", file=sys.stderr)', 'print("end", end="")')}`
    expect((await run(code)).log).toEqual([
      { level: 'INFO', text: "a {'b': 1}" },
      { level: 'INFO', text: 'i' },
      { level: 'WARNING', text: 'w 1' },
      { level: 'ERROR', text: 'e' },
      { level: 'INFO', text: 'end' },
    ])
  })

  it('has exceptions with lines of its own code only', async () => {
    const code = `import json\ndef parse(text):\n    return json.loads(text)\n${handler('return parse("{")')}`
    const { failure } = await run(code)
    expect(failure).toMatchObject({ kind: 'exception', exception: 'JSONDecodeError', line: 3 })
    expect(failure?.traceback).toMatch(
      /^Traceback.*\n {2}File "function.py", line 5, .*\n.*\n {2}File "function.py", line 3, in parse\n.*\nJSONDecodeError: /,
    )
  })

  it.each([
    ['def f(:', 1, 'syntax'],
    ['x = 1\n  y = 2', 2, 'syntax'],
    ['x = 1', null, 'syntax'],
    ['import missing_module', 1, 'exception'],
  ])('is refused by the build if it is %j', async (code, line, kind) => {
    expect(await functions.build(tenant, { runtime: 'python3.12', pack: null, code })).toMatchObject({ kind, line })
  })

  it('shares no state with another function or organization', async () => {
    await valueOf(`import builtins, json\n${handler('builtins.kept = json.kept = 1', 'return 1')}`)
    const look = `import builtins, json\n${handler('return [hasattr(builtins, "kept"), hasattr(json, "kept")]')}`
    expect(await valueOf(look)).toEqual([false, false])
    await functions.run({ organization_id: 1 }, python(`kept = 1\n${handler('return 1')}`))
    expect(responseOf(await functions.run({ organization_id: 2 }, python(look)))).toEqual([false, false])
  })

  it('has fresh globals in each call', async () => {
    const code = `calls = []\n${handler('calls.append(1)', 'return len(calls)')}`
    expect([await valueOf(code), await valueOf(code)]).toEqual([1, 1])
  })

  it('that exceeds its memory names the limit, and the next call is clean', async () => {
    const { failure } = await run(handler('a = []', 'while True: a.append("x" * 1000000)'))
    expect(failure).toMatchObject({
      kind: 'memory',
      message: 'The function used more than its limit of 128 MB of memory.',
      line: 3,
    })
    expect(await valueOf(handler('return 1'))).toBe(1)
  })
})
