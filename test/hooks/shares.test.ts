import { expect, it } from 'vitest'
import { shareOf, type Share } from '../../src/domain/hooks/delivery/shares.ts'

const PLACES = 25

async function takeAll(organization: number): Promise<Share[]> {
  const taken: Share[] = []
  for (let place = 0; place < PLACES; place++) taken.push((await shareOf(organization))!)
  return taken
}

it('gives an organization a limited number of places, without effect on others', async () => {
  const taken = await takeAll(1)
  expect(taken).not.toContain(null)
  expect(await shareOf(1, 1)).toBeNull()
  const other = await shareOf(2)
  expect(other).not.toBeNull()
  for (const share of [...taken, other!]) share.release()
})

it('hands a place over to the call that has waited longest', async () => {
  const taken = await takeAll(3)
  const order: string[] = []
  const next = (name: string) =>
    shareOf(3, 60_000).then((share) => {
      order.push(name)
      return share!
    })
  const waiting = [next('first'), next('second')]
  taken[0]!.release()
  const first = await waiting[0]!
  expect(order).toEqual(['first'])
  first.release()
  const second = await waiting[1]!
  expect(order).toEqual(['first', 'second'])
  for (const share of [...taken.slice(1), second]) share.release()
  // All places are free again, and no more of them.
  for (const share of await takeAll(3)) share.release()
})

it('forgets a call that has waited in vain', async () => {
  const taken = await takeAll(4)
  expect(await shareOf(4, 1)).toBeNull()
  for (const share of taken) share.release()
  for (const share of await takeAll(4)) share.release()
})

it('counts a large payload as several calls, and one of any size as all at most', async () => {
  const [large, small] = [(await shareOf(5))!, (await shareOf(5))!]
  expect(await large.growTo(24_000_000, 1)).toBe(true)
  expect(await shareOf(5, 1)).toBeNull()
  expect(await small.growTo(2_000_000, 1)).toBe(false)
  small.release()
  expect(await large.growTo(100_000_000, 1)).toBe(true)
  large.release()
  for (const share of await takeAll(5)) share.release()
})
