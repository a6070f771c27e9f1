import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const page = read('docs/review.md')

/** Returns the keys of commands as the documentation writes them. */
const keysIn = (file: string): string[] =>
  [...read(file).matchAll(/keys: \[([^\]]*)\]/g)]
    .flatMap(([, list]) => [...list!.matchAll(/'([^']+)'/g)].map(([, key]) => key!))
    .map((key) =>
      key.replace('ArrowDown', '↓').replace('ArrowUp', '↑').replace('ArrowLeft', '←').replace('ArrowRight', '→'),
    )

describe('docs/review.md', () => {
  it.each([
    'web/src/screens/review/field-commands.ts',
    'web/src/screens/review/document-commands.ts',
    'web/src/screens/review/grid/commands.ts',
    'web/src/ui/palette.tsx',
  ])('names all keys of %s', (file) => {
    const keys = keysIn(file)
    expect(keys.length).toBeGreaterThan(1)
    expect(keys.filter((key) => !page.includes(`\`${key}\``))).toEqual([])
  })
})
