/** The event of `generate_payload`, whose objects the request names by their URLs. */
import { invalid } from '../../errors.ts'
import { isStatus } from '../../rules/annotations/status.ts'
import { HOOK_EVENTS } from '../../rules/hooks/events.ts'
import { referencesIn } from '../framework/relations.ts'
import type { ResourcePath } from '../framework/registry.ts'
import type { Caller } from '../framework/request.ts'
import type { Occasion } from './payload.ts'

export interface RequestedEvent {
  event: string
  action: string
  annotation?: string
  previous_status?: string
  status?: string
  upload?: string
  email?: string
}

/** Throws `invalid` if a property that the event requires is missing, or names an object that the caller does not see. */
export async function occasionOf(requested: RequestedEvent, caller: Caller): Promise<Occasion> {
  const { event, action, status, previous_status } = requested
  if (!HOOK_EVENTS[event]?.includes(action)) throw invalid({ action: [`"${action}" is not a valid choice.`] })
  if (event === 'upload')
    return { event, action, upload_id: await idOf('upload', 'uploads', requested.upload, caller), facts: {} }
  if (event === 'email')
    return { event, action, email_id: await idOf('email', 'emails', requested.email, caller), facts: {} }
  if (!event.startsWith('annotation_')) return { event, action, facts: {} }
  return {
    event,
    action,
    facts: { status: statusOf('status', status), previous_status: statusOf('previous_status', previous_status) },
    annotation_id: await idOf('annotation', 'annotations', requested.annotation, caller),
  }
}

/** Returns the id of a required reference. */
async function idOf(name: string, collection: ResourcePath, url: string | undefined, caller: Caller): Promise<number> {
  const [id] = await referencesIn(collection, url || [], [name], caller)
  if (id === undefined) throw invalid({ [name]: ['This field is required.'] })
  return id
}

function statusOf(name: string, status: string | undefined): string {
  if (status === undefined) throw invalid({ [name]: ['This field is required.'] })
  if (!isStatus(status)) throw invalid({ [name]: [`"${status}" is not a valid choice.`] })
  return status
}
