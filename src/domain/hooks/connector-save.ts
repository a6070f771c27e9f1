import type { Deps } from '../../deps.ts'
import { failedSave, judgeSave, type SaveOutcome } from '../../rules/connector-answer.ts'
import { OutgoingError, type OutgoingRequest } from '../../outgoing/outgoing-http.ts'
import { unseal } from '../requests/secrets.ts'
import { saveBody } from './connector-body.ts'
import type { Connector, RowOf } from '../../models/index.ts'

/** The place for which the secrets of connectors are sealed. */
export const CONNECTOR_KEY = 'connectors.client_ssl_key'
export const CONNECTOR_TOKEN = 'connectors.authorization_token'

const TIMEOUT_S = 60
const LARGEST_ANSWER = 1024 * 1024

/**
 * Calls `save` of the queue's connector once and returns its outcome; null if the queue has no connector. Failures of the connector or of
 * the connection are outcomes. Throws internal errors, errors of the stores, and the reason of `signal` if that aborted the call.
 */
export async function callSave(
  deps: Pick<Deps, 'db' | 'config' | 'outgoing'>,
  annotation_id: number,
  signal?: AbortSignal,
): Promise<SaveOutcome | null> {
  const connector = await deps
    .db('annotations as a')
    .join('queues as q', 'q.id', 'a.queue_id')
    .join('connectors as c', 'c.id', 'q.connector_id')
    .where('a.id', annotation_id)
    .first<RowOf<Connector> | undefined>('c.*')
  if (!connector) return null
  const request: OutgoingRequest = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...authorization(connector, deps) },
    body: JSON.stringify(await saveBody(deps, annotation_id)),
    timeout_ms: TIMEOUT_S * 1000,
    limit: LARGEST_ANSWER,
    ...certificate(connector, deps),
    ...(signal ? { signal } : {}),
  }
  try {
    const { status, body } = await deps.outgoing.request(saveUrl(connector), request)
    return judgeSave({ status, body: body.toString('utf8') })
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof OutgoingError) return failedSave(SENTENCES[error.reason])
    throw error
  }
}

const SENTENCES: Record<OutgoingError['reason'], string> = {
  refused: 'The service does not send requests to the address of the connector.',
  timeout: `The connector did not respond within ${TIMEOUT_S} seconds.`,
  too_large: 'The response of the connector is too large.',
  unreachable: 'The connector could not be reached.',
}

function saveUrl({ service_url, params }: RowOf<Connector>): URL {
  const url = new URL(service_url)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/save`
  url.hash = ''
  url.search = [url.search.slice(1), params?.replace(/^\?/, '')].filter(Boolean).join('&')
  return url
}

/** The token goes out as it was given: for Basic it is encoded already. */
function authorization(
  { authorization_type, sealed_authorization_token: sealed }: RowOf<Connector>,
  { config }: Pick<Deps, 'config'>,
): Record<string, string> {
  return sealed ? { Authorization: `${authorization_type} ${unseal<string>(config, CONNECTOR_TOKEN, sealed)}` } : {}
}

function certificate(
  { client_ssl_certificate: cert, sealed_client_ssl_key: sealed }: RowOf<Connector>,
  { config }: Pick<Deps, 'config'>,
): Pick<OutgoingRequest, 'certificate'> {
  return cert && sealed ? { certificate: { cert, key: unseal<string>(config, CONNECTOR_KEY, sealed) } } : {}
}
