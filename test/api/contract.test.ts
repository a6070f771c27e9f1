/** Behaviour of every declared resource: credentials, unknown objects, verbs, objects, deletion. See contract-setup.ts. */
import { expect, it } from 'vitest'
import { VERB_ROUTES } from '../../src/resources/framework/routes.ts'
import { as } from '../support/as.ts'
import { SHARED, admin, describeResources, server, stranger, tenant, url } from './contract-setup.ts'

describeResources(
  () => true,
  ({ path, resource, sample, at, has }) => {
    it('has a sample for the suite', () => {
      expect(sample).toBeDefined()
    })

    it('refuses requests without credentials with 403 and with a wrong token with 401', async () => {
      const id = await sample.make(server.deps.db, tenant)
      for (const where of [...(has('list') ? [`/${at()}`] : []), `/${at()}/${id}`]) {
        expect(await as(server.root).get(where)).toMatchObject({ status: 403, body: { code: 'access_forbidden' } })
        expect(await as(server.root, 'f'.repeat(40)).get(where)).toMatchObject({
          status: 401,
          body: { code: 'authentication_failed' },
        })
      }
    })

    it('returns 404 for unknown ids, malformed ids and rows of another organization', async () => {
      const id = await sample.make(server.deps.db, tenant)
      const methods = (['retrieve', 'update', 'replace', 'destroy'] as const)
        .filter(has)
        .map((verb) => VERB_ROUTES[verb].method.toUpperCase())
      for (const method of methods) {
        const init = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
        for (const wrong of ['999999999', 'abc', '99999999999999999999']) {
          expect(await as(server.root, tenant.token).send(method, `/${at()}/${wrong}`, init)).toMatchObject({
            status: 404,
            body: { code: 'not_found' },
          })
        }
        if (!SHARED.includes(path)) {
          expect(await stranger.send(method, `/${at()}/${id}`, init)).toMatchObject({
            status: 404,
            body: { code: 'not_found' },
          })
        }
      }
    })

    it('returns 405 with Allow for unsupported verbs', async () => {
      const id = await sample.make(server.deps.db, tenant)
      for (const [verb, { method, item }] of Object.entries(VERB_ROUTES)) {
        if (has(verb as never) || path === 'uploads') continue
        const answer = await as(server.root, tenant.token).send(
          method.toUpperCase(),
          `/${at()}${item ? `/${id}` : ''}`,
          method === 'get' || method === 'delete' ? {} : { body: {} },
        )
        // A path without any verb does not exist.
        const known = resource.verbs.some((other) => VERB_ROUTES[other].item === item)
        expect([answer.status, answer.body.code], `${method} ${path}`).toEqual(
          known ? [405, 'method_not_allowed'] : [404, 'not_found'],
        )
        if (known) expect(answer.headers.get('allow')).toBeTruthy()
      }
    })

    it('returns the same complete object from the list and by id, or only the requested fields', async () => {
      const id = await sample.make(server.deps.db, tenant)
      const alone = await admin.get(`/${at()}/${id}?no_redirect=true`)
      expect(alone.status).toBe(200)
      const shown = Object.entries(resource.fields).flatMap(([name, field]) => (field.writeOnly ? [] : [name]))
      if (path !== 'tasks') expect(Object.keys(alone.body).sort()).toEqual(shown.sort())
      expect(alone.body.url).toBe(url(path, id))
      expect((await as(server.root, tenant.token).get(`/${at()}/${id}?fields=id&no_redirect=true`)).body).toEqual({
        id,
      })
      expect(
        (await as(server.root, tenant.token).get(`/${at()}/${id}?fields!=id&no_redirect=true`)).body,
      ).not.toHaveProperty('id')
      if (path === 'tasks') return
      expect((await admin.get(`/${at()}/${id}`, { 'If-None-Match': alone.headers.get('etag')! })).status).toBe(304)
      if (!has('list')) return
      const list = await admin.get(`/${at()}?page_size=100`)
      expect(list.status).toBe(200)
      expect(list.body.results).toContainEqual(alone.body)
    })

    it('refuses names that are no fields in fields and fields!, also nested ones, and lists the fields', async () => {
      const id = await sample.make(server.deps.db, tenant)
      const whole = (await admin.get(`/${at()}/${id}?no_redirect=true`)).body
      for (const where of [...(has('list') ? [`/${at()}`] : []), `/${at()}/${id}`])
        for (const parameter of ['fields', 'fields!'])
          for (const name of ['no_such_field', 'id.value', 'Id']) {
            const answer = await admin.get(`${where}?${parameter}=id,${name}`)
            expect(answer, `${where} ${parameter} ${name}`).toMatchObject({
              status: 400,
              body: { code: 'bad_request' },
            })
            const [sentence] = answer.body[parameter] as string[]
            expect(sentence).toContain(`"${name}" is not a field of ${path}. Its fields are: `)
            for (const field of Object.keys(whole)) expect(sentence).toContain(field)
          }
    })

    it('returns each field alone', async () => {
      const id = await sample.make(server.deps.db, tenant)
      const client = as(server.root, tenant.token)
      const whole = (await client.get(`/${at()}/${id}?no_redirect=true`)).body
      for (const name of Object.keys(whole))
        expect((await client.get(`/${at()}/${id}?no_redirect=true&fields=${name}`)).body).toEqual({
          [name]: whole[name],
        })
    })

    if (has('destroy')) {
      it('DELETE removes the row, or keeps it in its documented deleted state', async () => {
        const id = await sample.make(server.deps.db, tenant)
        const answer = await admin.delete(`/${at()}/${id}`)
        expect(answer.status, JSON.stringify(answer.body)).toBe(sample.kept?.status ?? 204)
        const after = await admin.get(`/${at()}/${id}`)
        expect(after).toMatchObject(sample.kept ? { status: 200, body: sample.kept.body } : { status: 404 })
        if (!sample.kept) expect((await admin.delete(`/${at()}/${id}`)).status).toBe(404)
      })
    }
  },
)
