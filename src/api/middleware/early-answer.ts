/**
 * Answers that are ready before the client has sent its whole body. Closing the connection at once would reset it, and clients that send everything
 * before they read (most do) would report a broken connection instead of the answer. So the answer is sent, the rest of the body is read and dropped
 * within bounds, and then the connection is closed.
 */
import { Readable, Stream } from 'node:stream'
import type { Context, Next } from 'koa'
import { isBodyWithheld, isLarge } from '../request-stream.ts'

/** Bytes that are read and dropped, and for how long at most. */
const MAX_DROPPED = 64 * 2 ** 20
const MAX_MS = 30_000

export async function earlyAnswer(ctx: Context, next: Next): Promise<void> {
  await next()
  const { body } = ctx as { body: unknown }
  // Small bodies are dropped by Node, and the connection is kept.
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

/** Reads on until the body ends, the client goes away or a bound is reached, and calls `end` once. */
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
