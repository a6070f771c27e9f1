/** The examples of answers are complete and fit the document. */
import { describe, expect, it } from 'vitest'
import { apiDocument } from '../../src/api/openapi/document.ts'
import { TOPICS } from '../../src/api/openapi/topics.ts'
import { assertDocumented } from '../support/openapi.ts'

interface Operation {
  summary: string
  tags: string[]
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>
}
const document = apiDocument() as { paths: Record<string, Record<string, Operation>>; tags: { name: string }[] }
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
)
const answers = operations.flatMap(({ method, path, operation }) =>
  Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { content = {} }]) =>
      Object.entries(content).map(([type, { example }]) => ({
        name: `${method} ${path} ${status}`,
        method,
        path,
        status,
        type,
        example,
      })),
    ),
)

const CORRECT =
  'Add or correct the examples in src/api/openapi/answers.json by hand, or record all again with "npm run answers".'

describe('the answers of operations', () => {
  it('have an example, unless they are files', () => {
    const missing = answers.filter(({ type, example }) => type === 'application/json' && example === undefined)
    expect(
      missing.map(({ name }) => name),
      CORRECT,
    ).toEqual([])
    expect(answers.filter(({ example }) => example !== undefined).length).toBeGreaterThan(250)
  })

  it('are examples that fit their schemas', () => {
    const wrong = answers.flatMap(({ method, path, status, type, example }) => {
      if (type !== 'application/json' || example === undefined) return []
      const filled = path.replace(/^\/v1/, '').replace(/\{\w+\}/g, '1')
      const answer = { status: Number(status), body: example, headers: new Headers() }
      try {
        assertDocumented(method.toUpperCase(), filled, answer)
        return []
      } catch (error) {
        return [(error as Error).message]
      }
    })
    expect(wrong, CORRECT).toEqual([])
  })

  it('contain nothing of the machine that recorded them', () => {
    const text = JSON.stringify(answers)
    expect(text).not.toMatch(/127\.0\.0\.1|localhost|\/tmp\/|\/home\//)
  })
})

describe('the titles of operations', () => {
  it('are short, begin with a verb and do not end in a period', () => {
    const wrong = operations
      .map(({ operation }) => operation.summary)
      .filter((title) => !/^[A-Z][a-z]+,? [^.;:]{3,45}$/.test(title))
    expect(wrong.filter((title) => !['Log in', 'Log out'].includes(title))).toEqual([])
  })

  it('are different within a tag', () => {
    const titles = operations.map(({ operation }) => `${operation.tags[0]}: ${operation.summary}`)
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
  })
})

describe('the topics', () => {
  it('contain every tag once, and no others', () => {
    const tags = TOPICS.flatMap((topic) => topic.tags)
    const used = [...new Set(operations.flatMap(({ operation }) => operation.tags))]
    expect(tags.toSorted(), 'TOPICS in src/api/openapi/topics.ts').toEqual(used.toSorted())
    expect(tags.toSorted()).toEqual(document.tags.map(({ name }) => name).toSorted())
  })
})

describe('fields that are stored but do nothing', () => {
  it('say so', () => {
    const { schemas } = (
      document as unknown as {
        components: { schemas: Record<string, { properties: Record<string, { description: string }> }> }
      }
    ).components
    for (const name of [
      'connectors.asynchronous',
      'engine_fields.multiline',
      'engines.settings',
      'engines.training_queues',
      'hooks.extension_image_url',
      'hooks.guide',
      'hooks.read_more_url',
      'hooks.test',
      'queues.archive_enabled',
      'queues.rir_url',
      'rules.synchronized_from_template',
    ]) {
      const [resource, field] = name.split('.') as [string, string]
      expect(schemas[resource]!.properties[field]!.description, name).toMatch(/[Ss]tored without effect/)
    }
  })
})
