/** The table of threats in SECURITY.md names only tests that exist. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'SECURITY.md'), 'utf8')
const ROW = /^\| (?<threat>[^|]+?) +\| (?<guard>[^|]+?) +\| `(?<file>[^`]+)`: (?<title>[^|]+?) +\|$/

/** The lines of all tables below "Threats, guards and tests", without headers. */
function threatRows(text: string): string[] {
  const section = text.split('## Threats, guards and tests')[1] ?? ''
  return section.split('\n').filter((line) => /^\| (?!Threat |-)/.test(line))
}

/** The string literals of a test file, with their escapes removed, which include the titles of its tests. */
const titlesIn = (file: string): string => readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'")

describe('the threats of SECURITY.md', () => {
  const rows = threatRows(page)

  it('have a guard and a test', () => {
    expect(rows.filter((row) => !ROW.test(row))).toEqual([])
    expect(rows.length).toBeGreaterThan(10)
  })

  it('name existing tests', () => {
    const wrong = rows
      .map((row) => ROW.exec(row)!.groups as { file: string; title: string })
      .filter(({ file, title }) => !existsSync(join(root, file)) || !titlesIn(file).includes(title))
    expect(wrong).toEqual([])
  })

  it('include every test file of test/security', () => {
    const folder = join(root, 'test/security')
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.test.ts')) : []
    expect(files.filter((name) => !page.includes(`test/security/${name}`))).toEqual([])
  })
})
