import { describe, expect, it } from 'vitest'
import { readHookTemplates } from '../../../db/hook-template-files.ts'
import { openForTests } from '../functions/support.ts'
import type { FunctionRuntime } from '../../../src/sandbox/functions/index.ts'
import { template } from './support.ts'

const functions = openForTests(undefined, 1)

describe('the template store', () => {
  it.each(readHookTemplates().filter(({ type }) => type === 'function'))('has code that builds: $slug', async (one) => {
    const { runtime, code } = one.config as { runtime: FunctionRuntime; code: string }
    expect(await functions.build({ organization_id: 1 }, { runtime, code, pack: 'default' })).toBeNull()
  })
})

describe('the functions to start from', () => {
  it.each(['javascript-function', 'python-function'])('log the event: %s', async (slug) => {
    const { messages, operations, result } = await template(slug)([])
    expect([messages, operations, result.log]).toEqual([
      [],
      [],
      [{ level: 'INFO', text: 'annotation_content initialize' }],
    ])
  })
})

describe('the scheduled job', () => {
  const run = template('scheduled-job')

  it('logs how many annotations have the status', async () => {
    const { result, requests } = await run([], {
      answers: () => ({ status: 200, body: JSON.stringify({ pagination: { total: 3 } }) }),
    })
    expect(result.log).toMatchObject([{ text: '3 annotations have the status to_review.' }])
    expect(requests).toMatchObject([
      {
        url: 'https://sheaf.example.com/api/v1/annotations?status=to_review&page_size=1',
        headers: { authorization: 'Bearer token' },
      },
    ])
  })

  it('fails if the API refuses the token', async () => {
    await expect(run([], { answers: () => ({ status: 401, body: '{}' }) })).rejects.toThrow('401')
  })
})
