import { ZipFile } from 'yazl'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { logged, startPart } from '../support/part-process.ts'
import { encryptedPdf, hugePng, program, truncatedPdf } from '../support/bad-files.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { aFixture, harness, task, until } from './harness.ts'
import type { Harness } from './harness.ts'

async function zip(files: Record<string, Buffer>): Promise<Buffer> {
  const archive = new ZipFile()
  for (const [name, bytes] of Object.entries(files)) archive.addBuffer(bytes, name)
  archive.end()
  const chunks: Buffer[] = []
  for await (const chunk of archive.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

describe('files that cannot be imported', () => {
  let stack: Harness
  beforeAll(async () => {
    stack = await harness()
    await stack.startWorker()
  })
  afterAll(() => stack.stop())

  /** Waits for the end of an upload; returns its task, and each document with status and first message of its annotation. */
  async function imported(files: { name: string; bytes: Buffer; mime?: string }[]) {
    const { deps } = stack
    const fixture = await aFixture(deps)
    const { upload_id } = await createUpload(deps, { queue: fixture.queue, who: fixture.who, files })
    const { status, detail } = await until(
      () => task(deps, upload_id),
      (found) => found.status !== 'running',
    )
    const documents = (await deps
      .db('documents as d')
      .leftJoin('annotations as a', 'a.document_id', 'd.id')
      .where('d.upload_id', upload_id)
      .orderBy('d.id')
      .select('d.original_file_name as name', 'a.status', deps.db.raw(`a.messages->0->>'content' as message`))) as {
      name: string
      status: string | null
      message: string | null
    }[]
    return { status, detail, documents }
  }

  const bad: [string, () => Promise<Buffer> | Buffer, RegExp][] = [
    ['empty.pdf', () => Buffer.alloc(0), /empty/],
    ['truncated.pdf', truncatedPdf, /truncated/],
    ['locked.pdf', encryptedPdf, /password/],
    ['huge.png', () => hugePng(), /pixels/],
    ['invoice.pdf', program, /invoice\.pdf is a program, not a document/],
    ['noise.bin', () => Buffer.from('arbitrary bytes'), /unknown type/],
  ]

  it.each(bad)(
    '%s results in failed_import, with the reason on the annotation and the task',
    async (name, make, reason) => {
      const { status, detail, documents } = await imported([{ name, bytes: await make(), mime: 'application/pdf' }])
      expect(documents).toEqual([{ name, status: 'failed_import', message: expect.stringMatching(reason) }])
      expect(status).toBe('failed')
      expect(detail).toMatch(reason)
      expect(detail).toContain(name)
    },
  )

  it('does not affect the other files of the upload', async () => {
    const files = [
      { name: 'locked.pdf', bytes: await encryptedPdf() },
      { name: 'good.pdf', bytes: await invoicePdf('G-1') },
    ]
    const { status, documents } = await imported(files)
    expect(status).toBe('succeeded')
    expect(documents.map((document) => document.status)).toEqual(['failed_import', 'to_review'])
  })

  it('unpacks an archive and fails only its unusable members', async () => {
    const bytes = await zip({
      'batch/one.pdf': await invoicePdf('Z-1'),
      'batch/two.pdf': await invoicePdf('Z-2'),
      'batch/readme.txt': Buffer.from('hello'),
      'batch/inner.zip': await zip({ 'three.pdf': await invoicePdf('Z-3') }),
    })
    const { status, documents } = await imported([{ name: 'batch.zip', bytes }])
    expect(status).toBe('succeeded')
    const [archive, ...members] = documents
    expect(archive).toEqual({ name: 'batch.zip', status: null, message: null })
    expect(Object.fromEntries(members.map((member) => [member.name, member.status]))).toEqual({
      'one.pdf': 'to_review',
      'two.pdf': 'to_review',
      'readme.txt': 'failed_import',
      'inner.zip': 'failed_import',
    })
  })

  it('fails an empty or damaged archive with the reason on the task', async () => {
    const nothing = await imported([{ name: 'nothing.zip', bytes: await zip({}) }])
    expect(nothing).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('nothing.zip cannot be unpacked'),
    })
    const whole = await zip({ 'one.pdf': await invoicePdf('Z-4') })
    const broken = await imported([{ name: 'broken.zip', bytes: whole.subarray(0, whole.length / 2) }])
    expect(broken).toMatchObject({ status: 'failed', detail: expect.stringContaining('broken.zip cannot be unpacked') })
  })
})

describe('the log of a worker', () => {
  it('has no warnings about files that cannot be imported, nor about its stop', async () => {
    const stack = await harness()
    const { deps, env } = stack
    const worker = startPart('worker', { settings: { ...env, LOG_LEVEL: 'debug' }, cwd: env['SHEAF_HOME']! })
    try {
      await worker.printed('the worker is ready')
      const fixture = await aFixture(deps)
      for (const files of [
        [{ name: 'noise.bin', bytes: Buffer.from('arbitrary bytes') }],
        [{ name: 'truncated.pdf', bytes: await truncatedPdf(), mime: 'application/pdf' }],
      ]) {
        const { upload_id } = await createUpload(deps, { queue: fixture.queue, who: fixture.who, files })
        await until(
          () => task(deps, upload_id),
          ({ status }) => status === 'failed',
        )
      }
      await worker.printed('Workflow failed')
    } finally {
      const { output } = await worker.stop()
      await stack.stop()
      const lines = logged(output).filter((line) => !line.includes('OCR'))
      expect(lines.filter((line) => /^(warn|error)/.test(line))).toEqual([])
      expect(lines).toContain('debug: Workflow failed')
      expect(output.split('\n').filter((line) => line.includes('noise.bin') && line.includes('stack'))).toEqual([])
    }
  })
})
