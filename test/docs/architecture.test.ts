import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const [, tree = ''] = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split('```')

/** The files and folders that the tree names, from the root. A line begins with names, indented below their folder, and ends with text. */
function named(): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const depth = (/^ */.exec(line)?.[0].length ?? 0) / 2
    // Deeper lines continue the text of the line before.
    if (!line.trim() || depth > 3) return []
    const words = line.trim().split(/\s+/)
    const end = words.findIndex((word) => !/^[\w./-]+(?:\/|\.(?:ts|mjs|sql))$/.test(word))
    const paths = (end < 0 ? words : words.slice(0, end)).map((name) => `${above.slice(0, depth).join('')}${name}`)
    above[depth] = words[0]!
    return paths
  })
}

const names = named()
const foldersOf = (folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}${name}/`)
/** The folders of which the tree names others inside. */
const divided = names.filter(
  (name) =>
    /^(src|packages)\/.*\/$/.test(name) &&
    existsSync(join(root, name)) &&
    foldersOf(name).some((inside) => names.includes(inside)),
)

it('names only what exists', () => {
  expect(names.filter((name) => !existsSync(join(root, name)))).toEqual([])
})

it.each(['packages/', 'src/', ...divided])('names every folder of %s', (folder) => {
  expect(foldersOf(folder).filter((name) => !names.includes(name))).toEqual([])
})

it('divides the folders with many files', () => {
  expect(divided).toEqual(expect.arrayContaining(['src/api/', 'src/domain/', 'packages/extraction/src/', 'src/cli/']))
})
