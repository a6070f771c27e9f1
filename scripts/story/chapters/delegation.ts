import assert from 'node:assert/strict'
import type { Json } from '../../../test/support/as.ts'
import { nameOf, type Person } from '../company.ts'
import { expectStatus, until } from '../site.ts'
import type { Story } from '../tell.ts'
import { arrived, pdfOf, upload } from './post.ts'
import { approve, confirm, exported, statusOf } from './review.ts'

const NUMBER = 'WN-2026-357'
const TOTAL = 6_120
const DAY_MS = 86_400_000

/** The head of department is on holiday: a deputy approves for the head, as the history says, and only as long as the delegation lasts. */
export async function delegation({ test, erp, mail }: Story): Promise<string> {
  const userOf = (person: Person) => test.one(`/users?username=${nameOf(person)}`)
  const [head, deputy] = [await userOf('head'), await userOf('deputy')]
  await upload(test, 'wagner-357.pdf', await pdfOf(NUMBER, { supplier: 'workshop', total: TOTAL }))
  const id = await arrived(test, NUMBER)
  await confirm(test, id, 'clerk')
  assert.equal(await statusOf(test, id), 'in_workflow')
  assert.equal((await approve(test, id, 'deputy')).status, 403, 'The deputy approved without a delegation.')
  const made = expectStatus(
    201,
    await test.admin.post('/delegations', {
      user: head.url,
      delegate: deputy.url,
      ends_at: new Date(Date.now() + DAY_MS).toISOString(),
    }),
  )
  await until(
    'The email to the deputy',
    () => Promise.resolve(mail.letters.filter(({ to }) => to.includes(nameOf('deputy')))),
    (letters) => letters.some(({ text }) => text.includes(`documents that wait for ${nameOf('head')}`)),
  )
  expectStatus(200, await approve(test, id, 'deputy'))
  await exported(test, id)
  const { results } = expectStatus(200, await test.admin.get(`/workflow_activities?annotation=${id}&action=approved`))
  assert.deepEqual(
    (results as Json[]).map(({ created_by, on_behalf_of }) => [created_by, on_behalf_of]),
    [[deputy.url, head.url]],
  )
  await until(
    `The booking of ${NUMBER}`,
    () => Promise.resolve(erp.booked()),
    (booked) => booked.includes(id),
  )
  expectStatus(204, await test.admin.delete(made.url as string))
  return `the deputy gets an email, and approves ${TOTAL} for the head, as the history says; without the delegation it was refused`
}
