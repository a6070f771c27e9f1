/** Actions on one hook. */
import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { secretsOf } from '../../domain/hooks/config.ts'
import { copyHook } from '../../domain/hooks/hooks.ts'
import { notFound } from '../../errors.ts'
import type { Hook, RowOf } from '../../models/index.ts'
import { allowed, can } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { resourceAt } from '../framework/registry.ts'
import { ok, type Request } from '../framework/request.ts'
import { createBy, respond } from '../framework/verbs.ts'
import { payloadOf } from './payload.ts'
import { OccasionBody, documentedOccasion } from './payload-schemas.ts'
import { occasionOf, type RequestedEvent } from './requested-event.ts'

type HookAction = Action<RowOf<Hook>>

export const duplicate: HookAction = {
  method: 'post',
  path: 'duplicate',
  summary: 'Copy a hook. The copy is inactive and has no queues.',
  may: allowed('hooks').create,
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 255, description: 'Name of the copy.' }),
    copy_secrets: Type.Optional(Type.Boolean({ default: false, description: 'Whether to copy its secrets.' })),
    copy_dependencies: Type.Optional(Type.Boolean({ default: false, description: 'Whether to copy `run_after`.' })),
  }),
  example: () => ({ name: 'A copy', copy_secrets: false, copy_dependencies: false }),
  responds: { status: 201, body: Type.Ref('hooks') },
  handle: async (
    request: Request<{ name: string; copy_secrets?: boolean; copy_dependencies?: boolean }>,
    row: RowOf<Hook>,
  ) => {
    const { name, copy_secrets = false, copy_dependencies = false } = request.body
    const hooks = resourceAt('hooks')
    const id = await createBy(hooks, request, ({ db, who }) =>
      copyHook(db, who, row, { name, copy_secrets, copy_dependencies }),
    )
    return respond(hooks, request, id, 201)
  },
}

export const secretsKeys: HookAction = {
  method: 'get',
  path: 'secrets_keys',
  summary: 'List the names of the secrets.',
  may: can('administer'),
  responds: { status: 200, body: Type.Array(Type.String()) },
  handle: async (request, row) => ok(Object.keys(secretsOf(row, request.config))),
}

export const generate: HookAction = {
  method: 'post',
  path: 'generate_payload',
  summary: 'Generate the payload that the hook would receive for an event; values of secrets are redacted.',
  may: can('administer'),
  body: OccasionBody,
  documented: documentedOccasion,
  example: (url) => ({
    event: 'annotation_content',
    action: 'initialize',
    annotation: url('annotations'),
    previous_status: 'importing',
    status: 'to_review',
  }),
  responds: { status: 200, body: Type.Record(Type.String(), Type.Unknown()) },
  handle: async (request: Request<RequestedEvent>, row) => {
    const [, token = null] = /^(?:bearer|token)\s+(\S+)$/i.exec(request.header('Authorization').trim()) ?? []
    const names = Object.keys(secretsOf(row, request.config))
    const payload = await payloadOf(request, row, await occasionOf(request.body, request), {
      request_id: randomUUID(),
      at: request.deps.clock(),
      token,
      secrets: Object.fromEntries(names.map((name) => [name, '[redacted...]'])),
      updated_datapoints: [],
    })
    if (!payload) throw notFound('Object of the event')
    return ok(payload)
  },
}
