/**
 * `npm pack` runs this before it packs: builds the review screen, and writes the program as JavaScript to `dist`, because Node removes types
 * only from files outside of `node_modules`. Types are replaced by spaces, so that lines and columns in stack traces are those of the sources.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { buildScreen } from '../src/provision/screen.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
/** Folders with programs. */
const SOURCES = ['src', 'db']
/** Folders that programs read. */
export const FILES = ['templates', 'vendor', 'examples/documents', 'docs/types', 'web/dist']

/** Returns the literals that name a file of the project: specifiers of imports, and paths below `import.meta.dirname`. */
export function namesOfFiles(source: ts.SourceFile): ts.StringLiteral[] {
  const found: ts.StringLiteral[] = []
  const note = (node: ts.Node | undefined) => {
    if (node && ts.isStringLiteral(node) && node.text.endsWith('.ts')) found.push(node)
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

/** Returns a program without types, whose imports end in `.js`. */
export function javascriptOf(text: string): string {
  const stripped = stripTypeScriptTypes(text)
  const source = ts.createSourceFile('program.js', stripped, ts.ScriptTarget.Latest, true)
  let javascript = stripped
  for (const name of namesOfFiles(source)) {
    // Before the quotation mark: `.ts` and `.js` have the same length, so that positions stay valid.
    const end = name.getEnd() - 1
    javascript = `${javascript.slice(0, end - 2)}js${javascript.slice(end)}`
  }
  return javascript
}

async function main(): Promise<void> {
  await buildScreen()
  rmSync(dist, { recursive: true, force: true })
  for (const folder of SOURCES)
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const [from, to] = [join(root, folder, name), join(dist, folder, name)]
      if (!/\.\w+$/.test(name)) continue
      mkdirSync(dirname(to), { recursive: true })
      if (name.endsWith('.ts')) writeFileSync(to.replace(/ts$/, 'js'), javascriptOf(readFileSync(from, 'utf8')))
      else cpSync(from, to)
    }
  for (const folder of FILES) cpSync(join(root, folder), join(dist, folder), { recursive: true })
  const { name, version, type } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, string>
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ name, version, type }, null, 2)}\n`)
}

if (import.meta.main) await main()
