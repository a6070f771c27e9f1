/**
 * package.json and package-lock.json: a production installation (`npm ci --omit=dev`) has every package that the service loads, and each
 * package of this repository names what it imports.
 */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { NODE, PACK } from '@sheaf/functions-runtime/modules'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { workspaces, type Manifest } from '../../scripts/workspaces.ts'

const root = join(import.meta.dirname, '../..')
const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as unknown

interface Locked {
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  resolved?: string
  link?: boolean
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

const { dependencies, devDependencies } = readJson('package.json') as Required<Manifest>
const { packages } = readJson('package-lock.json') as { packages: Record<string, Locked> }

/** Files that a production installation runs. */
const PROGRAMS = [
  'scripts/run.mjs',
  ...['src', 'db', 'bin', 'templates'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ),
].filter((file) => /\.(ts|mjs|js)$/.test(file))

interface Load {
  file: string
  /** What is loaded. With `isPrefix` only its beginning is known: the rest is computed. */
  specifier: string
  isPrefix: boolean
}

/** Whether a call loads or locates the module in its first argument: `import()`, `require()`, and every kind of `resolve()`. */
function isLoader(call: ts.CallExpression, source: ts.SourceFile): boolean {
  return (
    call.expression.kind === ts.SyntaxKind.ImportKeyword ||
    /^(require|resolve)$|\bresolve$|^createRequire\(/.test(call.expression.getText(source))
  )
}

/** Whether the statement disappears with the types. */
function isErased(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly
  const { importClause } = node
  if (!importClause) return false
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const { namedBindings: named, name } = importClause
  return !name && !!named && ts.isNamedImports(named) && named.elements.every((element) => element.isTypeOnly)
}

/** Returns what a program loads by name at run time, and the packages of its types if `types` is set. */
function loadsOf(file: string, text: string, { types = false } = {}): Load[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Load[] = []
  const note = (node: ts.Node | undefined) => {
    if (!node) return
    if (ts.isStringLiteralLike(node)) found.push({ file, specifier: node.text, isPrefix: false })
    else if (ts.isTemplateExpression(node)) found.push({ file, specifier: node.head.text, isPrefix: true })
  }
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && (types || !isErased(node)))
      note(node.moduleSpecifier)
    if (ts.isCallExpression(node) && isLoader(node, source)) note(node.arguments[0])
    ts.forEachChild(node, visit)
  }
  visit(source)
  // Not files, nor sentences with which a promise is resolved: names of packages have no capitals.
  return found.filter(({ specifier }) => /^[a-z@][^\sA-Z]*(\/|$)/.test(specifier) && !isBuiltin(specifier))
}

const packageOf = (specifier: string) => /^(@[^/]+\/)?[^/]+/.exec(specifier)![0]

/** Returns the packages of these loads that are not among the names of the dependencies. */
function undeclared(loads: readonly Load[], names = Object.keys(dependencies)): string[] {
  const installed = Object.keys(packages).flatMap((path) => /^node_modules\/((@[^/]+\/)?[^/]+)$/.exec(path)?.[1] ?? [])
  return loads.flatMap(({ file, specifier, isPrefix }) => {
    const wanted = isPrefix ? installed.filter((name) => `${name}/`.startsWith(specifier)) : [packageOf(specifier)]
    if (wanted.length === 0) return [`${specifier}… (${file})`]
    return wanted.filter((name) => !names.includes(name)).map((name) => `${name} (${file})`)
  })
}

/** Returns the names of packages that none of these loads. */
function idleOf(names: readonly string[], loads: readonly Load[]): string[] {
  return names.filter(
    (name) =>
      !loads.some(({ specifier, isPrefix }) =>
        isPrefix ? `${name}/`.startsWith(specifier) : packageOf(specifier) === name,
      ),
  )
}

/** Code of functions, which `require` libraries of functions. */
const isFunction = (file: string) => /^templates\b.*\bcode\.js$/.test(file)

const loads = PROGRAMS.filter((file) => !isFunction(file)).flatMap((file) =>
  loadsOf(file, readFileSync(join(root, file), 'utf8')),
)
/** What packages load by a table. `events/` is the package, `events` the module of Node. */
const TABLES: Record<string, Load[]> = {
  'packages/functions-runtime': [...Object.values(NODE), ...Object.values(PACK)].map((specifier) => ({
    file: 'src/modules.ts',
    specifier,
    isPrefix: false,
  })),
}

/** Returns the path in the lock of a package that another one requires, as Node finds it. */
function locate(name: string, from: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at ? `${at}/` : ''}node_modules/${name}`
    if (packages[path]) return path
    if (!at) return undefined
  }
}

/** Returns the paths of all packages without which the service does not work: the dependencies with theirs. */
function closure(): string[] {
  const open = Object.keys(dependencies).map((name) => `node_modules/${name}`)
  for (const path of open) {
    const {
      link,
      resolved = '',
      dependencies: own = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[path]!
    if (link) open.push(resolved)
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
    for (const name of [...Object.keys(own), ...peers]) {
      const found = locate(name, path)
      if (found && !open.includes(found)) open.push(found)
    }
  }
  return open
}

describe('package.json', () => {
  it('has no package in both lists', () => {
    expect(Object.keys(devDependencies).filter((name) => name in dependencies)).toEqual([])
  })

  it('names every package that a production installation loads as a dependency', () => {
    expect(loads.length).toBeGreaterThan(200)
    expect(undeclared(loads)).toEqual([])
  })

  it('has templates of functions that load only libraries of functions', () => {
    const required = PROGRAMS.filter(isFunction).flatMap((file) => loadsOf(file, read(file)))
    expect(required.map(({ specifier }) => specifier)).toContain('big.js')
    expect(required.filter(({ specifier }) => !(specifier in PACK))).toEqual([])
  })

  it('would not pass with a package that is loaded in any of these ways', () => {
    const ways = [
      `import { a } from 'undeclared/file.js'`,
      `import 'undeclared'`,
      `export * from 'undeclared'`,
      `const a = await import('undeclared')`,
      `const a = require('undeclared')`,
      `require.resolve('undeclared/package.json')`,
      `createRequire(import.meta.url).resolve('undeclared')`,
      `createRequire(import.meta.url)('undeclared')`,
      `import.meta.resolve('undeclared')`,
      'resolve(`undeclared/${name}`)',
    ]
    for (const way of ways) expect(undeclared(loadsOf('a.ts', way)), way).toHaveLength(1)
    expect(
      undeclared(loadsOf('a.ts', `import type { A } from 'undeclared'\nimport { type B } from 'undeclared'`)),
    ).toEqual([])
  })

  it('has no dependency that no program loads', () => {
    const idle = idleOf(Object.keys(dependencies), loads)
    // Node itself: scripts/run.mjs finds it by its path.
    expect(idle).toEqual(['node'])
  })
})

/** Returns the programs of a package of this repository in these folders or files. */
const programsOf = (folder: string, pattern: string): string[] =>
  globSync(`${folder}/${pattern}`, { cwd: root, exclude: ['**/dist/**', '**/node_modules/**'] })
const read = (file: string) => readFileSync(join(root, file), 'utf8')
/** What TypeScript loads by its configuration: `vite/client`. */
const typesOf = (folder: string): string[] =>
  programsOf(folder, 'tsconfig.json').flatMap(
    (file) => (readJson(file) as { compilerOptions?: { types?: string[] } }).compilerOptions?.types ?? [],
  )

describe.each([...workspaces])('%s', (folder, { dependencies: own = {}, devDependencies: forDevelopment = {} }) => {
  const all = Object.keys({ ...own, ...forDevelopment })
  const sources = programsOf(folder, 'src/**/*.{ts,tsx,js,mjs}')
  const others = programsOf(folder, '**/*.{ts,tsx,js,mjs}')
  const loaded = sources.flatMap((file) => loadsOf(file, read(file)))
  const named = [...others.flatMap((file) => loadsOf(file, read(file), { types: true })), ...(TABLES[folder] ?? [])]

  it('names in its package.json what it imports', () => {
    expect(sources.length).toBeGreaterThan(3)
    expect(undeclared(named, all)).toEqual([])
    // A bundle contains what it needs: the screen has only packages for development.
    if (Object.keys(own).length > 0) expect(undeclared(loaded, Object.keys(own))).toEqual([])
    expect(
      typesOf(folder)
        .map(packageOf)
        .filter((name) => !all.includes(name)),
    ).toEqual([])
  })

  it('imports what its package.json names', () => {
    const ofTypes = typesOf(folder).map(packageOf)
    expect(idleOf(Object.keys(own), loaded)).toEqual([])
    expect(idleOf(Object.keys(forDevelopment), named).filter((name) => !ofTypes.includes(name))).toEqual([])
  })

  it('asks for the same versions as the others', () => {
    const ranges = { ...dependencies, ...devDependencies }
    const differing = Object.entries({ ...own, ...forDevelopment }).filter(
      ([name, range]) => ranges[name] && ranges[name] !== range,
    )
    expect(differing).toEqual([])
  })
})

describe('package-lock.json', () => {
  it('has the packages of this repository as links, and what they need beside them', () => {
    for (const [folder, { name, version }] of workspaces) {
      expect(packages[`node_modules/${name}`]).toEqual({ resolved: folder, link: true })
      if (name in dependencies) expect(dependencies[name]).toBe(`^${version}`)
    }
    // Images and published packages have one folder of packages.
    const inside = Object.entries(packages).filter(
      ([path, { dev }]) => /^(?!node_modules\/).*\/node_modules\//.test(path) && !dev,
    )
    expect(inside).toEqual([])
  })

  it('marks no dependency, nor one that it requires, as a package for development', () => {
    const needed = closure()
    expect(needed.length).toBeGreaterThan(500)
    expect(needed.filter((path) => packages[path]!.dev || packages[path]!.devOptional)).toEqual([])
  })

  it('has no addresses of registries', () => {
    expect(Object.entries(packages).filter(([, { resolved }]) => resolved?.startsWith('http'))).toEqual([])
  })
})
