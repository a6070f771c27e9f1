/** Reads JSON and form bodies. Bodies of uploads are left to their handlers, which read the files after checking permissions. */
import type { Context, Next } from 'koa'
import { koaBody } from 'koa-body'
import { badRequest, tooLarge } from '../../errors.ts'
import { acceptBody } from '../request-stream.ts'

/** Maximum size of a JSON or form body after decompression, in bytes. */
const LIMIT = 10 * 1024 * 1024
const TOO_LARGE = `The request body must not exceed ${LIMIT} bytes.`

const streams = (path: string) =>
  /\/v1\/(uploads|queues\/\d+\/upload|documents(?!\/downloads)|dedicated_engines\/request)(\/|$)/.test(path)

const parse = koaBody({
  json: true,
  jsonTypes: ['json', '+json'],
  jsonStrict: false,
  jsonLimit: LIMIT,
  urlencoded: true,
  formLimit: LIMIT,
  // A form is a flat list of names; the last of repeated names counts.
  queryString: { allowDots: false, depth: 0, duplicates: 'last', ignoreQueryPrefix: false },
  text: false,
  patchNode: false,
  // Distinguishes an empty body from an empty object.
  includeUnparsed: true,
  onError: refuse,
})
const isParsed = (ctx: Context) => Boolean(ctx.is('json', '+json', 'urlencoded'))

export async function body(ctx: Context, next: Next): Promise<void> {
  if (['POST', 'PUT', 'PATCH'].includes(ctx.method) && !(ctx.method === 'POST' && streams(ctx.path))) await read(ctx)
  await next()
}

async function read(ctx: Context): Promise<void> {
  const announced = Number(ctx.get('Content-Length') || 0)
  if (announced > LIMIT) throw tooLarge(TOO_LARGE)
  const isSent = announced > 0 || ctx.get('Transfer-Encoding') !== ''
  if (!isSent) return
  if (!ctx.get('Content-Type')) ctx.req.headers['content-type'] = 'application/json'
  if (!isParsed(ctx)) throw badRequest(`Unsupported media type "${ctx.get('Content-Type')}" in request.`)
  acceptBody(ctx)
  await parse(ctx, () => Promise.resolve())
  if (!ctx.request.rawBody?.trim()) delete ctx.request.body
  delete ctx.request.rawBody
}

/** Errors of co-body and raw-body, with the properties they add. */
interface ParsingError extends Error {
  type?: string
  status?: number
  code?: string
  body?: string
}

function refuse(error: ParsingError, ctx: Context): void {
  if (error instanceof SyntaxError) {
    if (error.body?.trim() === '') return void (ctx.request.rawBody = '')
    throw badRequest(`JSON parse error: ${error.message}.`)
  }
  if (error.type === 'entity.too.large') throw tooLarge(TOO_LARGE)
  if (error.type === 'request.aborted' || error.type === 'request.size.invalid')
    throw badRequest('The request was aborted.')
  if (error.status === 415)
    throw badRequest(`Unsupported content encoding "${ctx.get('Content-Encoding')}" in request.`)
  if (error.code?.startsWith('Z_')) throw badRequest('The request body cannot be decompressed.')
  throw error
}
