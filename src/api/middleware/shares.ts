/**
 * Counts what requests use for their organization and user, and refuses those of callers beyond their share (contract 3.40): when they arrive
 * and, of many at once, when they get a connection to the database.
 */
import type { Socket } from 'node:net'
import type { Context, Next } from 'koa'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import { workRefused } from '../../metrics/index.ts'
import { ledger, type Refusal } from '../../work/ledger.ts'
import { beneficiary, type Beneficiary } from '../../work/on-behalf.ts'
import { threadClock } from '../../work/thread-time.ts'
import type { Urls } from '../../resources/framework/urls.ts'
import type { State } from '../state.ts'

/** Bytes of connections that are counted already. */
const counted = new WeakMap<Socket, { read: number; written: number }>()

/** Counts the bytes of the connection since its last request. */
function countBytes(caller: Beneficiary, socket: Socket): void {
  const { read, written } = counted.get(socket) ?? { read: 0, written: 0 }
  ledger.add(caller, 'bytes_in', socket.bytesRead - read)
  ledger.add(caller, 'bytes_out', socket.bytesWritten - written)
  counted.set(socket, { read: socket.bytesRead, written: socket.bytesWritten })
}

export function shares({ config }: Deps): (ctx: Context, next: Next) => Promise<void> {
  return async (ctx, next) => {
    const caller = beneficiary()
    if (!caller) return next()
    const { socket } = ctx.req
    ctx.res.once('close', () => countBytes(caller, socket))
    const { urls } = ctx.state as State
    caller.assertShare = () => {
      const refusal = ledger.refusal(caller, config.shares)
      if (!refusal) return
      workRefused.inc({ share: refusal.share })
      throw beyond(refusal, urls)
    }
    caller.assertShare()
    try {
      await next()
    } finally {
      // An answer that has begun is sent to its end.
      caller.assertShare = undefined
      threadClock.checkpoint()
    }
  }
}

function beyond({ share, wait_s }: Refusal, { root }: Urls): ApiError {
  const text = `The share of the ${share} is used up. Expected available in ${wait_s} ${wait_s === 1 ? 'second' : 'seconds'}.`
  const url = root.replace(/v1$/, 'docs')
  return new ApiError(429, 'rate_limited', text, { url }, { 'Retry-After': String(wait_s) })
}
