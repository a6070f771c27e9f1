/** What each entry point of the package loads: the service and its clients start many processes that read no document. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '..')
const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
  exports: Record<string, string>
}

const PROGRAM = `
  import { registerHooks } from 'node:module'
  const urls = []
  registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
  await import(process.argv[1])
  console.log(JSON.stringify(urls))`

/** Returns the packages and the files of this package that an import loads, in a process of its own. */
async function loadedBy(entrance: string): Promise<{ packages: string[]; files: string[] }> {
  const args = ['--input-type=module', '--eval', PROGRAM, join('@sheaf/extraction', entrance)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder })
  const urls = JSON.parse(stdout) as string[]
  const names = urls.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? [])
  const files = urls.flatMap((url) => /\/packages\/extraction\/src\/(.*)$/.exec(url)?.[1] ?? [])
  return { packages: [...new Set(names)].sort(), files }
}

it.each(['types', 'sniff', 'learn', 'claims', 'normalise', 'pages', 'ocr-models', 'cli'])(
  '%s loads no reader and no engine',
  async (entrance) => {
    const { packages, files } = await loadedBy(entrance)
    expect(files.length).toBeGreaterThan(0)
    expect(packages.filter((name) => name !== 'ibantools')).toEqual([])
    expect(files).not.toContain('engine.ts')
  },
)

it('the engine loads PDFium and no OCR', async () => {
  const { packages, files } = await loadedBy('.')
  expect(packages).toEqual(['@hyzyla/pdfium', 'ibantools'])
  expect(files).toContain('engine.ts')
})

it('the README names every entry point', () => {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  const named = [...readme.matchAll(/^\| `@sheaf\/extraction(\/[\w/-]+)?` /gm)].map(([, path = '']) => `.${path}`)
  expect(named.sort()).toEqual(Object.keys(exports).sort())
})
