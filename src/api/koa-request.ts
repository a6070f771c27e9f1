/** Converts between Koa and the resources, which are independent of HTTP. */
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { FileReceiver } from '../domain/documents/receive.ts'
import type { Answer, Request } from '../resources/framework/request.ts'
import { receiveFiles } from './receive-files.ts'
import type { Ctx } from './state.ts'

/** Returns a Koa handler that passes the request to `handle` and sends the answer. */
export const answering = (handle: (request: Request) => Promise<Answer>) => async (context: unknown) => {
  const ctx = context as Ctx
  try {
    const answer = await handle(requestOf(ctx))
    if (answer.body instanceof Readable) await begin(answer.body)
    send(ctx, answer)
  } finally {
    await ctx.state.receiver?.discard()
  }
}

/** Waits for the first bytes of a stream: an error before them is still answered as JSON, without the headers of a file. */
async function begin(stream: Readable): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return
  await Promise.race([once(stream, 'readable'), once(stream, 'close')])
}

export function requestOf(ctx: Ctx): Request {
  const { who, db, deps, urls, request_id, credential } = ctx.state
  return {
    who,
    db,
    urls,
    config: deps.config,
    deps,
    request_id,
    ...(credential ? { credential } : {}),
    method: ctx.method,
    path: ctx.path.replace(/^\/api\/v1/, ''),
    query: ctx.query,
    params: ctx.params,
    body: ctx.request.body,
    header: (name) => ctx.get(name),
    receiveFiles: (part) => receiveFiles(ctx, part, (ctx.state.receiver ??= new FileReceiver(deps))),
  }
}

export function send(ctx: Ctx, { status, headers = {}, body, who }: Answer): void {
  if (who) ctx.state.who = who
  ctx.status = status
  // Before the body: Koa would derive a type from the body, and takes the length from the header.
  ctx.set(headers)
  ctx.body = body ?? null
  // Setting the body changes the status.
  ctx.status = status
}
