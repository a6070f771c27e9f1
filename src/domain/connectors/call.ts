/** Requests to the connector of a queue. */
import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import { OutgoingError, type OutgoingRequest } from '../../outgoing/outgoing-http.ts'
import type { Connector, RowOf } from '../../models/index.ts'
import { unseal } from '../requests/secrets.ts'

/** The place for which the secrets of connectors are sealed. */
export const CONNECTOR_KEY = 'connectors.client_ssl_key'
export const CONNECTOR_TOKEN = 'connectors.authorization_token'

const MAX_ANSWER = 1024 * 1024

/** Returns the connector of an annotation's queue; undefined if it has none. */
export const connectorOf = async (db: Knex, annotation_id: number): Promise<RowOf<Connector> | undefined> =>
  db('annotations as a')
    .join('queues as q', 'q.id', 'a.queue_id')
    .join('connectors as c', 'c.id', 'q.connector_id')
    .where('a.id', annotation_id)
    .first<RowOf<Connector> | undefined>('c.*')

export interface ConnectorRequest {
  endpoint: 'save' | 'validate'
  /** Further parameters of the query. */
  query?: string
  /** Id of the call; all attempts have the same. */
  idempotencyKey: string
  body: object
  timeout_s: number
  signal?: AbortSignal
}

/** Returns the response with any status, or why there is none, as a sentence. Throws internal errors, and the reason of `signal`. */
export async function callConnector(
  deps: Pick<Deps, 'config' | 'outgoing'>,
  connector: RowOf<Connector>,
  { endpoint, query, idempotencyKey, body, timeout_s, signal }: ConnectorRequest,
): Promise<{ status: number; body: string } | { failure: string }> {
  const request: OutgoingRequest = {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': idempotencyKey,
      ...authorization(connector, deps),
    },
    body: JSON.stringify(body),
    timeout_ms: timeout_s * 1000,
    limit: MAX_ANSWER,
    ...certificate(connector, deps),
    ...(signal ? { signal } : {}),
  }
  try {
    const answer = await deps.outgoing.request(urlOf(connector, endpoint, query), request)
    return { status: answer.status, body: answer.body.toString('utf8') }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof OutgoingError) return { failure: sentenceOf(error, timeout_s) }
    throw error
  }
}

function sentenceOf({ reason }: OutgoingError, timeout_s: number): string {
  switch (reason) {
    case 'refused':
      return 'The service does not send requests to the address of the connector.'
    case 'timeout':
      return `The connector did not respond within ${timeout_s} seconds.`
    case 'too_large':
      return 'The response of the connector is too large.'
    case 'unreachable':
      return 'The connector could not be reached.'
  }
}

function urlOf({ service_url, params }: RowOf<Connector>, endpoint: string, query: string | undefined): URL {
  const url = new URL(service_url)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${endpoint}`
  url.hash = ''
  url.search = [url.search.slice(1), params?.replace(/^\?/, ''), query].filter(Boolean).join('&')
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
