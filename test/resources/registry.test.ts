import { expect, it } from 'vitest'
import { RESOURCE_PATHS, register, resourceAt, resourcePath } from '../../src/resources/framework/registry.ts'
import { resources } from '../../src/resources/index.ts'

it.each(RESOURCE_PATHS)('%s is the path of a resource that limits its rows', (path) => {
  const resource = resourceAt(path)
  expect(resource.path).toBe(path)
  expect(resource.visible).toBeTypeOf('function')
})

it('has each resource of the API', () => {
  expect(resources.map(({ path }) => path).sort()).toEqual([...RESOURCE_PATHS].sort())
})

it('rejects an unknown name, which also does not compile', () => {
  // @ts-expect-error A name with a spelling mistake.
  expect(() => resourceAt('email_template')).toThrow('No resource has the path email_template.')
  expect(() => resourcePath('hook_runs')).toThrow('No resource has the path hook_runs.')
  expect(() => resourcePath('constructor')).toThrow()
  expect(resourcePath('emails')).toBe('emails')
})

it('rejects a second resource with the same path, and one whose path is not listed', () => {
  const [one] = resources
  expect(() => register([one!])).toThrow(`Two resources have the path ${one!.path}.`)
  expect(() => register([{ ...one!, path: 'more_annotations' }])).toThrow('No resource has the path more_annotations.')
})

it('rejects every name before the resources are registered, so that no query can skip their visible rows', async () => {
  // The query makes it another module, which no other has filled.
  const name = '../../src/resources/framework/registry.ts?empty'
  const empty = (await import(/* @vite-ignore */ name)) as { resourceAt: (path: string) => unknown }
  for (const path of RESOURCE_PATHS) expect(() => empty.resourceAt(path)).toThrow(path)
})

it.each(resources.map((resource) => [resource.path, resource] as const))(
  'every reference of %s leads to a resource',
  (_path, { fields }) => {
    for (const { refersTo } of Object.values(fields))
      if (refersTo !== undefined) expect(resourceAt(resourcePath(refersTo)).table).toBe(refersTo)
  },
)
