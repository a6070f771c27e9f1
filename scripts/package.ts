/**
 * `npm run package [FOLDER]` writes the package `sheaf` to a folder, that of the repository by default: builds the review screen and the libraries
 * of functions, assembles the package in `out/package`, and packs it. Programs are written as JavaScript to its `dist`, because Node removes types
 * only from files outside of `node_modules`. Types are replaced by spaces, so that lines and columns in stack traces are those of the sources.
 *
 * The packages of this repository are part of `dist`, and their dependencies those of the package: no registry has them.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { provideBundle } from '@sheaf/functions-runtime/provide'
import { buildScreen } from '../src/provision/screen.ts'
import { entranceOf, manifestOf, registryDependencies, workspaces, type Manifest } from './workspaces.ts'

const root = join(import.meta.dirname, '..')
const assembled = join(root, 'out/package')
const dist = join(assembled, 'dist')
/** Folders with programs. */
const SOURCES = ['src', 'db', ...[...workspaces.keys()].map((folder) => `${folder}/src`)]
/** Folders and files that programs read, and licences. */
export const FILES = [
  'templates',
  'examples/documents',
  'docs/types',
  'web/dist',
  'packages/functions-runtime/dist/javascript.bundle',
  'packages/functions-runtime/dist/LICENSES.txt',
]

/**
 * Returns the literals that name a file of the project: specifiers of imports, names of its packages too, and paths below
 * `import.meta.dirname`.
 */
export function namesOfFiles(source: ts.SourceFile): ts.StringLiteral[] {
  const found: ts.StringLiteral[] = []
  const note = (node: ts.Node | undefined) => {
    if (node && ts.isStringLiteral(node) && (node.text.endsWith('.ts') || entranceOf(node.text))) found.push(node)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) note(node.moduleSpecifier)
    if (ts.isCallExpression(node)) {
      const [first] = node.arguments
      if (node.expression.kind === ts.SyntaxKind.ImportKeyword) note(first)
      if (first?.getText(source) === 'import.meta.dirname') note(node.arguments.at(-1))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Returns the program in `file`, a path from the root, without types. Its imports are paths that end in `.js`. */
export function javascriptOf(file: string, text: string): string {
  const stripped = stripTypeScriptTypes(text)
  const source = ts.createSourceFile('program.js', stripped, ts.ScriptTarget.Latest, true)
  let javascript = stripped
  // From the end, so that the positions before stay valid.
  for (const name of namesOfFiles(source).reverse()) {
    const entrance = entranceOf(name.text)
    const path = entrance ? relative(dirname(file), entrance).replaceAll('\\', '/') : name.text
    // Between the quotation marks.
    javascript = `${javascript.slice(0, name.getStart() + 1)}${path.replace(/ts$/, 'js')}${javascript.slice(name.getEnd() - 1)}`
  }
  return javascript
}

/** Returns the package.json of the package, made from that of the repository. */
export function manifestOfPackage(own: Manifest & Record<string, unknown>): object {
  const { scripts: _scripts, workspaces: _workspaces, devDependencies: _devDependencies, ...kept } = own
  return { ...kept, dependencies: registryDependencies(own) }
}

function writePrograms(): void {
  for (const folder of SOURCES)
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const file = join(folder, name)
      const [from, to] = [join(root, file), join(dist, file)]
      if (!/\.\w+$/.test(name)) continue
      mkdirSync(dirname(to), { recursive: true })
      if (name.endsWith('.ts')) writeFileSync(to.replace(/ts$/, 'js'), javascriptOf(file, readFileSync(from, 'utf8')))
      else cpSync(from, to)
    }
}

/** Assembles the package, and packs it into the folder `target`. */
async function main(target: string): Promise<void> {
  await buildScreen()
  provideBundle()
  rmSync(assembled, { recursive: true, force: true })
  writePrograms()
  for (const path of FILES) cpSync(join(root, path), join(dist, path), { recursive: true })
  const own = manifestOf('.') as Manifest & Record<string, unknown> & { type: string; files: string[] }
  const { name, version, type } = own
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ name, version, type }, null, 2)}\n`)
  for (const file of globSync([...own.files.filter((one) => one !== 'dist'), 'LICENSE', 'README.md'], { cwd: root }))
    cpSync(join(root, file), join(assembled, file), { recursive: true })
  writeFileSync(join(assembled, 'package.json'), `${JSON.stringify(manifestOfPackage(own), null, 2)}\n`)
  execFileSync('npm', ['pack', '--silent', '--pack-destination', target], { cwd: assembled, stdio: 'inherit' })
}

if (import.meta.main) await main(resolve(process.argv[2] ?? root))
