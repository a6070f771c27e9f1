/**
 * `npm run coverage [-- --check]`: docs/coverage.md, from what the tests of the last `npm test` have seen (test/support/evidence.ts).
 * With `--check` nothing is written; it fails when something the contract names was shown by no test, or when the document
 * names a test that was not run.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contract from '../test/contract/contract.ts'
import { LATER, RULES } from '../test/contract/rules.ts'
import { EVIDENCE } from './evidence.ts'

interface Line {
  test: string
  operation: string
  seen: string[]
}
interface Item {
  part: string
  what: string
  /** A test shows it when one of these was seen. */
  keys: string[]
}

const target = join(import.meta.dirname, '../docs/coverage.md')

/** `labels: id url` → `['labels', ['id', 'url']]`. */
const table = (text: string): [string, string[]][] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', words = ''] = line.split(': ')
      return [name, words.split(' ')]
    })

const succeeded = ['200', '201', '202', '204', '303']

function items(): Item[] {
  const { FIELDS, ENDPOINTS, PARAMETERS, BODIES, ANSWERS, SIDELOADS, STATES, ERRORS } = contract
  const perOperation = (part: string, kind: string, text: string): Item[] =>
    table(text).flatMap(([operation, names]) =>
      names.map((name) => ({ part, what: `${operation} \`${name}\``, keys: [`${operation}|${kind} ${name}`] })),
    )
  return [
    ...ENDPOINTS.trim()
      .split('\n')
      .flatMap((line) => {
        const words = line.split(' ')
        const path = words.pop()!
        return words.map((method) => ({
          part: 'Endpoints',
          what: `${method} ${path}`,
          // A translation needs a backend that this service does not have; then the contract asks for 503.
          keys: [...succeeded, ...(path.endsWith('/translate') ? ['503'] : [])].map(
            (status) => `${method} ${path}|status ${status}`,
          ),
        }))
      }),
    ...table(FIELDS).flatMap(([collection, names]) =>
      names.map((given) => {
        const name = given.replace('~', '')
        return {
          part: 'Fields',
          what: `${collection} \`${name}\``,
          keys: [`${given.startsWith('~') ? 'sent' : 'field'} ${collection}.${name}`],
        }
      }),
    ),
    ...perOperation('Filters and query parameters', 'query', PARAMETERS),
    ...SIDELOADS.split(' ').map((name) => ({
      part: 'Filters and query parameters',
      what: `GET /annotations \`sideload=${name}\``,
      keys: [`GET /annotations|answer ${name}`],
    })),
    ...perOperation('Keys of requests', 'sent', BODIES),
    ...perOperation('Keys of answers', 'answer', ANSWERS),
    ...table(STATES).flatMap(([collection, names]) =>
      names.map((name) => ({
        part: 'States',
        what: `${collection} \`${name}\``,
        keys: [`state ${collection} ${name}`],
      })),
    ),
    ...ERRORS.trim()
      .split('\n')
      .map((line) => ({ part: 'Errors', what: `\`${line}\``, keys: [`error ${line}`] })),
    ...RULES.map(({ part, what, test }) => ({ part, what, keys: [`test ${test}`] })),
  ]
}

/** Key → the tests that saw it. */
function evidence(): Map<string, string[]> {
  if (!existsSync(EVIDENCE)) throw new Error('There is no evidence yet: run npm test first.')
  const found = new Map<string, string[]>()
  const add = (key: string, test: string) => {
    const tests = found.get(key)
    if (!tests) found.set(key, [test])
    else if (!tests.includes(test)) tests.push(test)
  }
  for (const text of readFileSync(EVIDENCE, 'utf8').trim().split('\n')) {
    const { test, operation, seen } = JSON.parse(text) as Line
    // What luck met in one run, the next may not meet.
    if (test.startsWith('test/api/fuzz.test')) continue
    add(`test ${test}`, test)
    for (const key of seen) {
      add(key, test)
      add(`${operation}|${key}`, test)
      // `answer auth.key` of an operation is `answer key` there.
      add(`${operation}|${key.replace(/^(\w+) \w*\./, '$1 ')}`, test)
    }
  }
  return found
}

/** The most telling test: one about the thing itself rather than one of the suites that go over everything. */
function best(tests: string[]): string {
  const general = (test: string) => /test\/api\/(contract|roles|tenants)\.test/.test(test)
  return [...tests].sort((a, b) => Number(general(a)) - Number(general(b)) || (a < b ? -1 : 1))[0]!
}

const seen = evidence()
const rows = items().map((item) => ({ ...item, tests: item.keys.flatMap((key) => seen.get(key) ?? []) }))
const unseen = rows.filter((row) => row.tests.length === 0)
const missing = unseen.filter(({ what }) => !(what in LATER))
for (const { part, what } of missing) console.error(`No test shows: ${part}: ${what}`)
if (process.argv.includes('--check')) {
  const ran = new Set([...seen.values()].flat())
  const named = existsSync(target) ? [...readFileSync(target, 'utf8').matchAll(/\| (test\/.+?) \|$/gm)] : []
  const stale = named.map((match) => match[1]!.trim().replaceAll('\\|', '|')).filter((test) => !ran.has(test))
  for (const test of new Set(stale)) console.error(`docs/coverage.md names a test that was not run: ${test}`)
  if (stale.length || !named.length) process.exitCode = 1
} else {
  const parts = Object.entries(Object.groupBy(rows, (row) => row.part)).map(([part, found]) =>
    [
      `## ${part}`,
      '',
      '| contract | shown by |',
      '| --- | --- |',
      ...found!.map(
        ({ what, tests }) =>
          `| ${what} | ${tests.length ? best(tests).replaceAll('|', '\\|') : `nothing yet: ${LATER[what] ?? 'no test'}`} |`,
      ),
      '',
    ].join('\n'),
  )
  writeFileSync(
    target,
    `# Coverage of the contract\n\nMade by \`npm run coverage\` from what the tests of \`npm test\` saw. ${rows.length} lines, ${unseen.length} without a test.\n\n${parts.join('\n')}`,
  )
}
if (missing.length) process.exitCode = 1
console.log(`${rows.length - unseen.length} of ${rows.length} lines of the contract are shown by a test`)
