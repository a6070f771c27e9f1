/** What the administration shows, computed. Pure. */
import type { SchemaDatapoint, SchemaMultivalue, SchemaSection, User } from '../../api/types.ts'
import { columnsOf } from '../../app/schema-fields.ts'

/** Returns the sections with only the fields and tables whose label, id or source contains a text. */
export function searchSchema(content: readonly SchemaSection[], text: string): SchemaSection[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return [...content]
  const has = (...texts: (string | null | undefined)[]) => texts.some((one) => one?.toLowerCase().includes(wanted))
  const hasField = (field: SchemaDatapoint) => has(field.label, field.id, ...(field.rir_field_names ?? []))
  return content.flatMap((section) => {
    const children = section.children.flatMap((child): (SchemaDatapoint | SchemaMultivalue)[] => {
      if (child.category === 'datapoint') return hasField(child) ? [child] : []
      if (has(child.label, child.id)) return [child]
      const columns = columnsOf(child).filter(hasField)
      if (!columns.length) return []
      return child.children.category === 'tuple'
        ? [{ ...child, children: { ...child.children, children: columns } }]
        : [child]
    })
    return children.length || has(section.label, section.id)
      ? [{ ...section, children: children.length ? children : section.children }]
      : []
  })
}

export type Source = 'captured' | 'data' | 'manual' | 'formula' | 'reasoning' | 'lookup' | 'button' | 'none'

/** Returns where the value of a field comes from. */
export function sourceOf({ type, ui_configuration, rir_field_names }: SchemaDatapoint): Source {
  if (type === 'button') return 'button'
  return ui_configuration?.type ?? (rir_field_names?.length ? 'captured' : 'none')
}

export type Constraint =
  | { kind: 'required' | 'optional' }
  | { kind: 'exact' | 'min' | 'max'; count: number }
  | { kind: 'pattern'; pattern: string }

/** Lists the conditions that a value must meet. A field is required unless it says otherwise. */
export function constraintsOf({ constraints, type }: SchemaDatapoint): Constraint[] {
  if (type === 'button') return []
  const { exact, min, max } = constraints?.length ?? {}
  const count = (kind: 'exact' | 'min' | 'max', value: number | null | undefined): Constraint[] =>
    value === null || value === undefined ? [] : [{ kind, count: value }]
  const pattern = constraints?.regexp?.pattern
  return [
    { kind: constraints?.required === false ? 'optional' : 'required' },
    ...count('exact', exact),
    ...count('min', min),
    ...count('max', max),
    ...(pattern ? [{ kind: 'pattern' as const, pattern }] : []),
  ]
}

/** Returns the seconds between two moments; null while the second has not come. */
export const secondsBetween = (start: string, end: string | null): number | null =>
  end === null ? null : Math.max(0, (Date.parse(end) - Date.parse(start)) / 1000)

/** Returns a JSON text with indentation, and any other text as it is. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Returns the list of queues of a user with a queue added or removed; null if nothing changes. */
export function withQueue(queues: readonly string[], queue: string, isMember: boolean): string[] | null {
  if (queues.includes(queue) === isMember) return null
  return isMember ? [...queues, queue] : queues.filter((one) => one !== queue)
}

/** Returns the name of a user for people: first and last name, or else the user name. */
export const personOf = ({
  first_name,
  last_name,
  username,
}: Pick<User, 'first_name' | 'last_name' | 'username'>): string => `${first_name} ${last_name}`.trim() || username

/** Whether a user matches a search text, by name, user name or email. */
export const matchesUser = (user: User, text: string): boolean => {
  const wanted = text.trim().toLowerCase()
  return [personOf(user), user.username, user.email].some((one) => one.toLowerCase().includes(wanted))
}

/** Reads a duration of the API, `01:00:00` or `2 01:00:00` with days, in seconds; null if it has another form. */
export function durationOf(text: string): number | null {
  const [, days = '0', hours, minutes, seconds] = /^(?:(\d+) )?(\d+):(\d\d):(\d\d)(?:\.\d+)?$/.exec(text) ?? []
  if (hours === undefined) return null
  return Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** Groups events such as `annotation_content.started` by their name, with their actions in words; a bare name means all actions. */
export function groupEvents(events: readonly string[]): { event: string; actions: string[] }[] {
  const groups = new Map<string, string[]>()
  for (const one of events) {
    const [event, action] = one.split('.') as [string, string?]
    groups.set(event, [...(groups.get(event) ?? []), ...(action ? [action.replaceAll('_', ' ')] : [])])
  }
  return [...groups].map(([event, actions]) => ({ event, actions }))
}
