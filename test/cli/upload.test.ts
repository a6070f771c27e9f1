/** `sheaf upload` and `sheaf export` with a worker that reads the documents. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApi, type RunningApi } from '../../src/api/main.ts'
import { aTenant, type Tenant } from '../support/factories.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { harness, type Harness } from '../workflows/harness.ts'
import { writeFileSync } from 'node:fs'
import { place, type Place } from './run-sheaf.ts'

let stack: Harness
let api: RunningApi
let here: Place
let tenant: Tenant

beforeAll(async () => {
  stack = await harness()
  await stack.startWorker()
  api = await startApi({ ...stack.config, port: 0 }, stack.deps)
  here = place()
  for (const [index, name] of ['one', 'two', 'three'].entries())
    writeFileSync(`${here.path}/${name}.pdf`, await invoicePdf(`A-10${index + 1}`))
  here.write('broken.pdf', '%PDF-1.7\nnothing follows')
})
afterAll(async () => {
  here.remove()
  await api.stop()
  await stack.stop()
})
beforeEach(async () => {
  tenant = await aTenant(stack.deps.db)
})

const run = (...args: string[]) => here.run(args, { SHEAF_URL: api.url, SHEAF_TOKEN: tenant.token })
const upload = (...args: string[]) => run('upload', ...args, '--queue', String(tenant.queue_id))
const json = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('sheaf upload', () => {
  it('follows each file, and exits with 1 if one has failed', async () => {
    const { code, out, err } = await upload('one.pdf', 'broken.pdf', 'missing.pdf', '--wait', '--json')
    expect(code).toBe(1)
    expect(err).toContain('one.pdf: uploaded')
    expect(err).toContain('one.pdf: to_review')
    expect(err).toMatch(/broken\.pdf: failed: \S+/)
    expect(json(out)).toEqual([
      {
        file: 'one.pdf',
        status: 'to_review',
        annotations: [expect.objectContaining({ status: 'to_review' })],
        error: null,
      },
      expect.objectContaining({ file: 'broken.pdf', status: 'failed', error: expect.any(String) }),
      { file: 'missing.pdf', status: 'failed', annotations: [], error: 'File not found.' },
    ])
  })

  it('refuses a folder, and uploads the other files', async () => {
    here.write('folder.pdf/note.txt', '')
    const { code, out, err } = await upload('folder.pdf', 'one.pdf', '--json')
    expect({ code, statuses: json(out).map(({ status }) => status) }).toEqual({
      code: 1,
      statuses: ['failed', 'uploaded'],
    })
    expect(err).toContain('folder.pdf: failed: This is a folder, not a file.\n')
    expect(err).not.toContain(' at ')
  })

  it('does not wait without --wait', async () => {
    const { code, out, err } = await upload('one.pdf', 'two.pdf')
    expect({ code, out, lines: err.trimEnd().split('\n').sort() }).toEqual({
      code: 0,
      out: '',
      lines: ['  [1/3] one.pdf: uploaded', '  [1/3] two.pdf: uploaded'],
    })
  })

  it('exports what it has imported, and nothing else', async () => {
    expect((await upload('one.pdf', '--wait')).code).toBe(0)
    const csv = await upload('two.pdf', 'three.pdf', '--format', 'csv')
    expect(csv.code).toBe(0)
    const numbers = (text: string) => ['A-101', 'A-102', 'A-103'].filter((number) => text.includes(number))
    expect(numbers(csv.out)).toEqual(['A-102', 'A-103'])
    const queue = ['--queue', String(tenant.queue_id)]
    expect(numbers((await run('export', ...queue)).out)).toEqual(['A-101', 'A-102', 'A-103'])
    expect(numbers((await run('export', ...queue, '--status', 'exported')).out)).toEqual([])
    expect((await run('export', ...queue, '--format', 'json', '--out', 'all.json')).code).toBe(0)
    expect(here.json('all.json').results).toHaveLength(3)
    expect((await run('export', ...queue, '--format', 'xlsx', '--out', 'all.xlsx')).code).toBe(0)
    expect(here.read('all.xlsx').slice(0, 2)).toBe('PK')
  })

  it('reports a queue that does not exist, and options that exclude each other', async () => {
    const nowhere = await run('upload', 'one.pdf', '--queue', 'None')
    expect(nowhere).toEqual({ code: 2, out: '', err: 'There is no queue "None".\n' })
    expect(await upload('one.pdf', '--out', 'x.csv')).toMatchObject({ code: 2, err: '--out needs --format.\n' })
    expect(await upload('one.pdf', '--json', '--format', 'csv')).toMatchObject({ code: 2 })
  })
})
