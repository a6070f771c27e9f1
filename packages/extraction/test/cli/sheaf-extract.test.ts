/** The command `sheaf-extract`, and the example in the README of the package. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const folder = join(import.meta.dirname, '../..')
const root = join(folder, '../..')
const command = join(folder, 'bin/sheaf-extract.mjs')
const INVOICE = 'examples/documents/alder-finch-invoice.pdf'

interface Ended {
  code?: number
  stdout: string
  stderr: string
}
/** Runs Node with these arguments in the root of the repository. */
const node = (...args: string[]): Promise<Ended> =>
  run(process.execPath, args, { cwd: root }).catch((error: Ended) => error)

let files: string

beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'sheaf-extract-command-'))
  await writeFile(join(files, 'broken.pdf'), '%PDF-1.7\nnothing follows')
})
afterAll(() => rm(files, { recursive: true }))

describe('sheaf-extract', () => {
  it('prints one line of JSON per file in order, with the error of a file that cannot be read', async () => {
    const broken = join(files, 'broken.pdf')
    const missing = join(files, 'missing.pdf')
    const { code, stdout, stderr } = await node(command, '--json', broken, INVOICE, missing)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('[3/3] ') })
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ file, error }) => [file, error?.code ?? null])).toEqual([
      [broken, 'damaged'],
      [INVOICE, null],
      [missing, 'not_found'],
    ])
    expect(lines[1]).toMatchObject({
      pages: 1,
      language: 'eng',
      fields: {
        invoice_id: { normalized_value: 'AF-2026-0417', page: 1 },
        amount_total: { normalized_value: '758.40' },
      },
    })
    expect(lines[1].line_items.length).toBeGreaterThan(1)
  })

  it('prints a table', async () => {
    const { code, stdout } = await node(command, INVOICE)
    expect(code).toBeUndefined()
    expect(stdout).toMatch(/amount_total\s+\d+ %\s+p1\s+758\.40/)
    expect(stdout).toMatch(/^ {2}item {3}1 {2}/m)
  })

  it('finds fields of the user, and refuses those that it does not understand', async () => {
    const fields = ['--field', 'Bank', '--field', 'Subtotal:number']
    const { stdout } = await node(command, '--json', INVOICE, ...fields)
    expect(JSON.parse(stdout).own_fields).toMatchObject({
      Bank: { value: 'Finchley Mutual', page: 1 },
      Subtotal: { value: '632.00', normalized_value: '632.00' },
    })
    expect((await node(command, INVOICE, ...fields)).stdout).toMatch(/^ {2}Bank\s+\d+ % {2}p1 {2}Finchley Mutual$/m)
    expect(await node(command, INVOICE, '--field', 'Weight:amount')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The field "Weight" has the type "amount"'),
    })
  })

  it('prints no characters that control the terminal', async () => {
    const { code, stdout } = await node(command, join(files, 'missing\u001b[31m.pdf'))
    expect(code).toBe(1)
    expect(stdout).toContain('missing\\u001b[31m.pdf\n  not_found: File not found.')
  })

  it('explains itself, and refuses wrong arguments', async () => {
    expect((await node(command, '--help')).stdout).toContain('sheaf-extract FILE...')
    expect(await node(command)).toMatchObject({ code: 2, stderr: expect.stringContaining('Name the files to read.') })
    expect(await node(command, '--pages', '3', INVOICE)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'--pages'"),
    })
  })
})

it('runs the example of the README', async () => {
  const [, example = ''] = /```ts\n(.*?)```/s.exec(await readFile(join(folder, 'README.md'), 'utf8')) ?? []
  expect(example).toContain("from '@sheaf/extraction'")
  // Names of packages are looked up from the folder of the program.
  const { stdout, stderr } = await node('--input-type=module-typescript', '--eval', example)
  expect({ stdout, stderr }).toEqual({ stdout: expect.stringMatching(/^AF-2026-0417 758\.40 \d+\n$/), stderr: '' })
})
