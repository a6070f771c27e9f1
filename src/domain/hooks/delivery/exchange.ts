/** One request to a hook and its outcome, the same for webhooks and functions. */
import type { Deps } from '../../../deps.ts'
import { callWebhook, pollWebhook, type WebhookResult, type WebhookTarget } from '../../../outgoing/webhooks.ts'
import type { Hook, RowOf } from '../../../models/index.ts'
import type { HookConfig } from '../config.ts'
import { callFunction } from './call-function.ts'
import type { Exchange, HookRequest } from './exchange-record.ts'

export type { Exchange, HookRequest } from './exchange-record.ts'

type Caller = Pick<Deps, 'config' | 'outgoing' | 'functions' | 'ownApi'>

/** Calls a hook once. Failures are outcomes; throws internal errors and the reason of `signal`. */
export async function callHookOnce(
  deps: Caller,
  { type, organization_id }: Pick<RowOf<Hook>, 'type' | 'organization_id'>,
  config: HookConfig,
  request: HookRequest,
): Promise<Exchange> {
  if (type === 'function') return callFunction(deps, organization_id, config, request)
  const { uuid: id, ...rest } = request
  return fromWebhook(await callWebhook(deps.outgoing, targetOf(config), { ...rest, id, names: deps.config.compat }))
}

/** Asks a webhook for the response that it deferred. */
export async function pollHook(
  deps: Caller,
  config: HookConfig,
  location: string,
  { uuid: id, at, timeout_ms, signal }: Omit<HookRequest, 'body'>,
): Promise<Exchange> {
  const attempt = { id, at, timeout_ms, names: deps.config.compat, ...(signal ? { signal } : {}) }
  return fromWebhook(await pollWebhook(deps.outgoing, targetOf(config), location, attempt))
}

function targetOf({ url, secret, insecure_ssl, client_ssl_certificate, client_ssl_key }: HookConfig): WebhookTarget {
  return {
    url: url ?? '',
    secret: secret ?? null,
    insecure_ssl: insecure_ssl ?? false,
    ...(client_ssl_certificate && client_ssl_key
      ? { certificate: { cert: client_ssl_certificate, key: client_ssl_key } }
      : {}),
  }
}

const fromWebhook = ({ ms, ...outcome }: WebhookResult): Exchange => ({ outcome, ms })
