import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FunctionCall } from '../../src/sandbox/functions/index.ts'
import { hostileJavaScript } from './javascript-programs.ts'
import { hostilePython } from './python-programs.ts'
import { javascript, levels, openForTests, python, responseOf } from '../sandbox/functions/support.ts'

const indent = (code: string) => code.split('\n').join('\n    ')

/** Each program is the body of a handler. */
const programs = [
  ...hostileJavaScript.map((program) => ({
    ...program,
    language: 'JavaScript',
    call: javascript(`exports.svc_hook_request_handler = async (payload) => {\n${program.code}\n}`),
    neighbour: javascript(
      'exports.svc_hook_request_handler = () => [typeof leaked, Object.prototype.id ?? "clean", new Date().toISOString()]',
    ),
  })),
  ...hostilePython.map((program) => ({
    ...program,
    language: 'Python',
    call: python(`def svc_hook_request_handler(payload):\n    ${indent(program.code)}`),
    neighbour: python(
      'import sys, time\ndef svc_hook_request_handler(payload):\n    return ["js" in sys.modules, time.time()]',
    ),
  })),
]

const EXPECTED: Record<string, unknown> = {
  JavaScript: ['undefined', 'clean', '2026-01-02T03:04:05.006Z'],
  Python: [false, Date.UTC(2026, 0, 2, 3, 4, 5, 6) / 1000],
}
const OTHERS = { organization_id: 2 }

describe.each(levels)('a hostile function at level "%s"', (level) => {
  const functions = openForTests(level, 3)
  beforeAll(() => void (process.env['SHEAF_HOSTILE'] = 'secret'))
  afterAll(() => void delete process.env['SHEAF_HOSTILE'])

  it.each(programs)(
    'in $language that $name is contained',
    async ({ call, neighbour, fails, timeout_ms, language }) => {
      const hostile: FunctionCall = { ...call, timeout_ms: timeout_ms ?? call.timeout_ms }
      const attack = functions.run({ organization_id: 1 }, hostile)
      const [result, beside] = await Promise.all([attack, functions.run(OTHERS, neighbour)])
      expect(responseOf(beside)).toEqual(EXPECTED[language])
      if (!fails) expect(result).toMatchObject({ failure: null, response: expect.stringMatching(/^(null|\{\})$/) })
      else expect(fails).toContain(result.failure?.kind ?? 'done')
      if (result.failure) {
        expect(result.failure.message).toMatch(/\S/)
        expect(result.failure.message.length).toBeLessThan(20_001)
        expect(JSON.stringify(result.failure)).not.toMatch(/node_modules|\/src\/sandbox|isolated-vm/)
      }
      expect(responseOf(await functions.run(OTHERS, neighbour))).toEqual(EXPECTED[language])
      expect(existsSync('/tmp/sheaf-hostile-python')).toBe(false)
    },
  )

  it.each(['JavaScript', 'Python'])('in %s that floods its log has a bounded log that says so', async (language) => {
    const flood =
      language === 'Python'
        ? python('def svc_hook_request_handler(payload):\n    for i in range(20000): print("x" * 50)')
        : javascript(
            'exports.svc_hook_request_handler = () => { for (let i = 0; i < 20000; i++) console.log("x".repeat(50)) }',
          )
    const { log, failure } = await functions.run({ organization_id: 1 }, flood)
    expect(failure).toBeNull()
    expect(log).toHaveLength(2001)
    expect(log.at(-1)).toMatchObject({
      level: 'WARNING',
      text: expect.stringContaining('18000 more lines were dropped'),
    })
  })
})
