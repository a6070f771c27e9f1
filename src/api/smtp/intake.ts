/** Passes a message on, with the trace headers of this server in front. */
import { Transform, type TransformCallback } from 'node:stream'
import { MessageTooLarge } from '../../domain/mail/accept.ts'
import { fieldsOf, splitMessage } from '../../rules/mail/header-fields.ts'

/** Messages that came through more servers are in a loop (RFC 5321, 6.3). */
const MAX_HOPS = 50
/** The headers are examined up to this size. */
const MAX_HEAD = 256 * 1024

export interface IntakeOptions {
  ip: string
  /** Name that the client has given itself. */
  helo: string
  tls: boolean
  /** Envelope sender; empty for notifications. */
  from: string
  /** Name of this server. */
  host: string
  maxBytes: number
}

const token = (text: string): string => text.replaceAll(/[^\w.:@+=[\]-]/g, '').slice(0, 255)

/** Fails with `MessageTooLarge` beyond the limit, and with code 554 for a message in a loop. */
export class MessageIntake extends Transform {
  readonly #maxBytes: number
  #size = 0
  #head: Buffer | null = Buffer.alloc(0)

  constructor({ ip, helo, tls, from, host, maxBytes }: IntakeOptions) {
    super()
    this.#maxBytes = maxBytes
    const protocol = tls ? 'ESMTPS' : 'ESMTP'
    this.push(
      `Return-Path: <${token(from)}>\r\n` +
        `Received: from ${token(helo) || 'unknown'} ([${token(ip)}]) by ${token(host)} with ${protocol}; ${new Date().toUTCString()}\r\n`,
    )
  }

  override _transform(chunk: Buffer, _: string, done: TransformCallback): void {
    this.#size += chunk.length
    if (this.#size > this.#maxBytes)
      return done(new MessageTooLarge(`Messages may have at most ${Math.floor(this.#maxBytes / 2 ** 20)} MB`))
    if (this.#head) {
      this.#head = Buffer.concat([this.#head, chunk])
      const parts = splitMessage(this.#head)
      if (!parts || parts.hasEnd || this.#head.length > MAX_HEAD) {
        const hops = fieldsOf(parts?.header ?? '').filter(({ name }) => name === 'received').length
        this.#head = null
        if (hops > MAX_HOPS)
          return done(Object.assign(new Error('5.4.6 The message is in a loop'), { responseCode: 554 }))
      }
    }
    done(null, chunk)
  }
}
