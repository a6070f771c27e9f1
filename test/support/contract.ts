/** docs/contract.md as data: its rules, and the names in backticks in each rule. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TSchema } from 'typebox'
import { apiDocument } from '../../src/api/openapi/document.ts'
import type { Resource } from '../../src/resources/framework/define.ts'
import type { Field } from '../../src/resources/framework/fields.ts'
import { resources } from '../../src/resources/index.ts'

export interface Rule {
  /** Chapter and number, such as `4.12`. */
  number: string
  text: string
  /** Paths of the source and test files of the rule. */
  files: string[]
}

const ROW =
  /^\| (\S+) \| (.+) \| `((?:src|packages\/[\w-]+\/src)\/[^`]+)` \| `((?:test|packages\/[\w-]+\/test)\/[^`]+)` \|$/

/** Parses the rules of the page. Throws for a table row that does not have the four cells of a rule. */
export function readRules(page: string): Rule[] {
  const rows = page.split('\n').filter((line) => line.startsWith('|') && !/^\| (No\.|---)/.test(line))
  return rows.map((row) => {
    const [, number, text, code, test] = ROW.exec(row) ?? []
    if (!test) throw new Error(`Not a rule: ${row}`)
    return { number: number!, text: text!, files: [code!, test] }
  })
}

export const contractPage = (): string => readFileSync(join(import.meta.dirname, '../../docs/contract.md'), 'utf8')

const METHODS = '(?:GET|POST|PUT|PATCH|DELETE)'
const OPERATIONS = new RegExp(`^(${METHODS}(?:, ${METHODS})*) (/v1\\S*)$`)
/** `labels.id, url`, `labels?name`, `*.metadata`, `annotations?ordering=id`; the part before `.` or `?` is a resource. */
const NAMES = /^([a-z_/]+|\*)(\.|\?ordering=|\?sideload=|\?)(\S+(?:, \S+)*)$/
const KINDS: Record<string, string> = { '.': '.', '?': '?', '?ordering=': '?ordering=', '?sideload=': '?sideload=' }

/** Returns the API names in a rule, in the notation of `served`; `*` matches every resource. */
export function namesIn({ text }: Rule): string[] {
  const quoted = [...text.matchAll(/`([^`]+)`/g)].map(([, words]) => words!)
  return quoted.flatMap((words) => {
    const [, methods, path] = OPERATIONS.exec(words) ?? []
    if (path) return methods!.split(', ').map((method) => `${method} ${path}`)
    const [, resource, sign, list] = NAMES.exec(words) ?? []
    if (!resource || (resource !== '*' && !paths.has(resource))) return []
    return list!.split(', ').map((name) => `${resource}${KINDS[sign!]}${name}`)
  })
}

const paths = new Set(resources.map(({ path }) => path))

const operations = (): string[] => {
  const document = apiDocument() as { paths: Record<string, object> }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

const partsOf = ({ path, fields, filters, ordering, sideloads = {} }: Resource): string[] => [
  ...Object.keys(fields).map((name) => `${path}.${name}`),
  ...Object.keys(filters).map((name) => `${path}?${name}`),
  ...Object.keys(ordering).map((name) => `${path}?ordering=${name}`),
  ...Object.keys(sideloads).map((name) => `${path}?sideload=${name}`),
]

/** Returns every operation, field, filter, `ordering` key and `sideload` keyword of the API. */
export const served = (): string[] => [...operations(), ...resources.flatMap(partsOf)]

/** Returns whether the schema has a property at this path, in one of its branches or in list items. */
function hasProperty(schema: TSchema | undefined, [name, ...rest]: string[]): boolean {
  if (!schema) return false
  if (name === undefined) return true
  const {
    properties,
    items,
    anyOf = [],
    oneOf = [],
  } = schema as {
    properties?: Record<string, TSchema>
    items?: TSchema
    anyOf?: TSchema[]
    oneOf?: TSchema[]
  }
  return (
    hasProperty(properties?.[name], rest) ||
    [...(items ? [items] : []), ...anyOf, ...oneOf].some((part) => hasProperty(part, [name, ...rest]))
  )
}

const holds = ({ output, input, documented }: Field, path: string[]): boolean =>
  [output, input, documented?.('create')].some((schema) => hasProperty(schema, path))

/** Returns whether a name of a rule exists in the API. `hooks.config.url` is a key inside a field. */
export function isServed(name: string, known: ReadonlySet<string>): boolean {
  if (known.has(name)) return true
  if (name.startsWith('*')) return [...paths].some((path) => known.has(name.replace('*', path)))
  const [resource, field, ...inside] = name.split('.')
  const declared = resources.find(({ path }) => path === resource)?.fields[field ?? '']
  return inside.length > 0 && declared !== undefined && holds(declared, inside)
}

/** Returns the names without a rule. */
export function uncovered(names: ReadonlySet<string>): string[] {
  const everywhere = (name: string) => name.replace(/^[a-z_/]+(?=[.?])/, '*')
  return served().filter((name) => !names.has(name) && !names.has(everywhere(name)))
}
