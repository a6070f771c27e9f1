/** What has to hold between the events in the database and the requests that reached the receiver. Pure. */
import type { Result } from '../report.ts'
import type { Arrival } from './receiver.ts'

/** A change of status that one hook has to receive, and its call in the database. */
export interface Wanted {
  event_id: number
  annotation_id: number
  hook_id: number
  from: string
  to: string
  /** Null if no call was planned. */
  uuid: string | null
  status: string | null
  attempts: number
  /** Records in the log of the hook. */
  logged: number
  /** Those about attempts whose process was killed. */
  interrupted: number
}

export interface Evidence {
  wanted: readonly Wanted[]
  arrivals: readonly Arrival[]
  /** Deliveries of events that are pending. */
  pending: number
}

const named = ({ event_id, annotation_id, hook_id, from, to }: Wanted) =>
  `event ${event_id} (annotation ${annotation_id}, ${from} to ${to}) for hook ${hook_id}`

/** Returns each check with its violations. `paths` are the paths of the hooks by id. */
export function checkDeliveries({ wanted, arrivals, pending }: Evidence, paths: ReadonlyMap<number, string>): Result[] {
  const byId = Map.groupBy(arrivals, ({ id }) => id)
  const calls = new Map(wanted.flatMap((one) => (one.uuid ? [[one.uuid, one] as const] : [])))
  const received = (one: Wanted) => (one.uuid ? (byId.get(one.uuid) ?? []) : [])
  return [
    {
      name: 'every change of status arrived at least once',
      violations: wanted.filter((one) => received(one).length === 0).map((one) => `${named(one)} did not arrive.`),
    },
    {
      name: 'every request belongs to one call, with its status and its hook',
      violations: arrivals.flatMap((arrival) => misdirected(arrival, calls.get(arrival.id), paths)),
    },
    {
      name: 'all requests with one id have identical bytes',
      violations: [...byId].flatMap(([id, all]) =>
        new Set(all.flatMap(({ body }) => body ?? [])).size > 1 ? [`The requests with id ${id} differ.`] : [],
      ),
    },
    {
      name: 'a request that was answered with 200 was repeated only if its sender was killed',
      violations: wanted.flatMap((one) => {
        const repeated = received(one)
          .slice(0, -1)
          .filter(({ reply }) => reply === '200').length
        return repeated > one.interrupted
          ? [`${named(one)} was repeated ${repeated} times after it had succeeded.`]
          : []
      }),
    },
    {
      name: 'for each annotation and hook, no event arrived before the last attempt of the event before it',
      violations: outOfOrder(wanted, arrivals),
    },
    {
      name: 'every call has ended',
      violations: wanted
        .filter(({ status }) => status !== 'completed' && status !== 'failed')
        .map((one) => `The call of ${named(one)} is ${one.status ?? 'missing'}.`),
    },
    { name: 'no delivery is pending', violations: pending > 0 ? [`${pending} deliveries are pending.`] : [] },
    {
      name: 'the log has every attempt',
      violations: wanted.flatMap((one) => {
        const requests = received(one).length
        return one.logged !== one.attempts || requests > one.logged
          ? [`${named(one)}: ${requests} requests, ${one.attempts} attempts, ${one.logged} records in the log.`]
          : []
      }),
    },
  ]
}

function misdirected(arrival: Arrival, call: Wanted | undefined, paths: ReadonlyMap<number, string>): string[] {
  if (!call) return [`A request with id ${arrival.id} belongs to no call.`]
  if (arrival.path !== paths.get(call.hook_id)) return [`${named(call)} arrived at ${arrival.path}.`]
  if (arrival.body === null) return []
  const { annotation } = JSON.parse(arrival.body) as {
    annotation: { id: number; status: string; previous_status: string }
  }
  const isSame =
    annotation.id === call.annotation_id && annotation.status === call.to && annotation.previous_status === call.from
  return isSame ? [] : [`${named(call)} says ${annotation.previous_status} to ${annotation.status}.`]
}

function outOfOrder(wanted: readonly Wanted[], arrivals: readonly Arrival[]): string[] {
  const calls = new Map(wanted.map((one) => [one.uuid, one]))
  const newest = new Map<string, Wanted>()
  return arrivals.flatMap(({ id }) => {
    const call = calls.get(id)
    if (!call) return []
    const line = `${call.annotation_id} ${call.hook_id}`
    const before = newest.get(line)
    if (before && before.event_id > call.event_id) return [`${named(call)} arrived after ${named(before)}.`]
    newest.set(line, call)
    return []
  })
}
