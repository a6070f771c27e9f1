// The lint rules for ids (scripts/lint/checked-ids.ts, decision 237): which code they refuse, and which they accept.
import { Linter } from 'eslint'
import ts from 'typescript'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'
import { ids, lookups } from '../../scripts/lint/checked-ids.ts'

/** What the cases use: the type of ids, a query builder, and ids from inside and outside. */
const DECLARATIONS = `
declare const checkedIn: unique symbol
type Id<Table extends string> = number & { readonly [checkedIn]: Table }
type LabelId = Id<'labels'>
interface Query {
  where(column: string, value: unknown): Query
  where(conditions: object): Query
  whereIn(column: string, values: unknown): Query
  select(...columns: string[]): Query
  findById(id: unknown): Query
}
declare function db(table: string): Query
declare function visibleRows(): Query
declare const checked: Id<'labels'>
declare const checkedOnes: Id<'labels'>[]
declare const outside: number
declare const outsideOnes: number[]
declare const text: string
declare const organization_id: number
declare const anything: any
declare function take(id: Id<'labels'>): void
`

const REFUSED: Record<string, string> = {
  'a lookup by a number': `db('labels').where('id', outside)`,
  'a lookup by numbers': `db('labels').whereIn('labels.id', outsideOnes)`,
  'a condition on a reference': `db('labels').where({ queue_id: outside })`,
  'a lookup that only reads the organization': `db('labels').where('id', outside).select('organization_id')`,
  'a text as an id': `db('labels').findById(text)`,
  'a value of any type': `db('labels').where({ id: anything })`,
  'a cast': `take(outside as Id<'labels'>)`,
  'a cast by another name': `take(outside as LabelId)`,
  'a cast of a list': `const ids = outsideOnes as Id<'labels'>[]`,
  'a type guard': `const isMine = (id: number): id is Id<'labels'> => id > 0`,
  'any as an argument': `take(anything)`,
  'any as a variable': `const id: Id<'labels'> = anything`,
  'any as a result': `function first(): Id<'labels'> { return anything }`,
}

const ACCEPTED: Record<string, string> = {
  'a lookup by an id': `db('labels').where('id', checked)`,
  'a lookup by ids': `db('labels').whereIn('id', checkedOnes)`,
  'an id as an argument': `take(checked)`,
  'a lookup that states the organization': `db('labels').where({ id: outside, organization_id })`,
  'a lookup in rows of the organization': `db('labels').where('labels.organization_id', organization_id).whereIn('id', outsideOnes)`,
  'a lookup in what the caller sees': `visibleRows().where('id', outside)`,
  'a condition on a column without ids': `db('labels').where('position', outside)`,
  'a text that is no id of a row': `db('documents').where('rir_poll_id', text)`,
}

const cases = Object.entries({ ...REFUSED, ...ACCEPTED }).map(([name, code], n) => ({
  name,
  code,
  file: `/case-${n}.ts`,
}))
const texts = new Map(cases.map(({ file, code }) => [file, `${code}\nexport {}\n`]))
texts.set('/declarations.d.ts', DECLARATIONS)

/** A program of the cases alone, so that types are known without those of the service. */
function programOfCases(): ts.Program {
  const options: ts.CompilerOptions = { strict: true, target: ts.ScriptTarget.ESNext, types: [], noEmit: true }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (file) => texts.has(file) || fileExists(file)
  host.readFile = (file) => texts.get(file) ?? readFile(file)
  host.getSourceFile = (file, version) => {
    const text = texts.get(file)
    return text === undefined ? getSourceFile(file, version) : ts.createSourceFile(file, text, version, true)
  }
  return ts.createProgram([...texts.keys()], options, host)
}

describe('the lint rules for ids', () => {
  const linter = new Linter({ cwd: '/' })
  const program = programOfCases()
  const messagesOf = (name: string) => {
    const { file } = cases.find((one) => one.name === name)!
    return linter.verify(
      texts.get(file)!,
      {
        files: ['**/*.ts'],
        languageOptions: { parser: tseslint.parser as Linter.Parser, parserOptions: { programs: [program] } },
        plugins: { scope: { rules: { ids, lookups } } },
        rules: { 'scope/ids': 'error', 'scope/lookups': 'error' },
      },
      { filename: file },
    )
  }

  it('have cases that compile', () => {
    expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toEqual([])
  })

  it.each(Object.keys(REFUSED))('refuse %s', (name) => {
    expect(messagesOf(name).map(({ ruleId }) => ruleId)).toEqual([expect.stringMatching(/^scope\//)])
  })

  it.each(Object.keys(ACCEPTED))('accept %s', (name) => {
    expect(messagesOf(name)).toEqual([])
  })
})
