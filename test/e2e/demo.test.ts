import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examplesIn } from '../../src/cli/demo/documents.ts'
import { logIn } from '../../src/cli/demo/index.ts'
import { runningServers, removeHome, stackEnvironment, startUp } from '../support/stack-process.ts'

const root = join(import.meta.dirname, '../..')
const examples = examplesIn(join(root, 'examples/documents')).map((file) => basename(file))

interface Ended {
  code: number | null
  out: string
  err: string
}

function runDemo(env: Record<string, string>, ...args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [join(root, 'src/cli/main.ts'), 'demo', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended: Ended = { code: null, out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (ended.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (ended.err += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...ended, code })))
}

/** Returns the output for one document, from its heading to the next empty line. */
const tableOf = (out: string, name: string) =>
  new RegExp(`^${name.replaceAll('.', '\\.')} {2}\\(annotation.*?(?=\\n\\n)`, 'ms').exec(out)?.[0] ?? ''

describe('sheaf demo', () => {
  let env: Record<string, string>
  let out: string
  let first: Ended
  beforeAll(async () => {
    env = await stackEnvironment()
    out = mkdtempSync(join(tmpdir(), 'sheaf-demo-out-'))
    first = await runDemo(env, '--out', out)
  }, 300_000)
  afterAll(() => {
    removeHome(env)
    rmSync(out, { recursive: true, force: true })
  })

  it('exits with 0 and leaves no process running', () => {
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining('Stopping the service') as string })
    // The addresses answer only while the service runs.
    expect(first.out).toMatch(
      /Stopping the service\. `(npm start|sheaf up)` starts it again, with these documents, at:\s+Review screen {2}http\S+\/app\/\nAPI /,
    )
    expect(first.out).toContain('The service is ready.')
    expect(runningServers(env['SHEAF_HOME']!)).toEqual([])
  })

  it('says first whether the service will run afterwards, numbers its steps and prints no JSON', () => {
    expect(first.out).toMatch(/^This demo stops the service at the end if it started it; .*--keep/)
    for (const step of [1, 2, 3, 4, 5]) expect(first.out).toContain(`\nStep ${step} of 5: `)
    expect(first.out + first.err).not.toMatch(/^\s*[{[]"/m)
  })

  it.each(examples)('prints the progress and values of %s', (name) => {
    // A document may be read before the first poll, so the step in between may be missing.
    const file = `file ${examples.indexOf(name) + 1} of ${examples.length}, ${name}`
    expect(first.out).toContain(`${file}: accepted\n`)
    expect(first.out).toMatch(new RegExp(`${file}: (to_review|reviewing|confirmed|exported)\n`))
    expect(tableOf(first.out, name)).toMatch(/field +value +confidence +page\n(.* \d+ % +\d+\n?){4,}/)
  })

  it.each([
    ['alder-finch-invoice.pdf', 'AF-2026-0417', '758.40'],
    ['bergmann-rechnung-scan.pdf', '2026-0093', '820.51'],
    ['copper-kettle-receipt.jpg', '2026-05-14', '27.25'],
    ['kestrel-invoice.docx', 'KD-0559', '1455.60'],
    ['muehlbach-rechnung.pdf', 'RE-260318', '988.64'],
    ['sonnenfeld-rechnung.xlsx', 'SF-26-0712', '480.21'],
    ['tidewater-delivery-note.tiff', 'LS-55210', '2026-02-16'],
    ['tidewater-invoice-2-pages.pdf', '2026/1188', '12030.26'],
    ['valmont-facture.pdf', 'FA-2026-00231', '2735.40'],
  ])('reads %s', (name, ...values) => {
    const table = tableOf(first.out, name).replace(/[\u00a0\u202f]/g, ' ')
    for (const value of values) expect(table).toContain(` ${value} `)
  })

  it('confirms one document, exports it and prints the URLs', () => {
    expect(first.out).toContain('alder-finch-invoice.pdf is confirmed and exported.')
    const api = `http://127.0.0.1:${env['PORT']}/api`
    const ui = `http://127.0.0.1:${env['TEMPORAL_UI_PORT']}`
    for (const part of [`${api}/v1`, `${api}/docs`, ui, 'admin@sheaf.example', 'sheaf-demo-password']) {
      expect(first.out).toContain(part)
    }
  })

  it('writes all documents in all four formats', () => {
    expect(readdirSync(out).sort()).toEqual(['invoices.csv', 'invoices.json', 'invoices.xlsx', 'invoices.xml'])
    const { results } = JSON.parse(readFileSync(join(out, 'invoices.json'), 'utf8')) as {
      results: { document: { file_name: string } }[]
    }
    expect(results.map(({ document }) => document.file_name).sort()).toEqual(examples)
    const xlsx = readFileSync(join(out, 'invoices.xlsx'))
    expect(xlsx.subarray(0, 2).toString()).toBe('PK')
  })

  it('uses a running service and uploads no document twice', { timeout: 180_000 }, async () => {
    const stack = startUp(env)
    try {
      expect(await stack.ready).toContain('Sheaf is ready')
      const second = await runDemo(env, '--out', out)
      expect(second).toMatchObject({ code: 0 })
      for (const name of examples) expect(second.out).toContain(`${name}: already imported`)
      expect(second.out).toContain('alder-finch-invoice.pdf has already been confirmed and exported.')
      expect(second.out).toContain('The service was already running and keeps running.')
      const client = await logIn(`http://127.0.0.1:${env['PORT']}/api`)
      expect(await client.all('annotations')).toHaveLength(examples.length)
    } finally {
      await stack.stop()
    }
  })

  it('reports an error in one sentence', async () => {
    const taken = await runDemo({ ...env, PORT: 'many' })
    expect(taken).toMatchObject({ code: 2, err: expect.stringMatching(/PORT must/) as string })
    expect(await runDemo(env, '--wrong')).toMatchObject({ code: 2, err: expect.stringMatching(/--wrong/) as string })
  })
})
