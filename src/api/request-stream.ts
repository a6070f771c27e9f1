/** Request bodies as streams that stop at a limit and keep the connection usable for the response. */
import { Transform, type TransformCallback } from 'node:stream'
import type { Context } from 'koa'
import { badRequest } from '../errors.ts'

/** Bodies up to this number of bytes usually arrive together with the headers. */
const SMALL = 64 * 1024

/** Whether the announced body is longer than a few packets or of unknown length. */
export const isLarge = (ctx: Context): boolean =>
  ctx.get('Transfer-Encoding') !== '' || Number(ctx.get('Content-Length') || 0) > SMALL

/** Whether the client waits for `100 Continue` before it sends the body. */
const waits = (ctx: Context): boolean => /(^|\W)100-continue(\W|$)/i.test(ctx.get('Expect'))

/** Sends `100 Continue` to a client that waits for it. Called once nothing but the body itself can cause a refusal. */
export function acceptBody(ctx: Context): void {
  if (!waits(ctx) || ctx.state.accepted) return
  ctx.state.accepted = true
  ctx.res.writeContinue()
}

/** Whether the client still waits for `100 Continue` and has not sent the body. */
export const isBodyWithheld = (ctx: Context): boolean => waits(ctx) && !ctx.state.accepted

/**
 * Returns the body of the request as a stream. The stream fails with the error that `refuse` returns for the number of bytes received so
 * far, and when the client disconnects. Destroying it leaves the request itself open.
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
  // Without a listener, an error of a broken connection or of a body that is not read yet would end the process.
  counted.on('error', () => undefined)
  req.on('error', () => undefined).once('close', onClose)
  counted.once('close', () => req.off('close', onClose).unpipe(counted))
  if (req.destroyed) onClose()
  return req.pipe(counted)
}
