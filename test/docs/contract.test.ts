/** docs/contract.md covers the whole API, names only existing operations, and is cited by existing rule numbers. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contractPage, isServed, namesIn, readRules, served, uncovered } from '../support/contract.ts'

const root = join(import.meta.dirname, '../..')
const page = contractPage()
const rules = readRules(page)
/** One rule, `contract 4.12`, or several, `contract 4.12, 4.13 and 6.1`. */
const CITATION = 'contract [0-9]+[.][0-9]+((, | and | to )[0-9]+[.][0-9]+)*'
const names = new Set(rules.flatMap(namesIn))

describe('docs/contract.md', () => {
  it('has a rule for every operation, field, filter, sort key and sideload of the API', () => {
    expect(uncovered(names)).toEqual([])
    expect(served().length).toBeGreaterThan(1000)
  })

  it('names only existing parts of the API', () => {
    const known = new Set(served())
    expect([...names].filter((name) => !isServed(name, known))).toEqual([])
  })

  it('names an existing source file and test file in every rule', () => {
    const files = rules.flatMap((rule) => rule.files)
    expect([...new Set(files)].filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  it('uses each number once, in its chapter', () => {
    const chapters = page.split(/^## /m).slice(1)
    const strayed = chapters.flatMap((chapter) =>
      readRules(chapter).filter(({ number }) => !number.startsWith(`${parseInt(chapter)}.`)),
    )
    expect(strayed).toEqual([])
    const numbers = rules.map(({ number }) => number)
    expect(numbers.filter((number, index) => numbers.indexOf(number) < index)).toEqual([])
  })

  it('is cited only by existing numbers', () => {
    const numbers = new Set(rules.map(({ number }) => number))
    const found = execFileSync('git', ['grep', '--untracked', '-noE', CITATION], {
      cwd: root,
      encoding: 'utf8',
    })
    const cited = found
      .split('\n')
      .filter((line) => /^(packages|src|test|scripts|bench|db|docs)\//.test(line))
      .flatMap((line) =>
        [...line.slice(line.lastIndexOf('contract ')).matchAll(/\d+\.\d+/g)].map(([number]) => ({ line, number })),
      )
    expect(cited.filter(({ number }) => !numbers.has(number))).toEqual([])
  })
})

describe('the parser of docs/contract.md', () => {
  const rule = (text: string) => readRules(`| 1.1 | ${text} | \`src/a.ts\` | \`test/b.test.ts\` |`)[0]!

  it('reads operations, fields, filters, sort keys and sideloads from a rule', () => {
    const text =
      'About `GET, PUT /v1/labels/{id}`, `labels.id, url`, `*.metadata`, `labels?name`, `annotations?sideload=pages` and `If-Match`.'
    expect(namesIn(rule(text))).toEqual([
      'GET /v1/labels/{id}',
      'PUT /v1/labels/{id}',
      'labels.id',
      'labels.url',
      '*.metadata',
      'labels?name',
      'annotations?sideload=pages',
    ])
  })

  it('distinguishes existing from unknown names', () => {
    const known = new Set(served())
    for (const name of ['labels.color', '*.metadata', 'hooks.config.url', 'POST /v1/labels/apply', 'labels?name'])
      expect(isServed(name, known), name).toBe(true)
    for (const name of ['labels.colour', '*.colour', 'hooks.config.colour', 'POST /v1/labels/paint', 'labels?colour'])
      expect(isServed(name, known), name).toBe(false)
  })

  it('lists names without a rule', () => {
    const without = new Set([...names].filter((name) => name !== 'labels.color' && name !== 'POST /v1/labels/apply'))
    expect(uncovered(without)).toEqual(['POST /v1/labels/apply', 'labels.color'])
  })

  it('refuses a row that does not have four cells', () => {
    expect(() => readRules('| 1.1 | A rule without its files. |')).toThrow('Not a rule')
  })
})
