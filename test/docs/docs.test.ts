import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
/** Existing files of the repository: committed, or new and not ignored. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && existsSync(join(root, file)))
const pages = files.filter((file) => file.endsWith('.md'))

/** Returns the targets of links, except links to other hosts and in code blocks. */
function linksIn(page: string): string[] {
  const text = read(page).replace(/^```.*?^```/gms, '')
  return [...text.matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^\w+:/.test(target))
}

/** Returns the anchors that GitHub creates from headings. */
const anchorsOf = (page: string) =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )

describe('the documents', () => {
  it.each(pages)('%s has no broken links', (page) => {
    const broken = linksIn(page).filter((link) => {
      const [path, anchor] = link.split('#') as [string, string?]
      const target = path ? join(dirname(page), decodeURIComponent(path)) : page
      if (!existsSync(join(root, target))) return true
      return anchor !== undefined && !anchorsOf(target).includes(anchor)
    })
    expect(broken).toEqual([])
  })

  it.each(files.filter((file) => /\.(md|sh|yml|yaml|example)$|^\.ci\/|Dockerfile/.test(file)))(
    '%s names only existing npm scripts',
    (file) => {
      const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
      const named = [...read(file).matchAll(/\bnpm run (?:-s |--silent )?([\w:-]+)/g)].map(([, name]) => name!)
      // bench:NAME is a placeholder for all benchmarks.
      const unknown = named.filter((name) => name !== 'bench:NAME' && !scripts[name.replace(/:$/, '')])
      expect(unknown).toEqual([])
    },
  )

  it.each(pages)('%s names only existing files', (page) => {
    const named = [
      ...read(page).matchAll(/`((?:packages|src|db|test|scripts|docs|examples|docker|bench|bin)\/[\w./-]+)`/g),
    ]
    expect(named.map(([, path]) => path!).filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('number decisions uniquely, with the number in the first line', () => {
    const decisions = files.filter((file) => /^docs\/decisions\/[^/]+\.md$/.test(file))
    const numbers = decisions.map((file) => /\/(\d{4})-[a-z0-9-]+\.md$/.exec(file)?.[1])
    expect(numbers).not.toContain(undefined)
    expect(new Set(numbers).size).toBe(decisions.length)
  })
})

describe('the repository', () => {
  /** Paths and hosts of one machine. The lock file names no registry (.npmrc), so that each user's registry applies. */
  const machineOnly = [
    ...[homedir(), root].filter((path) => path.split('/').length > 2).map((path) => new RegExp(`${path}\\b`)),
    /(?<![\w.])\/(home|Users)\/(?!user\b|sheaf\b|node\b)[a-z][\w-]*\//,
    /\b(localhost|127\.0\.0\.1|10(\.\d+){3}|192\.168(\.\d+){2}):\d+\/(npm|pypi|simple|repository)\b/,
    /"resolved": "[h]ttp/,
    /^\s*(registry|index-url|GOPROXY)\s*=/m,
  ]

  it('contains no machine-specific folder and no registry', () => {
    const texts = files.filter((file) => statSync(join(root, file)).size < 5_000_000)
    const found = texts.flatMap((file) => {
      const text = read(file)
      return machineOnly.filter((pattern) => pattern.test(text)).map((pattern) => `${file}: ${pattern.source}`)
    })
    expect(found).toEqual([])
  })

  it('contains at least eight example documents of less than 3 MB in total', () => {
    const examples = files.filter((file) => file.startsWith('examples/documents/'))
    expect(examples.length).toBeGreaterThanOrEqual(8)
    expect(examples.reduce((sum, file) => sum + statSync(join(root, file)).size, 0)).toBeLessThan(3 * 2 ** 20)
  })
})
