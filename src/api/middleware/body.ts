/** Reads JSON and form bodies. Uploads are left alone: their handlers read the stream themselves. */
import type { Context, Next } from 'koa'
import { badRequest, tooLarge } from '../../errors.ts'

const LIMIT = 10 * 1024 * 1024

/** The whole request body, refused above `limit` bytes before it is kept. */
export async function readBody(ctx: Context, limit = LIMIT): Promise<Buffer> {
  const announced = Number(ctx.get('Content-Length') || 0)
  if (announced > limit) throw tooLarge(`The request body must not exceed ${limit} bytes.`)
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop early must not close the connection, or the client never sees the answer.
  for await (const chunk of ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw tooLarge(`The request body must not exceed ${limit} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const streams = (path: string) =>
  /\/v1\/(uploads|queues\/\d+\/upload|documents(?!\/downloads)|dedicated_engines\/request)(\/|$)/.test(path)

export async function body(ctx: Context, next: Next): Promise<void> {
  if (['POST', 'PUT', 'PATCH'].includes(ctx.method) && !(ctx.method === 'POST' && streams(ctx.path))) {
    const text = (await readBody(ctx)).toString('utf8')
    if (text.trim() !== '') ctx.request.body = parse(ctx, text)
  }
  await next()
}

function parse(ctx: Context, text: string): unknown {
  if (ctx.is('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text))
  if (ctx.is('json', '+json') || !ctx.get('Content-Type')) {
    try {
      return JSON.parse(text)
    } catch (error) {
      throw badRequest(`JSON parse error: ${(error as Error).message}.`)
    }
  }
  throw badRequest(`Unsupported media type "${ctx.get('Content-Type')}" in request.`)
}
