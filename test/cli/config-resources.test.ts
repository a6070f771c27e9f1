/** The decision about every resource and field: a set-up carries it, or leaves it out for a reason. */
import { describe, expect, it } from 'vitest'
import { KINDS } from '../../src/cli/config/kinds.ts'
import { LEFT_OUT_FIELDS, RESOURCES } from '../../src/cli/config/resources.ts'
import { resources } from '../../src/resources/index.ts'

describe('a set-up', () => {
  it('carries every resource of the API, or leaves it out for a reason', () => {
    expect(Object.keys(RESOURCES).sort(), 'RESOURCES in src/cli/config/resources.ts').toEqual(
      resources.map(({ path }) => path).sort(),
    )
    for (const [path, decision] of Object.entries(RESOURCES))
      if (decision !== 'carried') expect(decision.why, path).not.toBe('')
  })

  it('has a kind for each carried resource', () => {
    const carried = Object.keys(RESOURCES).filter((path) => RESOURCES[path] === 'carried')
    expect(KINDS.map(({ path }) => path).sort(), 'KINDS in src/cli/config/kinds.ts').toEqual(carried.sort())
  })

  it.each(KINDS.map((kind) => [kind.path, kind] as const))(
    'carries each field of %s that can be written',
    (path, kind) => {
      const { fields } = resources.find((one) => one.path === path)!
      const writable = Object.keys(fields).filter((name) => fields[name]!.input)
      const left = Object.keys(LEFT_OUT_FIELDS[path] ?? {})
      const lists = 'keys in src/cli/config/kinds.ts and LEFT_OUT_FIELDS in src/cli/config/resources.ts'
      expect([...kind.keys, ...left].sort(), lists).toEqual(writable.sort())
    },
  )

  it('counts only resources with a list', () => {
    for (const { path, verbs } of resources) {
      const decision = RESOURCES[path]
      if (decision !== 'carried' && decision?.counted) expect(verbs, path).toContain('list')
    }
  })
})
