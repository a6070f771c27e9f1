import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NODE, PACK } from '@sheaf/functions-runtime/modules'
import { expect, it } from 'vitest'

const page = readFileSync(join(import.meta.dirname, '../../docs/functions.md'), 'utf8')
/** Modules that the runtime has written itself, as no library fits. */
const OWN = { always: ['crypto', 'timers', 'timers/promises'], pack: ['node-fetch', 'https-proxy-agent'] }

it.each([
  ['always', [...Object.keys(NODE), ...OWN.always]],
  ['pack `default`', [...Object.keys(PACK), ...OWN.pack]],
])('docs/functions.md lists the modules of JavaScript: %s', (name, modules) => {
  const row = page.split('\n').find((line) => line.startsWith(`| ${name} `))!
  const [, , javascript = ''] = row.split('|')
  const listed = [...javascript.matchAll(/`([\w./-]+)`/g)].map(([, one]) => one!)
  expect(listed.toSorted()).toEqual(modules.toSorted())
})
