/** What a key of an object controls. */
import type { Values } from '../kinds.ts'

export interface Change {
  before: Values
  after: Values
}

/** Returns what a change weakens, as clauses such as `automation rises from never to always`. */
export type Control = (change: Change) => string[]

/** The control of each key; null for keys that control nothing. */
export type Controls = Readonly<Record<string, Control | null>>

/** Keys that control nothing. */
export const free = <Key extends string>(...keys: Key[]): Record<Key, null> =>
  Object.fromEntries(keys.map((key) => [key, null])) as Record<Key, null>

export const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(nameOf) : [])

/** The name in a reference, which is a name or an object such as `{ "object": "queues", "name": "Invoices" }`. */
export const nameOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : String(value)

/** Texts of the second list that the first lacks. */
export const added = (before: unknown, after: unknown): string[] =>
  textsOf(after).filter((one) => !textsOf(before).includes(one))

export const removed = (before: unknown, after: unknown): string[] => added(after, before)

/** A control that is weaker while the key has this value. */
export const weakerIf =
  (key: string, value: unknown, clause: string): Control =>
  ({ before, after }) =>
    after[key] === value && before[key] !== value ? [clause] : []

/** A list that may not become shorter. */
export const keeps =
  (key: string, clause: (names: string) => string): Control =>
  ({ before, after }) => {
    const gone = removed(before[key], after[key])
    return gone.length ? [clause(gone.join(', '))] : []
  }

/** Whether a condition is met more or less often cannot be decided: each change of one is asked about. */
export const condition: Control = ({ before, after }) =>
  JSON.stringify(before['condition']) === JSON.stringify(after['condition'])
    ? []
    : [`its condition changes to ${JSON.stringify(after['condition'])}`]

/** A number that may not fall, with the number that an absent one means. */
export const falls =
  (key: string, absent: number): Control =>
  ({ before, after }) => {
    const [old, next] = [before, after].map((values) => Number(values[key] ?? absent)) as [number, number]
    return next < old ? [`${key} falls from ${old} to ${next}`] : []
  }
