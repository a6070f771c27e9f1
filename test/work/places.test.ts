import { describe, expect, it } from 'vitest'
import { openPlaces, type Lane, type Places } from '../../db/places.ts'

const late = () => new Error('late')

/** Takes places for lanes in the order of the list; `got` has those that have one, in their order. */
function aQueue(places: Places, lanes: Lane[]) {
  const got: Lane[] = []
  for (const lane of lanes)
    places.enter(lane, 60_000, late).then(
      () => got.push(lane),
      // Those that still wait when their test ends are refused while others run.
      () => {},
    )
  return got
}
const turn = () => new Promise((resolve) => setImmediate(resolve))
const times = (count: number, lane: Lane): Lane[] => Array.from({ length: count }, () => lane)

describe('places of a pool', () => {
  it('are all for an organization that is alone, but two', async () => {
    const got = aQueue(openPlaces(10), times(20, 1))
    await turn()
    expect(got).toEqual(times(8, 1))
  })

  it('are left to others by one that takes many', async () => {
    const places = openPlaces(10)
    await places.enter(2, 0, late)
    places.leave(2)
    const got = aQueue(places, [...times(20, 1), 2, 2, 3, 4])
    await turn()
    expect(got).toEqual([...times(6, 1), 2, 2, 3, 4])
  })

  it('are kept for organizations that have none, whatever the others do', async () => {
    const got = aQueue(openPlaces(10), [...times(20, 1), 2, 3, ...times(5, 4)])
    await turn()
    expect(got).toEqual([...times(8, 1), 2, 3])
  })

  it('become free for the organization that had one the longest time ago', async () => {
    const places = openPlaces(5)
    const got = aQueue(places, [...times(6, 1), 2, 3, 4, 4])
    await turn()
    expect(got).toEqual([1, 1, 1, 2, 3])
    // Two places stay free for lanes that have none.
    for (const lane of [1, 1, 1, 4]) {
      places.leave(lane)
      await turn()
    }
    expect(got.slice(5)).toEqual([4, 1, 4])
  })

  it('are all for the service itself', async () => {
    const got = aQueue(openPlaces(5), [...times(7, undefined), 1])
    await turn()
    expect(got).toEqual(times(5, undefined))
  })

  it('become all usable again a minute after others had one', async () => {
    let now = 0
    const places = openPlaces(10, () => now)
    await places.enter(2, 0, late)
    places.leave(2)
    now = 61_000
    const got = aQueue(places, times(20, 1))
    await turn()
    expect(got).toHaveLength(8)
  })

  it('are not awaited longer than asked, and stay usable', async () => {
    const places = openPlaces(1)
    expect(await places.enter(1, 0, late)).toBe(false)
    await expect(places.enter(2, 0, late)).rejects.toThrow('late')
    const waiting = places.enter(3, 60_000, late)
    places.leave(1)
    expect(await waiting).toBe(true)
  })
})
