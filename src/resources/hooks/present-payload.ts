/** Builds the payloads of calls as the service itself sees the objects, independent of the user who caused the event. */
import { baseUrl, type Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import type { Present } from '../../domain/hooks/delivery/payload.ts'
import { Organization } from '../../models/index.ts'
import type { Caller } from '../framework/request.ts'
import { urlsAt } from '../framework/urls.ts'
import { payloadOf } from './payload.ts'

/** Returns a caller that sees all objects of one organization. There is no request, so the URLs start with the configured address. */
export async function serviceCaller(
  { db, config }: { db: Deps['db']; config: Config },
  organization_id: number,
): Promise<Caller> {
  const { organization_group_id } = await Organization.query(db).findById(organization_id).throwIfNotFound()
  const who = { user_id: 0, organization_id, organization_group_id, username: '', email: '', roles: ['admin' as const] }
  return { who, db, config, urls: urlsAt(baseUrl(config)) }
}

/** Returns the function that builds the payload of a call. */
export const presentWith =
  (deps: Pick<Deps, 'db' | 'config'>): Present =>
  async (run, hook, particulars) =>
    payloadOf(await serviceCaller(deps, run.organization_id), hook, run, { request_id: run.request_id, ...particulars })
