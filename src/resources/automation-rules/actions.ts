/** Converts actions of rules between API and database: references in payloads are URLs in the API and ids in the database. */
import { invalid } from '../../errors.ts'
import { checkActions, newerFields, normalizeAction, type RuleAction } from '../../rules/automation-rules/actions.ts'
import type { Values } from '../framework/fields.ts'
import { visibleIds } from '../framework/relations.ts'
import { idFromUrl } from '../framework/urls.ts'
import type { Caller } from '../framework/request.ts'

/** Payload keys that refer to objects, with the collections of the objects. */
const REFERENCES = [
  { key: 'labels', collection: 'labels', newer: 'labels' },
  { key: 'email_template', collection: 'email_templates', newer: 'email_template' },
  { key: 'queue_id', collection: 'queues', newer: 'queue' },
] as const

/** Returns the actions of a request in their stored form. Throws `invalid` with `{actions: [{…}, …]}`. */
export async function storedActions(actions: Values[], caller: Caller): Promise<RuleAction[]> {
  const wrong = checkActions(actions)
  if (wrong) throw invalid({ actions: wrong })
  const stored = actions.map(normalizeAction)
  const errors = stored.map((): Values => ({}))
  for (const { key, collection, newer } of REFERENCES) {
    const references = stored.map(({ payload }) =>
      payload[key] === undefined ? [] : [payload[key]].flat().map((value) => idOf(collection, value)),
    )
    const seen = new Set<number>(
      await visibleIds(
        collection,
        references.flat().filter((id) => id !== null),
        caller,
      ),
    )
    references.forEach((ids, index) => {
      const sent = newer in (actions[index]!.payload as Values) ? newer : key
      if (ids.includes(null)) errors[index]!.payload = { [sent]: ['Invalid hyperlink - No URL match.'] }
      else if (ids.some((id) => !seen.has(id!)))
        errors[index]!.payload = { [sent]: ['Invalid hyperlink - object does not exist.'] }
      else if (ids.length) stored[index]!.payload[key] = key === 'labels' ? [...new Set(ids)] : ids[0]
    })
  }
  if (errors.some((error) => error.payload)) throw invalid({ actions: errors })
  return stored
}

const idOf = (collection: string, value: unknown): number | null =>
  typeof value === 'number' ? value : idFromUrl(collection, value)

/** Returns stored actions in the newer form, with URLs in place of ids. */
export function showActions(actions: RuleAction[], { urls }: Caller): RuleAction[] {
  return actions.map((action) => {
    const { queue_id, ...payload } = newerFields(action.type, action.payload)
    const { labels, email_template } = payload as { labels?: number[]; email_template?: number }
    return {
      ...action,
      payload: {
        ...payload,
        ...(typeof queue_id === 'number' ? { queue: urls.of('queues', queue_id) } : {}),
        ...(labels ? { labels: labels.map((id) => urls.of('labels', id)) } : {}),
        ...(email_template ? { email_template: urls.of('email_templates', email_template) } : {}),
      },
    }
  })
}
