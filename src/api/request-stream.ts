/** Request bodies as streams that stop at a limit and keep the connection usable for the response. */
import { Transform, type TransformCallback } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Context } from 'koa'
import { ApiError, badRequest } from '../errors.ts'

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

/** The content codings of RFC 9110 that a body may have, with their decoders. */
const DECODERS: Record<string, (() => Transform) | null> = {
  identity: null,
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Returns a decoder for the `Content-Encoding` of the request, or null if the body is sent as it is. Throws 415 for an unknown coding. */
function decoderOf(ctx: Context): Transform | null {
  const coding = ctx.get('Content-Encoding').trim().toLowerCase() || 'identity'
  if (!Object.hasOwn(DECODERS, coding)) throw unsupportedEncoding(ctx)
  return DECODERS[coding]?.() ?? null
}

/** 415, with the codings that the service decodes (RFC 9110, 15.5.16). */
export const unsupportedEncoding = (ctx: Context): ApiError =>
  new ApiError(
    415,
    'unsupported_media_type',
    `Unsupported content encoding "${ctx.get('Content-Encoding')}" in request. Use gzip, deflate or br, or send the body as it is.`,
    {},
    { 'Accept-Encoding': 'gzip, deflate, br' },
  )
export const undecodable = () => badRequest('The request body cannot be decompressed.')

/**
 * Returns the body of the request as a stream, decoded if it has a `Content-Encoding`. The stream fails with the error that `refuse` returns
 * for the number of decoded bytes so far, and when the client disconnects. Destroying it leaves the request itself open. Throws 415 for an
 * unknown coding.
 */
export function countedBody(ctx: Context, refuse: (size: number) => Error | null): Transform {
  const decoder = decoderOf(ctx)
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
  const entry = decoder ?? counted
  const onClose = () => {
    if (!entry.writableEnded) counted.destroy(badRequest('The request was aborted.'))
  }
  // Without a listener, an error of a broken connection or of a body that is not read yet would end the process.
  counted.on('error', () => undefined)
  req.on('error', () => undefined).once('close', onClose)
  counted.once('close', () => {
    req.off('close', onClose).unpipe(entry)
    decoder?.destroy()
  })
  decoder?.on('error', () => counted.destroy(undecodable())).pipe(counted)
  if (req.destroyed) onClose()
  req.pipe(entry)
  return counted
}
