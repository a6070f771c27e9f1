/** docs/clients.md and docs/credentials.md name operations, parameters, rules and settings that exist, and call nothing missing that exists. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apiDocument } from '../../src/api/openapi/document.ts'
import { settings } from '../../src/config-settings.ts'
import { operationOf } from '../support/openapi.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const PAGES = ['docs/clients.md', 'docs/credentials.md']
const { paths } = apiDocument() as {
  paths: Record<string, Record<string, { operationId: string; parameters?: { name: string }[] }>>
}
const parametersOf = (method: string, path: string): string[] => {
  const [, template = ''] = operationOf(method, path)!.name.split(' ')
  return (paths[template]![method.toLowerCase()]!.parameters ?? []).map(({ name }) => name)
}

interface Call {
  method: string
  path: string
}
/** `METHOD /path` in the text. */
const named = (text: string): Call[] =>
  [...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^\s`]+)`/g)].map(([, method = '', path = '']) => ({
    method,
    path,
  }))

/** Requests of the examples for a shell; a body or a file makes them POST. */
function called(text: string): Call[] {
  const commands = text.replaceAll('\\\n', ' ').matchAll(/^curl .*$/gm)
  return [...commands].flatMap(([command]) => {
    const [, , rest] = /\$(API|G)(\/[^\s"']*)/.exec(command) ?? []
    if (rest === undefined) return []
    const path = command.includes('$G/') ? `/organization_groups/1${rest}` : rest
    const method = / -X POST| -d | -F /.test(command) ? 'POST' : 'GET'
    return [{ method, path }]
  })
}

describe.each(PAGES)('%s', (page) => {
  // Examples continue a command in the next line, which begins with its body.
  const text = read(page).replaceAll(/ \\\n\s+/g, ' ')

  it('names only operations and parameters of the OpenAPI document', () => {
    const calls = [...named(text), ...called(text)]
    expect(calls.length).toBeGreaterThan(3)
    for (const { method, path } of calls) {
      // The placeholders of the text stand for ids.
      const [filled = '', query = ''] = path.replaceAll(/\{\w+\}/g, '1').split('?')
      const own = filled.replace(/^\/v1(?=\/)/, '')
      expect(operationOf(method, own), `${method} ${path}`).not.toBeNull()
      for (const name of new URLSearchParams(query).keys())
        expect(parametersOf(method, own), `${method} ${path}`).toContain(name)
    }
  })

  it('calls nothing missing', () => {
    const claims = text
      .split(/(?<=[.:)]) |\n\n/)
      .filter((one) => /\byet\b|not (available|supported|implemented)|no longer works/i.test(one))
    expect(claims).toEqual([])
  })

  it('cites rules of the contract, files and settings that exist', () => {
    const contract = read('docs/contract.md')
    for (const [, list = ''] of text.matchAll(/has the rules \(([\d., ]+)\)/g))
      for (const rule of list.split(', ')) expect(contract).toContain(`| ${rule} |`)
    for (const [, file = ''] of text.matchAll(/\]\((?!http)([\w./-]+\.(?:md|json))/g)) read(join('docs', file))
    // Names with an underscore in capitals that the text gives a value, except those of other programs.
    const given = [...text.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)=/g)].map(([, name]) => name!)
    for (const name of given) expect(Object.keys(settings.properties), page).toContain(name)
  })
})

it('methods of the published client that docs/clients.md calls supported have their operation', () => {
  const text = read('docs/clients.md')
  for (const [method, path] of [
    ['POST', '/emails/import'],
    ['GET', '/queues/1/automation/insights'],
    ['POST', '/queues/1/automation/projections'],
    ['GET', '/queues/1/automation/targets'],
    ['POST', '/queues/1/automation/targets'],
  ] as const) {
    expect(text).toContain(`\`${method} ${path.replace('/1/', '/{id}/')}\``)
    expect(operationOf(method, path), path).not.toBeNull()
  }
})
