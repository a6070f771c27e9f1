// Compares the models with the schema dump: one model per table, with its columns, their types and its JSON columns.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import * as models from '../../src/models/index.ts'
import { BaseModel } from '../../src/models/index.ts'

const root = join(import.meta.dirname, '..', '..')

interface Column {
  name: string
  sqlType: string
  nullable: boolean
  /** The only values that a check constraint allows. */
  values: string[] | null
}
interface Table {
  columns: Column[]
  key: string[]
  /** The table whose ids a column has: of the key `id`, and of foreign keys. */
  targets: Map<string, string>
}

const COLUMN =
  /^"?(\w+)"? (bigint\[\]|integer\[\]|text\[\]|timestamp with time zone|double precision|character varying|\w+)(.*)$/

function readTables(): Map<string, Table> {
  const sql = readFileSync(join(root, 'db', 'schema.sql'), 'utf8')
  const tables = new Map<string, Table>()
  for (const [, name, body] of sql.matchAll(/^create table (\w+) \(\n(.*?)^\);/gms)) {
    const lines = body!.replace(/\n(?! {2}[\w"])/g, ' ').split('\n')
    const checks = new Map<string, string[]>()
    const columns: Column[] = []
    let key: string[] = []
    const targets = new Map([['id', name!]])
    for (const line of lines.map((one) => one.trim().replace(/,$/, ''))) {
      const check = /CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(line)
      // Lists of numbers have no literals that a type could repeat.
      if (check?.[2]!.includes("'"))
        checks.set(
          check[1]!,
          [...check[2]!.matchAll(/'([^']*)'::text/g)].map(([, value]) => value!),
        )
      const primary = /PRIMARY KEY \((.*)\)$/.exec(line)
      const foreign = /FOREIGN KEY \((\w+)\) REFERENCES (\w+)\(id\)/.exec(line)
      if (foreign) targets.set(foreign[1]!, foreign[2]!)
      if (primary) key = primary[1]!.split(',').map((column) => column.trim().replaceAll('"', ''))
      const column = line.startsWith('constraint') ? null : COLUMN.exec(line)
      if (!column || column[2] === 'tsvector') continue
      columns.push({ name: column[1]!, sqlType: column[2]!, nullable: !/not null/.test(column[3]!), values: null })
    }
    for (const column of columns) column.values = checks.get(column.name) ?? null
    tables.set(name!, { columns, key, targets })
  }
  return tables
}

const TYPES: Record<string, string> = {
  bigint: 'number',
  integer: 'number',
  'double precision': 'number',
  'bigint[]': 'number[]',
  'integer[]': 'number[]',
  'text[]': 'string[]',
  text: 'string',
  uuid: 'string',
  int8multirange: 'string',
  xid8: 'string',
  'character varying': 'string',
  'timestamp with time zone': 'string',
  date: 'string',
  boolean: 'boolean',
  interval: 'Interval',
  bytea: 'Buffer',
}

const program = ts.createProgram([join(root, 'src', 'models', 'index.ts')], {
  ...ts.parseJsonConfigFileContent(ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config, ts.sys, root)
    .options,
  noEmit: true,
})
const checker = program.getTypeChecker()

/** Returns the declared properties of a class: name → type. */
function propertiesOf(className: string): Map<string, ts.Type> {
  const found = new Map<string, ts.Type>()
  for (const source of program.getSourceFiles()) {
    if (!source.fileName.startsWith(join(root, 'src', 'models'))) continue
    source.forEachChild((node) => {
      if (!ts.isClassDeclaration(node) || node.name?.text !== className) return
      for (const member of node.members) {
        const isStatic =
          ts.canHaveModifiers(member) &&
          ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword)
        if (ts.isPropertyDeclaration(member) && !isStatic)
          found.set((member.name as ts.Identifier).text, checker.getTypeAtLocation(member))
      }
    })
  }
  return found
}

const FLAGS = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType

/** Returns the type without null as text, and its literals if it is a union of strings. */
function describeType(type: ts.Type): { text: string; literals: string[] | null; nullable: boolean } {
  const bare = checker.getNonNullableType(type)
  const parts = bare.isUnion() ? bare.types : [bare]
  const literals = parts.every((part) => part.isStringLiteral())
    ? parts.map((part) => (part as ts.StringLiteralType).value)
    : null
  return {
    text: checker.typeToString(bare, undefined, FLAGS),
    literals,
    nullable: bare !== type && checker.typeToString(type).includes('null'),
  }
}

const classes = Object.entries(models).filter(
  (entry): entry is [string, typeof BaseModel] =>
    typeof entry[1] === 'function' && entry[1].prototype instanceof BaseModel,
)
const tables = readTables()

describe('the models', () => {
  it('include one for each table of the schema', () => {
    expect(classes.map(([, model]) => model.tableName).sort()).toEqual([...tables.keys()].sort())
  })

  describe.each(classes)('%s', (name, model) => {
    const { columns, key, targets } = tables.get(model.tableName) ?? { columns: [], key: [], targets: new Map() }
    const properties = propertiesOf(name)
    const relations = Object.keys((model.relationMappings ?? {}) as object)

    it('has a property for each column and each relation, and no other', () => {
      expect([...properties.keys()].sort()).toEqual([...columns.map((column) => column.name), ...relations].sort())
    })

    it('types each property like its column', () => {
      for (const column of columns) {
        const { text, literals, nullable } = describeType(properties.get(column.name)!)
        expect({ column: column.name, nullable }).toEqual({ column: column.name, nullable: column.nullable })
        if (column.values)
          expect({ column: column.name, literals: literals?.sort() }).toEqual({
            column: column.name,
            literals: column.values.sort(),
          })
        // Ids name their table (decision 237); the other keys are plain numbers.
        else if (text.startsWith('Id<'))
          expect({ column: column.name, text }).toEqual({
            column: column.name,
            text: `Id<'${targets.get(column.name)}'>`,
          })
        // A text column may be typed by the values that the domain writes.
        else if (column.sqlType !== 'jsonb' && !(column.sqlType === 'text' && literals))
          expect({ column: column.name, type: text.replace(/<.*>/, '') }).toEqual({
            column: column.name,
            type: TYPES[column.sqlType],
          })
      }
    })

    it('declares its key and its JSON columns', () => {
      expect([model.idColumn].flat().sort()).toEqual(key.sort())
      expect([...(model.jsonAttributes ?? [])].sort()).toEqual(
        columns
          .filter(({ sqlType }) => sqlType === 'jsonb')
          .map((column) => column.name)
          .sort(),
      )
    })
  })
})
