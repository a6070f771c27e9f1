/** Reads JSON and form bodies. Bodies of uploads are left to their handlers, which read the files after checking permissions. */
import type { Context, Next } from 'koa'
import { koaBody } from 'koa-body'
import { ApiError, badRequest, tooLarge } from '../../errors.ts'
import { errorOfJson, errorOfJsonText } from '../../rules/input/json-limits.ts'
import { markForm } from '../../resources/framework/form-body.ts'
import { acceptBody, undecodable, unsupportedEncoding } from '../request-stream.ts'

/** Maximum size of a JSON or form body after decompression, in bytes; of callers without credentials, who can only log in or sign up. */
const LIMIT = 10 * 1024 * 1024
const ANONYMOUS_LIMIT = 64 * 1024
const tooLong = (limit: number) => tooLarge(`The request body must not exceed ${limit} bytes.`)
const limitOf = (ctx: Context): number => (ctx.state.who ? LIMIT : ANONYMOUS_LIMIT)

const streams = (path: string) =>
  /\/v1\/(uploads|queues\/\d+\/upload|documents(?!\/downloads)|dedicated_engines\/request|emails\/import)(\/|$)/.test(
    path,
  )

const parserOf = (limit: number) =>
  koaBody({
    json: false,
    urlencoded: true,
    formLimit: limit,
    // A form is a flat list of names; the last of repeated names counts.
    queryString: { allowDots: false, depth: 0, duplicates: 'last', ignoreQueryPrefix: false },
    // JSON is read as text, so that its limits are checked before it is parsed.
    text: true,
    textTypes: ['json', '+json'],
    textLimit: limit,
    patchNode: false,
    // Distinguishes an empty body from an empty object.
    includeUnparsed: true,
    onError: refuse,
  })
const [readBody, readAnonymous] = [parserOf(LIMIT), parserOf(ANONYMOUS_LIMIT)]
const isParsed = (ctx: Context) => Boolean(ctx.is('json', '+json', 'urlencoded'))

/** `hasRoute`: a body for a path that does not exist is not refused for its media type, because the router answers 404. */
export const body =
  (hasRoute: (ctx: Context) => boolean) =>
  async (ctx: Context, next: Next): Promise<void> => {
    if (['POST', 'PUT', 'PATCH'].includes(ctx.method) && !(ctx.method === 'POST' && streams(ctx.path)))
      await read(ctx, hasRoute)
    await next()
  }

async function read(ctx: Context, hasRoute: (ctx: Context) => boolean): Promise<void> {
  const announced = Number(ctx.get('Content-Length') || 0)
  if (announced > limitOf(ctx)) throw tooLong(limitOf(ctx))
  const isSent = announced > 0 || ctx.get('Transfer-Encoding') !== ''
  if (!isSent) return
  if (!ctx.get('Content-Type')) ctx.req.headers['content-type'] = 'application/json'
  if (!isParsed(ctx) && !hasRoute(ctx)) throw new ApiError(404, 'not_found', 'Not found.')
  if (!isParsed(ctx)) throw badRequest(`Unsupported media type "${ctx.get('Content-Type')}" in request.`)
  acceptBody(ctx)
  await (ctx.state.who ? readBody : readAnonymous)(ctx, () => Promise.resolve())
  const text: string = ctx.request.rawBody ?? ''
  if (!text.trim()) delete ctx.request.body
  else if (ctx.is('json', '+json')) ctx.request.body = parse(text)
  const error = errorOfJson(ctx.request.body, BODY)
  if (error) throw badRequest(error)
  if (ctx.is('urlencoded') && ctx.request.body) markForm(ctx.request.body as object)
  delete ctx.request.rawBody
}

const BODY = 'The JSON body'

function parse(text: string): Context['request']['body'] {
  const error = errorOfJsonText(text, BODY)
  if (error) throw badRequest(error)
  try {
    return JSON.parse(text)
  } catch (failure) {
    throw badRequest(`JSON parse error: ${(failure as Error).message}.`)
  }
}

/** Errors of co-body and raw-body, with the properties they add. */
interface ParsingError extends Error {
  type?: string
  status?: number
  code?: string
}

function refuse(error: ParsingError, ctx: Context): void {
  if (error.type === 'entity.too.large') throw tooLong(limitOf(ctx))
  if (error.type === 'request.aborted' || error.type === 'request.size.invalid')
    throw badRequest('The request was aborted.')
  if (error.status === 415) throw unsupportedEncoding(ctx)
  if (error.code?.startsWith('Z_')) throw undecodable()
  throw error
}
