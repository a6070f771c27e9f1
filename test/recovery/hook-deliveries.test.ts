/** `npm run chaos:hooks`: a short run, and its checks. */
import { describe, expect, it } from 'vitest'
import { checkDeliveries, type Wanted } from '../../scripts/chaos/hooks/checks.ts'
import type { Arrival } from '../../scripts/chaos/hooks/receiver.ts'
import { runHookChaos } from '../../scripts/chaos/hooks/run.ts'
import { expectToHold, failingNames } from './chaos-runs.ts'

const change = (event_id: number, from: string, to: string, more: Partial<Wanted> = {}): Wanted => ({
  event_id,
  annotation_id: 9,
  hook_id: 1,
  from,
  to,
  uuid: `call-${event_id}`,
  status: 'completed',
  attempts: 1,
  logged: 1,
  interrupted: 0,
  ...more,
})
const arrival = ({ uuid, annotation_id, from, to }: Wanted, more: Partial<Arrival> = {}): Arrival => ({
  path: '/first',
  id: uuid!,
  body: JSON.stringify({ annotation: { id: annotation_id, status: to, previous_status: from } }),
  reply: '200',
  ...more,
})
const twice = { attempts: 2, logged: 2 }
const one = change(1, 'importing', 'to_review', twice)
const two = change(2, 'to_review', 'reviewing')
const failed = arrival(one, { reply: '503' })

/** Returns the names of the checks that fail. */
const failing = (wanted: Wanted[], arrivals: Arrival[], pending = 0) =>
  failingNames(checkDeliveries({ wanted, arrivals, pending }, new Map([[1, '/first']])))

const ARRIVED = 'every change of status arrived at least once'
const BELONGS = 'every request belongs to one call, with its status and its hook'
const BYTES = 'all requests with one id have identical bytes'
const REPEATED = 'a request that was answered with 200 was repeated only if its sender was killed'
const ORDER = 'for each annotation and hook, no event arrived before the last attempt of the event before it'
const ENDED = 'every call has ended'
const LOGGED = 'the log has every attempt'

describe('the checks of chaos:hooks', () => {
  it('hold for a delivery that was repeated before the next one', () => {
    expect(failing([one, two], [failed, arrival(one), arrival(two)])).toEqual([])
  })

  it.each<[string, Wanted[], Arrival[], string[]]>([
    ['a missing request', [one, two], [failed, arrival(one)], [ARRIVED]],
    [
      'an event for which no call was planned',
      [{ ...one, uuid: null, status: null, attempts: 0, logged: 0 }],
      [],
      [ARRIVED, ENDED],
    ],
    ['an unknown id', [one], [failed, arrival(one), arrival(two)], [BELONGS]],
    ['a request at another hook', [two], [arrival(two, { path: '/second' })], [BELONGS]],
    ['the payload of another event', [two], [arrival(two, { body: arrival(one).body })], [BELONGS]],
    ['different bytes', [one], [failed, arrival(one, { body: `${arrival(one).body} ` })], [BYTES]],
    ['a repetition after a success', [one], [arrival(one), arrival(one)], [REPEATED]],
    ['an event before the last attempt of the one before', [one, two], [failed, arrival(two), arrival(one)], [ORDER]],
    ['a call that waits', [change(2, 'to_review', 'reviewing', { status: 'waiting' })], [arrival(two)], [ENDED]],
    ['an attempt without a record', [{ ...one, logged: 1 }], [failed, arrival(one)], [LOGGED]],
  ])('report %s', (_, wanted, arrivals, names) => {
    expect(failing(wanted, arrivals)).toEqual(names)
  })

  it('allow a repetition after a success if the sender was killed, and report pending deliveries', () => {
    const interrupted = { ...one, interrupted: 1 }
    expect(failing([interrupted], [arrival(one), arrival(one)])).toEqual([])
    expect(failing([two], [arrival(two)], 1)).toEqual(['no delivery is pending'])
  })
})

it('delivers every event in order while the worker and the API are killed', { timeout: 300_000 }, async () => {
  await expectToHold(() => runHookChaos({ deliveries: 30, kills: 1, seed: 7 }))
})
