import { nameOf, PASSWORD, PEOPLE, type Person } from '../company.ts'
import { expectStatus, type Site } from '../site.ts'
import type { Story } from '../tell.ts'

/** Creates the people of the company with access to the queues. */
export async function hire(site: Site, queues: readonly string[]): Promise<void> {
  const organization = await site.one('/organizations')
  for (const person of Object.keys(PEOPLE) as Person[]) {
    const group = await site.one(`/groups?name=${PEOPLE[person]}`)
    expectStatus(
      201,
      await site.admin.post('/users', {
        username: nameOf(person),
        email: nameOf(person),
        password: PASSWORD,
        organization: organization.url,
        groups: [group.url],
        queues,
      }),
    )
  }
}

/** Gives everyone access to both queues of the installation for tests. */
export async function people({ test }: Story): Promise<string> {
  const { results } = expectStatus(200, await test.admin.get('/queues'))
  await hire(
    test,
    results.map(({ url }: { url: string }) => url),
  )
  return `${Object.keys(PEOPLE).length} users can work`
}
