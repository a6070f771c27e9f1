/** Actions that call a hook: a test, a call by hand, and the repetition of a past call. */
import { Type } from 'typebox'
import { randomUUID } from 'node:crypto'
import { callOnce, testCall } from '../../domain/hooks/delivery/manual.ts'
import { requestRedelivery } from '../../domain/hooks/delivery/redeliver.ts'
import { ApiError, badRequest } from '../../errors.ts'
import type { Hook, RowOf } from '../../models/index.ts'
import { expandEvents } from '../../rules/hooks/events.ts'
import { can } from '../access.ts'
import type { Action } from '../framework/define.ts'
import type { Values } from '../framework/fields.ts'
import { answerWith, ok, type Request } from '../framework/request.ts'
import { HookConfig } from './hook-config-schemas.ts'
import { testedConfig, type Config } from './hook-config.ts'
import { visibleRun } from './hook-logs.ts'
import { presentWith } from './present-payload.ts'

type HookAction = Action<RowOf<Hook>>

const Payload = Type.Record(Type.String(), Type.Unknown())

export const test: HookAction = {
  method: 'post',
  path: 'test',
  summary: 'Call the hook once with a given payload. Its response has no effect.',
  may: can('administer'),
  body: Type.Object({
    payload: { ...Payload, description: 'The payload, as `generate_payload` returns it.' },
    config: Type.Optional({ ...HookConfig, description: 'Settings that replace those of the hook for this call.' }),
  }),
  example: () => ({ payload: { event: 'invocation', action: 'manual' } }),
  responds: {
    status: 200,
    body: Type.Object({
      response: Type.Unknown({
        description: 'JSON response of the hook; its text if it is not JSON; null without one.',
      }),
      log: Type.String({ description: 'What the function printed.' }),
      status_code: Type.Union([Type.Integer(), Type.Null()], { description: 'HTTP status of a webhook.' }),
      error: Type.Union([Type.String(), Type.Null()], { description: 'Why the call failed; null if it did not.' }),
    }),
  },
  handle: async (request: Request<{ payload: Values; config?: Config }>, row) => {
    const { payload, config } = request.body
    const isOwnCode = config?.code === undefined
    if (row.type === 'function' && isOwnCode && row.status !== 'ready')
      throw new ApiError(
        409,
        'conflict_status',
        notReady(row),
        {},
        row.status === 'pending' ? { 'Retry-After': '10' } : {},
      )
    return ok(await testCall(request.deps, row, testedConfig(row, config ?? {}, request), payload))
  },
}

export const invoke: HookAction = {
  method: 'post',
  path: 'invoke',
  summary: 'Call the hook with the event `invocation.manual` and return its response.',
  may: can('administer'),
  body: { ...Payload, description: 'Keys that are added to the payload.' },
  example: () => ({ supplier: 'Acme' }),
  responds: { status: 200, body: Type.Unknown() },
  handle: async (request: Request<Values>, row) => {
    const events = expandEvents(row.events)
    const action = ['manual', 'interface'].find((one) => events.includes(`invocation.${one}`))
    if (!action) throw badRequest('The hook does not listen to invocation.manual.')
    if (!row.active) throw badRequest('The hook is not active.')
    if (row.type === 'function' && row.status !== 'ready') throw badRequest(notReady(row))
    const finished = await callOnce(request.deps, presentWith(request.deps), row, {
      cause: `interactive:${randomUUID()}`,
      event: 'invocation',
      action,
      facts: { added: request.body },
    })
    const { answer, response, attempt } = finished
    if (attempt.status !== 'completed')
      throw badRequest(answer?.messages[0]?.content ?? answer?.reason ?? attempt.reason ?? 'The call failed.')
    if (response === undefined) throw badRequest('The response of the hook is not JSON.')
    return ok(response)
  },
}

const notReady = ({ status, build_error }: RowOf<Hook>): string =>
  status === 'failed' ? `The function could not be built: ${build_error ?? ''}` : 'Function is not ready.'

export const redeliver: HookAction = {
  method: 'post',
  path: 'redeliver',
  summary: 'Repeat a finished call with its id and payload.',
  may: can('administer'),
  body: Type.Object({
    run: Type.String({ format: 'uuid', description: 'Id of the call, as in `GET /v1/hooks/runs`.' }),
  }),
  example: () => ({ run: '4f9e0cfe-0d43-4a5f-8a35-1f2b0d8f7a10' }),
  responds: { status: 202, body: Type.Object({ run: Type.String({ description: 'Id of the call.' }) }) },
  handle: async (request: Request<{ run: string }>, row) => {
    const { deps, who, request_id, body } = request
    await visibleRun(body.run, request)
    await requestRedelivery(deps, row, body.run.toLowerCase(), { actor_id: who.user_id, request_id })
    return answerWith(202, { run: body.run })
  },
}
