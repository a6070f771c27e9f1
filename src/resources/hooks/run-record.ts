/** `GET hooks/runs/{uuid}/record`: what is needed to repeat a call of a function on the author's machine. */
import { Type } from 'typebox'
import type { FunctionRecord } from '../../domain/hooks/delivery/call-function.ts'
import { RECORD } from '../../domain/hooks/delivery/finish.ts'
import { thaw } from '../../domain/hooks/delivery/payload.ts'
import { unseal } from '../../domain/requests/secrets.ts'
import { forbidden, notFound } from '../../errors.ts'
import { Hook, HookLog, HookRun } from '../../models/index.ts'
import { hiding, REDACTED, redacted } from '../../rules/hooks/redact.ts'
import { can } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { visibleRows } from '../framework/query.ts'
import { resourceAt } from '../framework/registry.ts'
import { ok, type Request } from '../framework/request.ts'
import { visibleRun } from './hook-logs.ts'

const Any = Type.Record(Type.String(), Type.Unknown())
const orNull = (type: 'String' | 'Number', description: string) =>
  Type.Union([type === 'String' ? Type.String() : Type.Number(), Type.Null()], { description })

/** Headers that authenticate a request, in whatever form. */
const PRIVATE_HEADERS = ['authorization', 'proxy-authorization', 'cookie', 'x-api-key']
const REQUEST =
  'Its requests in order, each with its response or error and the position of the response; values of secrets are redacted.'

const RunRecord = Type.Object({
  uuid: Type.String({ description: 'Id of the call.' }),
  hook: Type.String({ description: 'URL of the hook.' }),
  runtime: Type.String({ description: 'Runtime of the function.' }),
  code: Type.String({ description: 'Code that was called.' }),
  third_party_library_pack: orNull('String', 'Libraries of the function.'),
  timeout_ms: Type.Number({ description: 'Its limit of time, in milliseconds.' }),
  memory_limit_mb: Type.Number({ description: 'Its limit of memory.' }),
  payload: { ...Any, description: 'The payload, with the values of secrets and the token redacted.' },
  settings: { ...Any, description: 'Settings of the hook in the payload.' },
  secrets: Type.Array(Type.String(), { description: 'Names of the secrets in the payload.' }),
  clock_ms: Type.Number({ description: 'Time at the start of the function, in milliseconds since 1970.' }),
  seed: Type.String({ description: 'Seed of its random numbers.' }),
  calls: Type.Array(Any, { description: REQUEST }),
  is_incomplete: Type.Boolean({ description: 'Whether requests are missing, because they have more than 20 MB.' }),
  response: Type.Unknown({ description: 'Its response; null if it failed.' }),
  response_text: orNull('String', 'The response byte for byte, as JSON text; null if it failed.'),
  output: orNull('String', 'What it printed.'),
  error: orNull('String', 'Why it failed; null if it did not.'),
  failure: Type.Union([Any, Type.Null()], { description: 'The failure with kind, exception, line and traceback.' }),
  ms: Type.Number({ description: 'How long it ran, in milliseconds.' }),
  memory_mb: Type.Number({ description: 'Its memory at its end.' }),
})

/** The requests of a function without what the payload contains for the hook only. */
function shownCalls(calls: FunctionRecord['calls'], hide: (text: string) => string): Record<string, unknown>[] {
  return calls.map(({ request: { method, url, headers, body: sent }, answer, ...result }) => ({
    request: {
      method,
      url: hide(url),
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          PRIVATE_HEADERS.includes(name.toLowerCase()) ? REDACTED : hide(value),
        ]),
      ),
      body: sent === null ? null : hide(sent),
    },
    ...(answer ? { answer: { ...answer, body: hide(answer.body) } } : {}),
    ...result,
  }))
}

/** A secret of digits may have been part of a number. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const namesIn = (payload: unknown): string[] => {
  const secrets: unknown = Object(payload).secrets
  return typeof secrets === 'object' && secrets !== null ? Object.keys(secrets) : []
}

export const runRecord: Action = {
  method: 'get',
  path: 'runs/:uuid/record',
  summary:
    'Return what is needed to repeat the call of a function; recorded if the hook has `payload_logging_enabled`.',
  may: can('administer'),
  responds: { status: 200, body: RunRecord },
  handle: async (request: Request) => {
    const { db, config, urls, params } = request
    const uuid = params.uuid?.toLowerCase() ?? ''
    await visibleRun(uuid, request)
    const run = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid)
      ? await HookRun.query(db).findOne({ uuid, organization_id: request.who.organization_id })
      : undefined
    const hook = run ? await Hook.query(db).findById(run.hook_id) : undefined
    const isVisible =
      hook && (await visibleRows(resourceAt('hooks'), request).where('hooks.id', hook.id).first('hooks.id'))
    if (!run || !hook || !isVisible) throw notFound('Hook run')
    if (hook.config.private === true) throw forbidden('The code of a private hook is not shown.')
    if (!run.sealed_record || !run.sealed_payload) throw notFound('Record of the call')
    const { pack, response, calls, ...record } = unseal<FunctionRecord>(config, RECORD, run.sealed_record)
    const body = thaw({ config }, run.sealed_payload)
    const payload: Record<string, unknown> = JSON.parse(redacted(body))
    const hide = hiding(JSON.parse(body))
    const shown = response === null ? null : hide(response)
    const log = await HookLog.query(db).where({ uuid }).orderBy('id', 'desc').first()
    return ok({
      uuid,
      hook: urls.of('hooks', hook.id),
      ...record,
      third_party_library_pack: pack,
      payload,
      settings: payload.settings ?? {},
      secrets: namesIn(payload),
      calls: shownCalls(calls, hide),
      response: shown === null ? null : parsed(shown),
      response_text: shown,
      output: log?.output ?? null,
      error: run.response?.reason ?? null,
    })
  },
}
