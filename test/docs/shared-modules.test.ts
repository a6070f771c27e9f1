/** Test files of a process share modules (vitest.config.ts), so a set-up must not keep what the file before it has collected. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Modules of tests that other processes load. */
const CHILDREN = 'test/hostile/children/'
const setups = globSync('test/**/*.ts').filter((file) => !file.endsWith('.test.ts') && !file.startsWith(CHILDREN))

/** Lists of a module, which are filled later. */
const listsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:export )?const (\w+)(?::[^=\n]+)? = \[\]/gm)].map(([, name]) => ({
    file,
    name: name!,
  }))

it.each(setups.flatMap(listsOf))('$file empties the list $name for each test file', ({ file, name }) => {
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`\\b${name}\\.(length = 0|splice\\(0\\))`))
})
