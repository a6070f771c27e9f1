/** Lists of every declared resource: pages, order, filters, queries, visibility. See contract-setup.ts. */
import { expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { SHARED, admin, describeResources, other, server, stranger, tenant, url } from './contract-setup.ts'

/** Collections with one row for each organization, and those that all share. */
const SINGLE = ['organizations', 'organization_groups', 'auto_provisioning', ...SHARED]

describeResources(
  ({ has }) => has('list'),
  ({ path, resource, sample, at }) => {
    it('paginates forwards, backwards and by number through the same rows, and counts them', async () => {
      for (let n = 0; n < 3; n++) await sample.make(server.deps.db, tenant)
      const client = as(server.root, tenant.token)
      const whole = (await client.get(`/${at()}?page_size=100`)).body
      const ids = whole.results.map((row: { id: number }) => row.id)
      expect(whole.pagination).toMatchObject({ total: ids.length, next: null, previous: null })
      const seen: number[] = []
      let last = ''
      for (let next: string | null = `/${at()}?page_size=1`; next;) {
        const page = await admin.get(next)
        expect(page.body.pagination.total_pages).toBe(ids.length)
        seen.push(...page.body.results.map((row: { id: number }) => row.id))
        last = page.body.pagination.previous
        next = page.body.pagination.next
      }
      expect(seen).toEqual(ids)
      const back: number[] = []
      for (let previous: string | null = last; previous;) {
        const page = await admin.get(previous)
        back.unshift(...page.body.results.map((row: { id: number }) => row.id))
        previous = page.body.pagination.previous
      }
      if (ids.length > 1) expect(back).toEqual(ids.slice(0, -1))
      const numbered: number[] = []
      for (let page = 1; page <= ids.length; page++)
        numbered.push((await admin.get(`/${at()}?page_size=1&page=${page}`)).body.results[0].id)
      expect(numbered).toEqual(ids)
      expect((await as(server.root, tenant.token).get(`/${at()}?page=999999`)).status).toBe(404)
      expect((await as(server.root, tenant.token).get(`/${at()}?cursor=abc.def`)).status).toBe(400)
    })

    it('sorts by every key in both directions, and paginates in that order', async () => {
      for (const key of Object.keys(resource.ordering)) {
        const up = await admin.get(`/${at()}?page_size=100&ordering=${key}`)
        const down = await admin.get(`/${at()}?page_size=100&ordering=-${key}`)
        expect([up.status, down.status], key).toEqual([200, 200])
        const ids = (answer: typeof up) => answer.body.results.map((row: { id: number }) => row.id)
        expect(ids(down)).toEqual(ids(up).reverse())
        const walked: number[] = []
        for (let next: string | null = `/${at()}?page_size=2&ordering=${key}`; next;) {
          const page = await admin.get(next)
          walked.push(...ids(page))
          next = page.body.pagination.next
        }
        expect(walked, key).toEqual(ids(up))
      }
      expect((await admin.get(`/${at()}?ordering=no_such_key`)).status).toBe(200)
    })

    it('supports every filter and ignores empty and unknown ones', async () => {
      const id = await sample.make(server.deps.db, tenant)
      const total = (await admin.get(`/${at()}`)).body.pagination.total
      for (const name of Object.keys(resource.filters)) {
        const empty = await admin.get(`/${at()}?${name}=`)
        expect([empty.status, empty.body.pagination.total], name).toEqual([200, total])
        const description = resource.filters[name]!.description
        const value = /moment/.test(description)
          ? '2026-01-01'
          : /true or false/.test(description)
            ? 'True'
            : (/^One or several of (\w+)/.exec(description)?.[1] ?? (name === 'status' ? 'to_review' : '1'))
        const answer = await admin.get(`/${at()}?${name}=${value}`)
        expect(answer.status, `${name}=${value}`).toBe(200)
        expect(answer.body.pagination.total).toBeLessThanOrEqual(name === 'deleted' ? Infinity : total)
      }
      expect((await admin.get(`/${at()}?no_such_filter=1`)).body.pagination.total).toBe(total)
      if (resource.filters.id) {
        const found = await admin.get(`/${at()}?id=${id},999999999`)
        expect(found.body.results.map((row: { id: number }) => row.id)).toEqual([id])
        expect((await admin.get(`/${at()}?id=${encodeURIComponent(url(path, id))}`)).body.pagination.total).toBe(1)
        expect((await as(server.root, tenant.token).get(`/${at()}?id=nonsense`)).status).toBe(400)
      }
    })

    it('runs the same number of SQL queries for one row and for many', async () => {
      const count = async (where: string) => {
        let queries = 0
        const listen = () => void queries++
        server.deps.db.on('query', listen)
        await admin.get(where)
        server.deps.db.removeListener('query', listen)
        return queries
      }
      for (let n = 0; n < 3; n++) await sample.make(server.deps.db, tenant)
      const one = await count(`/${at()}?page_size=1`)
      expect(await count(`/${at()}?page_size=100`)).toBe(one)
      const keywords = Object.keys(resource.sideloads).join(',')
      if (!keywords) return
      const sideloaded = await as(server.root, tenant.token).get(
        `/${at()}?page_size=100&sideload=${keywords}&content.schema_id=document_id`,
      )
      expect(sideloaded.status).toBe(200)
      for (const keyword of Object.keys(resource.sideloads))
        expect(sideloaded.body[keyword], keyword).toBeInstanceOf(Array)
    })

    it('hides rows of other organizations', async () => {
      const id = await sample.make(server.deps.db, tenant)
      if (SHARED.includes(path)) return
      const ids = (await stranger.get(`/${at(other)}?page_size=100`)).body.results.map((row: { id: number }) => row.id)
      expect(ids).not.toContain(id)
      if (SINGLE.includes(path)) expect(ids).toHaveLength(1)
    })
  },
)
