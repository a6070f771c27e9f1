import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type RunningApi } from '../../src/api/main.ts'
import { aTenant } from '../support/factories.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { harness, type Harness } from '../workflows/harness.ts'

const PROGRAM = join(import.meta.dirname, '../../src/cli/main.ts')

describe('sheaf mail send', () => {
  let stack: Harness
  let api: RunningApi
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-mail-'))

  beforeAll(async () => {
    stack = await harness()
    await stack.startWorker()
    api = await startApi({ ...stack.config, port: 0 }, stack.deps)
    writeFileSync(join(folder, 'one.pdf'), await invoicePdf('A-1'))
    writeFileSync(
      join(folder, 'note.eml'),
      'From: ada@example.org\r\nMessage-ID: <note@x>\r\nSubject: Note\r\n\r\nHi\r\n',
    )
  })
  afterAll(async () => {
    await api.stop()
    await stack.stop()
    rmSync(folder, { recursive: true })
  })

  const run = (args: string[], token: string) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const env = { HOME: folder, SHEAF_URL: api.url, SHEAF_TOKEN: token }
      execFile(process.execPath, [PROGRAM, 'mail', ...args], { cwd: folder, env }, (error, out, err) =>
        resolve({ code: Number(error?.code ?? 0), out, err }),
      )
    })

  it('sends files and stored messages to the inbox of a queue', async () => {
    const { token, queue_id } = await aTenant(stack.deps.db)
    const args = ['send', 'one.pdf', 'note.eml', '--queue', String(queue_id)]
    const first = await run(args, token)
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(first.out).toMatch(/\/emails\/\d+: no files\n.*\/emails\/\d+: one\.pdf processed\n/)
    const second = await run(['send', 'note.eml', '--queue', String(queue_id)], token)
    expect([second.code, second.out]).toEqual([1, 'Ignored: The inbox has received this email before.\n'])
  })

  it('explains what is missing', async () => {
    const { token } = await aTenant(stack.deps.db)
    expect(await run(['send', 'one.pdf', '--queue', 'Nope'], token)).toMatchObject({
      code: 2,
      err: 'There is no queue "Nope". "sheaf queue list" lists the queues.\n',
    })
    expect((await run(['send', 'one.pdf'], token)).code).toBe(2)
  })
})
