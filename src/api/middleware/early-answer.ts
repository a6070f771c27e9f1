/**
 * Sends responses that are ready before the client has sent its whole body. Closing the connection immediately would reset it, and most
 * clients, which send everything before they read, would report a broken connection instead of the response. Therefore the response is
 * sent, the rest of the body is read and discarded up to a limit, and then the connection is closed.
 */
import { Readable, Stream } from 'node:stream'
import type { Context, Next } from 'koa'
import { isBodyWithheld, isLarge } from '../request-stream.ts'

/** Limits for discarding the rest of a body, in bytes and milliseconds. */
const MAX_DROPPED = 64 * 2 ** 20
const MAX_MS = 30_000

export async function earlyAnswer(ctx: Context, next: Next): Promise<void> {
  await next()
  const { body } = ctx as { body: unknown }
  // Node discards small bodies and keeps the connection.
  if (ctx.req.complete || ctx.req.destroyed || !isLarge(ctx) || body == null || body instanceof Stream) return
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const answer = new Readable({ read: () => undefined })
  answer.push(bytes)
  ctx.set('Connection', 'close')
  ctx.body = answer
  ctx.length = bytes.length
  const end = () => void answer.push(null)
  if (isBodyWithheld(ctx)) end()
  else dropRest(ctx, end)
}

/** Discards the body until it ends, the client disconnects or a limit is reached, then calls `end` once. */
function dropRest({ req }: Context, end: () => void): void {
  let dropped = 0
  const count = (chunk: Buffer) => {
    dropped += chunk.length
    if (dropped > MAX_DROPPED) finish()
  }
  const timer = setTimeout(finish, MAX_MS).unref()
  function finish() {
    clearTimeout(timer)
    req.off('data', count).off('end', finish).off('close', finish).pause()
    end()
  }
  req.unpipe()
  req.on('data', count).once('end', finish).once('close', finish).resume()
}
