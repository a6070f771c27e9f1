/** Addresses of the screen when the service has a path before `/app/` and `/api/`. */
import './support/browser.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const before = globalThis.document
afterEach(() => void vi.stubGlobal('document', before))

/** Loads the modules as a page does that the server has written with this path. */
async function load(prefix: string | null) {
  const found = prefix === null ? null : { content: prefix }
  vi.stubGlobal('document', { ...before, querySelector: () => found })
  vi.resetModules()
  const [paths, client, router] = await Promise.all([
    import('../src/api/prefix.ts'),
    import('../src/api/client.ts'),
    import('../src/app/router.ts'),
  ])
  return { ...paths, ...client, ...router }
}

describe('with the path /capture', () => {
  let page: Awaited<ReturnType<typeof load>>
  beforeEach(async () => void (page = await load('/capture')))

  it('screens and requests are below it', () => {
    expect([page.BASE, page.API]).toEqual(['/capture/app', '/capture/api/v1'])
    expect(page.pathOf('/queues')).toBe('/capture/api/v1/queues')
    // URLs of the API have the path of PUBLIC_BASE_URL.
    expect(page.pathOf('https://host.example/capture/api/v1/queues/3')).toBe('/capture/api/v1/queues/3')
  })

  it('addresses of the page are read without it, and others as they are', () => {
    const paths = ['/capture/app/documents/7', '/captured/app/documents/7', '/app/documents/7', '/capture']
    expect(paths.map((path) => page.withoutPrefix(path))).toEqual(['/app/documents/7', ...paths.slice(1)])
  })
})

it.each([[''], [null]])('without a path (%j), screens and requests are at the root', async (prefix) => {
  const page = await load(prefix)
  expect([page.BASE, page.API, page.withoutPrefix('/app/x')]).toEqual(['/app', '/api/v1', '/app/x'])
})
