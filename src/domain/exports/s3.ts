/** Puts files into buckets of customers, through the client that refuses private addresses. */
import { Readable } from 'node:stream'
import { PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { ApiError, badRequest, unavailable } from '../../errors.ts'
import { OutgoingError, type Outgoing } from '../../outgoing/outgoing-http.ts'
import type { S3Delivery } from '../../rules/export-profiles/delivery.ts'

const TIMEOUT_MS = 60_000
/** Answers of a store are short. */
const ANSWER_BYTES = 256 * 1024

/** The parts of a signed request of the SDK that are sent. */
interface SignedRequest {
  protocol: string
  hostname: string
  port?: number
  path: string
  query?: Record<string, string | string[] | null>
  method: string
  headers: Record<string, string>
  body?: unknown
}

/**
 * Writes an object; one of the same name is replaced, so that a repeated delivery has no effect. Throws a 400 `ApiError` if the store
 * refuses the request, and otherwise the error of the connection.
 */
export async function putObject(
  outgoing: Outgoing,
  { bucket, region, endpoint, access_key_id }: S3Delivery,
  secretAccessKey: string,
  object: { key: string; body: Buffer; type: string },
): Promise<void> {
  const client = new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: access_key_id, secretAccessKey },
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    requestHandler: {
      handle: async (request: SignedRequest) => ({ response: await send(outgoing, request) }),
      updateHttpClientConfig: () => undefined,
      httpHandlerConfigs: () => ({}),
    },
  })
  try {
    await client.send(
      new PutObjectCommand({ Bucket: bucket, Key: object.key, Body: object.body, ContentType: object.type }),
    )
  } catch (error) {
    if (error instanceof OutgoingError)
      throw error.reason === 'refused' ? badRequest(error.message) : unavailable(`The store: ${error.message}`)
    const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0
    if (status >= 400 && status < 500 && status !== 429)
      throw badRequest(`The store refused the file: ${error instanceof Error ? error.name : ''} (${status}).`)
    throw error
  } finally {
    client.destroy()
  }
}

async function send(outgoing: Outgoing, request: SignedRequest) {
  const { protocol, hostname, port, path, query = {}, method, headers, body } = request
  if (!Buffer.isBuffer(body)) throw new ApiError(400, 'bad_request', 'A file for a store is sent at once.')
  const parameters = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value ?? ''].flat().map((one): [string, string] => [name, one])),
  ).toString()
  const url = `${protocol}//${hostname}${port ? `:${port}` : ''}${path}${parameters ? `?${parameters}` : ''}`
  const sent = Object.entries(headers).filter(
    ([name]) => !['host', 'content-length', 'expect'].includes(name.toLowerCase()),
  )
  const answer = await outgoing.request(url, {
    method,
    headers: Object.fromEntries(sent),
    body,
    timeout_ms: TIMEOUT_MS,
    limit: ANSWER_BYTES,
    assertTls: true,
  })
  return { statusCode: answer.status, headers: answer.headers, body: Readable.from([answer.body]) }
}
