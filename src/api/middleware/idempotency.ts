/** `Idempotency-Key` on POST: a repeated request with the same key returns the stored response and changes nothing (contract 3.15). */
import { createHash } from 'node:crypto'
import type { Context, Next } from 'koa'
import { claimKey, keepAnswer, keptBytes, releaseKey } from '../../domain/requests/idempotency.ts'
import { seal, unseal } from '../../domain/requests/secrets.ts'
import { ApiError, badRequest } from '../../errors.ts'
import { requestScope } from '../../log.ts'
import type { State } from '../state.ts'

/** Responses of these paths contain credentials and are not stored. */
const SECRET = /^\/api\/v1\/(auth|organizations\/create)(\/|$)/
/** Maximum size of a stored response in bytes; larger responses, such as exports, are streamed and not stored. */
const MAX_STORED_BYTES = 256 * 1024
/** Maximum number of annotations and documents that a stored response is about. */
const MAX_SUBJECTS = 1_000
/** Bytes of the stored responses of one user, including what a row needs without a response. */
const QUOTA = 64 * 1024 * 1024
const FULL = 'The stored responses of your requests with an Idempotency-Key use 64 MB; they expire after 24 hours.'
/** Responses are stored encrypted, because they may contain secrets of hooks and connectors. */
const PLACE = 'idempotency_keys.body'
const KEPT_HEADERS = ['content-type', 'location', 'etag']

export async function idempotency(ctx: Context, next: Next): Promise<void> {
  const key = ctx.get('Idempotency-Key')
  const { who, db, deps } = ctx.state as State
  if (!key || ctx.method !== 'POST' || !who || SECRET.test(ctx.path)) return next()
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw badRequest('Idempotency-Key must be 1 to 255 printable characters without spaces.')
  const { user_id, organization_id } = who
  if ((await keptBytes(db, user_id)) >= QUOTA)
    throw new ApiError(429, 'rate_limited', FULL, {}, { 'Retry-After': '3600' })
  const claim = await claimKey(db, { user_id, organization_id, key, fingerprint: fingerprint(ctx) })
  if (claim.state === 'different') throw badRequest('This Idempotency-Key was used for another request.')
  if (claim.state === 'running') {
    const text = 'The request with this Idempotency-Key is still being processed.'
    throw new ApiError(409, 'conflict_status', text, {}, { 'Retry-After': '1' })
  }
  if (claim.state === 'erased')
    throw new ApiError(404, 'not_found', 'The response of this Idempotency-Key was removed with the data it was about.')
  if (claim.state === 'answered') {
    ctx.status = claim.answer.status
    ctx.set({ ...claim.answer.headers, 'Idempotent-Replay': 'true' })
    const kept = Buffer.from(unseal(deps.config, PLACE, claim.answer.body) as string, 'base64')
    ctx.body = kept.length ? kept : null
    // Koa changes the status and the type when a body is set.
    ctx.status = claim.answer.status
    ctx.set(claim.answer.headers)
    return
  }
  try {
    await next()
  } catch (error) {
    // A refused request changed nothing, so the client may correct it and reuse the key.
    await releaseKey(db, claim.id)
    throw error
  }
  const body = bytesOf(ctx.body)
  // A request that changed nothing may run again.
  const hasChanged = requestScope.getStore()!.writes > 0
  const subjects = body && subjectsOf(ctx, body)
  if (ctx.status >= 500 || !subjects || subjects.length > MAX_SUBJECTS || !hasChanged)
    return void (await releaseKey(db, claim.id))
  const headers = Object.fromEntries(
    KEPT_HEADERS.map((name) => [name, ctx.response.get(name)]).filter(([, value]) => value),
  ) as Record<string, string>
  const sealed = seal(deps.config, PLACE, body.toString('base64'))
  await keepAnswer(db, claim.id, user_id, { status: ctx.status, headers, body: sealed }, subjects)
}

/** Returns the annotations and documents that the request or the response names. */
function subjectsOf(ctx: Context, body: Buffer): string[] {
  const texts = [ctx.path, JSON.stringify(ctx.request.body ?? null), body.toString('latin1')]
  return [...new Set(texts.flatMap((text) => text.match(/\b(annotations|documents)\/\d{1,15}\b/g) ?? []))]
}

/** Returns the bytes of a response body; undefined if it is not stored. */
function bytesOf(body: unknown): Buffer | undefined {
  if (body === null || body === undefined) return Buffer.alloc(0)
  const bytes = Buffer.isBuffer(body)
    ? body
    : typeof body === 'string'
      ? Buffer.from(body)
      : Object.getPrototypeOf(body) === Object.prototype || Array.isArray(body)
        ? Buffer.from(JSON.stringify(body))
        : undefined
  return bytes && bytes.length <= MAX_STORED_BYTES ? bytes : undefined
}

/**
 * Returns a hash that identifies the request. JSON bodies are compared as parsed. Uploads are compared by media type and length,
 * because only their handlers read the stream, and the boundary of a multipart body differs each time.
 */
function fingerprint(ctx: Context): Buffer {
  const body =
    ctx.request.body === undefined
      ? `${ctx.is('multipart') || ctx.get('Content-Type')} ${ctx.get('Content-Length')} ${ctx.get('Content-Disposition')}`
      : JSON.stringify(ctx.request.body)
  return createHash('sha256').update(`${ctx.method} ${ctx.path}?${ctx.querystring}\n${body}`).digest()
}
