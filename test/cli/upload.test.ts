/** `sheaf upload` and `sheaf export` with a worker that reads the documents. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApi, type RunningApi } from '../../src/api/main.ts'
import { aTenant, type Tenant } from '../support/factories.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { harness, type Harness } from '../workflows/harness.ts'
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
    expect(err).toContain('  file 1 of 3, one.pdf: accepted\n')
    expect(err).toContain('one.pdf: to_review')
    expect(err).toMatch(/broken\.pdf: failed: \S+/)
    expect(json(out)).toEqual([
      {
        file: 'one.pdf',
        status: 'to_review',
        task: expect.stringContaining('/v1/tasks/'),
        annotations: [expect.objectContaining({ status: 'to_review' })],
        error: null,
      },
      expect.objectContaining({ file: 'broken.pdf', status: 'failed', error: expect.any(String) }),
      { file: 'missing.pdf', status: 'failed', task: null, annotations: [], error: 'File not found.' },
    ])
  })

  it('refuses a folder, and uploads the other files', async () => {
    here.write('folder.pdf/note.txt', '')
    const { code, out, err } = await upload('folder.pdf', 'one.pdf', '--json')
    expect({ code, statuses: json(out).map(({ status }) => status) }).toEqual({
      code: 1,
      statuses: ['failed', 'accepted'],
    })
    expect(err).toContain('folder.pdf: failed: This is a folder, not a file.\n')
    expect(err).not.toContain(' at ')
  })

  it('does not wait without --wait', async () => {
    const { code, out, err } = await upload('one.pdf', 'two.pdf')
    expect({ code, out, lines: err.trimEnd().split('\n').sort() }).toEqual({
      code: 0,
      out: '',
      lines: [
        '  file 1 of 2, one.pdf: accepted',
        '  file 2 of 2, two.pdf: accepted',
        expect.stringMatching(/^2 files are accepted, and are read in the background\. "sheaf queue list" /),
      ],
    })
    const [{ task }] = json((await upload('one.pdf', '--json')).out) as [{ task: string }]
    const headers = { Authorization: `Bearer ${tenant.token}` }
    expect((await fetch(`${task}?no_redirect=true`, { headers })).status).toBe(200)
  })

  it('counts files that could not be read in "queue list"', async () => {
    expect((await upload('broken.pdf', '--wait')).code).toBe(1)
    expect((await run('queue', 'list')).out).toMatch(/TO REVIEW {2}FAILED {2}ALL\n.* 0 +1 +1\n$/)
  })

  it('writes in "queue list" for how long each queue keeps documents, in words', async () => {
    const { db } = stack.deps
    const listed = async () => [
      (await run('queue', 'list')).out.split('\n')[1]!,
      (json((await run('queue', 'list', '--json')).out) as [[{ kept_for: unknown }]])[0][0].kept_for,
    ]
    expect(await listed()).toEqual([expect.stringContaining('  -  '), null])
    for (const [document_lifetime, words] of [
      ['90 seconds', '90 seconds'],
      ['30 days', '30 days'],
    ]) {
      await db('queues').where('id', tenant.queue_id).update({ document_lifetime })
      expect(await listed()).toEqual([expect.stringContaining(` ${words} `), words])
    }
  })

  it('checks the file of --out before it uploads or exports anything', async () => {
    here.write('folder/note.txt', '')
    for (const [out, reason] of [
      ['none/x.csv', 'there is no folder none'],
      ['folder', 'folder is a folder, not a file'],
    ] as const) {
      const refused = { code: 2, out: '', err: `--out: ${reason}.\n` }
      expect(await upload('one.pdf', '--format', 'csv', '--out', out)).toEqual(refused)
      expect(await run('export', '--queue', String(tenant.queue_id), '--out', out)).toEqual(refused)
    }
    expect((await run('queue', 'list')).out).toMatch(/ 0\n$/)
  })

  it('notes what it has exported, also if that is nothing', async () => {
    const empty = await run('export', '--queue', String(tenant.queue_id))
    expect(empty).toMatchObject({ code: 0, err: 'There are no such documents: the export is empty.\n' })
    const { err } = await upload('one.pdf', '--format', 'csv', '--out', 'one.csv')
    expect(err).toMatch(/\nWrote one\.csv: 1 document\.\n$/)
    expect(here.read('one.csv')).toContain('A-101')
  })

  it('leaves the file of an earlier export when one fails', async () => {
    here.write('good.json', 'earlier')
    const args = [
      'export',
      '--queue',
      String(tenant.queue_id),
      '--format',
      'json',
      '--status',
      'none',
      '--out',
      'good.json',
    ]
    expect((await run(...args)).code).toBe(2)
    expect(here.read('good.json')).toBe('earlier')
  })

  it('sends no more files after an error that concerns all', async () => {
    let uploads = 0
    const refusing = createServer((request, response) => {
      response.setHeader('Content-Type', 'application/json')
      if (request.method === 'GET') return response.end('{"pagination":{"next":null},"results":[{"id":1,"name":"Q"}]}')
      uploads++
      request.resume().once('end', () => response.writeHead(401).end('{"detail":"Expired."}'))
    }).listen(0, '127.0.0.1')
    await once(refusing, 'listening')
    const url = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`
    const files = Array.from({ length: 20 }, () => 'one.pdf')
    const ended = await here.run(['upload', ...files, '--queue', 'Q'], { SHEAF_URL: url, SHEAF_TOKEN: 'ended' })
    refusing.close()
    expect(ended.code).toBe(2)
    expect(uploads).toBeGreaterThan(0)
    expect(uploads).toBeLessThanOrEqual(4)
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
    expect(nowhere).toEqual({
      code: 2,
      out: '',
      err: 'There is no queue "None". "sheaf queue list" lists the queues.\n',
    })
    expect(await upload('one.pdf', '--out', 'x.csv')).toMatchObject({ code: 2, err: '--out needs --format.\n' })
    expect(await upload('one.pdf', '--json', '--format', 'csv')).toMatchObject({ code: 2 })
  })
})
