/** `Idempotency-Key` on POST: the second request with a key gets the first one's answer and does nothing (contract 3.15). */
import { createHash } from 'node:crypto'
import type { Context, Next } from 'koa'
import { claimKey, releaseKey, keepAnswer } from '../../domain/requests/idempotency.ts'
import { seal, unseal } from '../../domain/requests/secrets.ts'
import { ApiError, badRequest } from '../../errors.ts'
import type { State } from '../state.ts'

/** Answers of these hold credentials, which are not kept anywhere. */
const SECRET = /^\/api\/v1\/(auth|organizations\/create)(\/|$)/
/** Larger answers (exports) are streamed and not kept. */
const LARGEST = 1024 * 1024
/** Answers may show secrets (of hooks, of connectors) that stand encrypted everywhere else. */
const PLACE = 'idempotency_keys.body'
const KEPT_HEADERS = ['content-type', 'location', 'etag']

export async function idempotency(ctx: Context, next: Next): Promise<void> {
  const key = ctx.get('Idempotency-Key')
  const { who, db, deps } = ctx.state as State
  if (!key || ctx.method !== 'POST' || !who || SECRET.test(ctx.path)) return next()
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw badRequest('Idempotency-Key must be 1 to 255 printable characters without spaces.')
  const { user_id, organization_id } = who
  const claim = await claimKey(db, { user_id, organization_id, key, fingerprint: fingerprint(ctx) })
  if (claim.state === 'different') throw badRequest('This Idempotency-Key was used for another request.')
  if (claim.state === 'running') {
    const text = 'The request with this Idempotency-Key is still being processed.'
    throw new ApiError(409, 'conflict_status', text, {}, { 'Retry-After': '1' })
  }
  if (claim.state === 'answered') {
    ctx.status = claim.answer.status
    ctx.set({ ...claim.answer.headers, 'Idempotent-Replay': 'true' })
    const kept = Buffer.from(unseal(deps.config, PLACE, claim.answer.body) as string, 'base64')
    ctx.body = kept.length ? kept : null
    // Koa guesses a status and a type when a body is set.
    ctx.status = claim.answer.status
    ctx.set(claim.answer.headers)
    return
  }
  try {
    await next()
  } catch (error) {
    // Refused requests changed nothing; the client corrects them and may use the key again.
    await releaseKey(db, claim.id)
    throw error
  }
  const body = bytesOf(ctx.body)
  if (ctx.status >= 500 || body === undefined) return void (await releaseKey(db, claim.id))
  const headers = Object.fromEntries(
    KEPT_HEADERS.map((name) => [name, ctx.response.get(name)]).filter(([, value]) => value),
  ) as Record<string, string>
  const sealed = seal(deps.config, PLACE, body.toString('base64'))
  await keepAnswer(db, claim.id, { status: ctx.status, headers, body: sealed })
}

/** What the answer will be on the wire; undefined for what is not kept. */
function bytesOf(body: unknown): Buffer | undefined {
  if (body === null || body === undefined) return Buffer.alloc(0)
  const bytes = Buffer.isBuffer(body)
    ? body
    : typeof body === 'string'
      ? Buffer.from(body)
      : Object.getPrototypeOf(body) === Object.prototype || Array.isArray(body)
        ? Buffer.from(JSON.stringify(body))
        : undefined
  return bytes && bytes.length <= LARGEST ? bytes : undefined
}

/**
 * JSON bodies are compared as they were read. Uploads are streams that only their handler reads, and the boundary of a
 * multipart body differs each time, so of them the media type and the length count.
 */
function fingerprint(ctx: Context): Buffer {
  const body =
    ctx.request.body === undefined
      ? `${ctx.is('multipart') || ctx.get('Content-Type')} ${ctx.get('Content-Length')} ${ctx.get('Content-Disposition')}`
      : JSON.stringify(ctx.request.body)
  return createHash('sha256').update(`${ctx.method} ${ctx.path}?${ctx.querystring}\n${body}`).digest()
}
