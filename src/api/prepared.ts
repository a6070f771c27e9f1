/** Answers that are the same for all callers: their compressed bytes are made once, outside the thread that answers requests, not per request. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'koa'

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

/** Smaller bodies fit into one packet anyway. */
const MIN_BYTES = 1024
/** Preferred first. Brotli at this quality takes as long as gzip, and its result is a third smaller. */
const ENCODINGS = ['br', 'gzip'] as const
const QUALITY = 5
type Encoding = (typeof ENCODINGS)[number]

export interface Prepared {
  body: Buffer
  /** Weak, because it is the same for each encoding. */
  etag: string
  /** Returns the compressed body; null if compression does not make it smaller, as that of pictures and fonts. */
  encoded(encoding: Encoding): Promise<Buffer | null>
}

/** Returns the body with an `etag` of its content, or of `version`, a text that identifies the content. */
export function prepare(body: Buffer, version: string | Buffer = body): Prepared {
  const hash = createHash('sha256').update(version).digest('base64url').slice(0, 27)
  const made = new Map<Encoding, Promise<Buffer | null>>()
  const make = async (encoding: Encoding): Promise<Buffer | null> => {
    if (body.length < MIN_BYTES) return null
    const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    const bytes = await (encoding === 'br' ? toBrotli(body, { params }) : toGzip(body))
    return bytes.length < body.length ? bytes : null
  }
  return {
    body,
    etag: `W/"${hash}"`,
    encoded: (encoding) => {
      const known = made.get(encoding) ?? make(encoding)
      made.set(encoding, known)
      return known
    },
  }
}

/** Answers with the body, compressed as the client accepts it; 304 if the client has it. The type of the content must be set before. */
export async function sendPrepared(ctx: Context, prepared: Prepared): Promise<void> {
  ctx.status = 200
  ctx.vary('Accept-Encoding')
  ctx.set('ETag', prepared.etag)
  if (ctx.fresh) return void (ctx.status = 304)
  const encoding = ENCODINGS.find((one) => ctx.acceptsEncodings(one) === one)
  const encoded = encoding ? await prepared.encoded(encoding) : null
  if (encoding && encoded) ctx.set('Content-Encoding', encoding)
  ctx.body = encoded ?? prepared.body
  // What is not smaller in compressed form is not compressed again.
  ctx.compress = false
}
