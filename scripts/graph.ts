/**
 * `npm run graph` prints the imports between packages and folders; `--types` counts the imports of types as well. It fails on imports that
 * `scripts/layers.ts` does not allow, on imports of a package by path, on circles of imports at run time, and on circles that close through
 * imports of types unless `scripts/type-circles.ts` gives a reason.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import ts from 'typescript'
import { allows, isByPath, layerOf, layers, targetOf } from './layers.ts'
import { judgeCircles, TYPE_CIRCLES } from './type-circles.ts'

const root = join(import.meta.dirname, '..')

interface Import {
  from: string
  to: string
  isType: boolean
  /** Whether it reaches into another package by a path. */
  isByPath: boolean
}

/** Returns true if the statement disappears when types are stripped. */
function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly
  const clause = node.importClause
  if (!clause) return false
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const named = clause.namedBindings
  return (
    !clause.name &&
    !!named &&
    ts.isNamedImports(named) &&
    named.elements.length > 0 &&
    named.elements.every((element) => element.isTypeOnly)
  )
}

function importsOf(file: string): Import[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Import[] = []
  const note = (specifier: string, isType: boolean) => {
    const to = targetOf(file, specifier)
    if (to?.endsWith('.ts') && existsSync(join(root, to)))
      found.push({ from: file, to, isType, isByPath: isByPath(file, to, specifier) })
  }
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier)
      note((node.moduleSpecifier as ts.StringLiteral).text, isTypeOnly(node))
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments
      if (argument && ts.isStringLiteral(argument)) note(argument.text, false)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Returns groups of files that import each other (Tarjan's strongly connected components). */
export function circles(imports: Pick<Import, 'from' | 'to'>[]): string[][] {
  const next = Map.groupBy(imports, ({ from }) => from)
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (file: string): void => {
    order.set(file, order.size)
    low.set(file, order.get(file)!)
    stack.push(file)
    for (const { to } of next.get(file) ?? []) {
      if (!order.has(to)) visit(to)
      if (stack.includes(to)) low.set(file, Math.min(low.get(file)!, low.get(to)!))
    }
    if (low.get(file) !== order.get(file)) return
    const circle = stack.splice(stack.indexOf(file))
    if (circle.length > 1) found.push(circle)
  }
  for (const file of next.keys()) if (!order.has(file)) visit(file)
  return found
}

function main(): void {
  const { types } = parseArgs({ options: { types: { type: 'boolean', default: false } } }).values
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'db', 'packages/*/src/*'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && existsSync(join(root, file)))
  const imports = files.flatMap(importsOf)
  const wanted = imports.filter(({ isType }) => types || !isType)
  for (const layer of layers) {
    const to = new Map<string, number>()
    for (const { from, to: target } of wanted)
      if (layerOf(from) === layer && layerOf(target) !== layer)
        to.set(layerOf(target), (to.get(layerOf(target)) ?? 0) + 1)
    const targets = layers.filter((name) => to.has(name)).map((name) => `${name} (${to.get(name)})`)
    console.log(`${layer.padEnd(16)} → ${targets.join(', ') || 'nothing'}`)
  }
  const wrong = imports.filter(({ from, to, isType }) => !allows(from, to, isType))
  for (const { from, to } of wrong) console.log(`upward: ${from} → ${to}`)
  const byPath = imports.filter((one) => one.isByPath)
  for (const { from, to } of byPath) console.log(`by path: ${from} → ${to}`)
  const loops = circles(imports.filter(({ isType }) => !isType))
  for (const loop of loops) console.log(`circle: ${loop.sort().join(', ')}`)
  const { unlisted, unused } = judgeCircles(circles(imports), TYPE_CIRCLES)
  for (const circle of unlisted) console.log(`circle of types without a reason: ${circle.sort().join(', ')}`)
  for (const { files: listed } of unused)
    console.log(`no longer a circle, to be removed from the list: ${listed.join(', ')}`)
  console.log(
    `${files.length} files, ${wrong.length} upward arrows, ${loops.length} circles at run time, ` +
      `${unlisted.length} circles of types without a reason`,
  )
  if (wrong.length + byPath.length + loops.length + unlisted.length + unused.length > 0) process.exitCode = 1
}

if (import.meta.main) main()
