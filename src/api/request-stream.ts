/** Bodies of requests as streams that stop at a limit and leave the connection usable for the answer. */
import { Transform, type TransformCallback } from 'node:stream'
import type { Context } from 'koa'
import { badRequest } from '../errors.ts'

/** Bodies up to this many bytes are as good as there when the headers are. */
const SMALL = 64 * 1024

/** Whether a body is announced that is longer than a few packets, or of unknown length. */
export const isLarge = (ctx: Context): boolean =>
  ctx.get('Transfer-Encoding') !== '' || Number(ctx.get('Content-Length') || 0) > SMALL

/** Whether the client waits for `100 Continue` before it sends the body. */
const waits = (ctx: Context): boolean => /(^|\W)100-continue(\W|$)/i.test(ctx.get('Expect'))

/** Lets a client that sent `Expect: 100-continue` send the body. Called once nothing but the body can be refused. */
export function acceptBody(ctx: Context): void {
  if (!waits(ctx) || ctx.state.accepted) return
  ctx.state.accepted = true
  ctx.res.writeContinue()
}

/** The client has not been asked for the body and does not send it. */
export const isBodyWithheld = (ctx: Context): boolean => waits(ctx) && !ctx.state.accepted

/**
 * The body of the request, counted. It ends with an error when `refuse` makes one of the number of bytes received so far, and when the client goes away.
 * Destroying it leaves the request itself open.
 */
export function countedBody(ctx: Context, refuse: (size: number) => Error | null): Transform {
  acceptBody(ctx)
  const { req } = ctx
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _: string, done: TransformCallback) {
      size += chunk.length
      const error = refuse(size)
      if (error) done(error)
      else done(null, chunk)
    },
  })
  const onClose = () => {
    if (!counted.writableEnded) counted.destroy(badRequest('The request was aborted.'))
  }
  // Without a listener an error would end the process: that of a broken connection, whose close follows, or of a body that nobody reads yet.
  counted.on('error', () => undefined)
  req.on('error', () => undefined).once('close', onClose)
  counted.once('close', () => req.off('close', onClose).unpipe(counted))
  if (req.destroyed) onClose()
  return req.pipe(counted)
}
