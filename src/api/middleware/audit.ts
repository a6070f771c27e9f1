/** Records the changes of a request in the audit log, with the status of the response. */
import type { Context, Next } from 'koa'
import { completeAudit, duringRequest, type AuditedRequest } from '../../domain/requests/audit.ts'
import { auditReads } from '../../domain/requests/audit-reads.ts'
import { ApiError } from '../../errors.ts'
import type { State } from '../state.ts'

export async function audit(ctx: Context, next: Next): Promise<void> {
  const state = ctx.state as Partial<State> & Omit<State, 'who'>
  const { db, deps, request_id } = state
  const request: AuditedRequest = {
    method: ctx.method,
    path: state.logged_path,
    request_id,
    // Set by the check of the credentials, which may itself create a user.
    get who() {
      return state.who
    },
    written: [],
    secrets: new Map(),
  }
  const complete = (status: number) =>
    completeAudit(db, request, status).catch((error: unknown) => {
      deps.log.error({ err: error, request_id }, 'the audit log could not be completed')
    })
  try {
    await duringRequest(request, async () => {
      await next()
      // Without a record, no secret leaves the service.
      if (request.secrets?.size && ctx.status < 300) await auditReads(db, [...request.secrets.values()])
    })
  } catch (error) {
    // Refused sign-ons are recorded too.
    await complete(error instanceof ApiError ? error.status : 500)
    throw error
  }
  await complete(ctx.status)
}
