import { PassThrough, type Readable } from 'node:stream'

/**
 * Returns a stream of the same bytes that converts errors with `translate`; destroying it closes the source. Fails if the source sends
 * nothing for `silentMs` although the reader waits; a slow reader may take any time.
 */
export function relay(source: Readable, translate: (error: Error) => Error, silentMs?: number): Readable {
  const target = new PassThrough()
  const fail = (error: Error) => target.destroy(translate(error))
  const timer = silentMs === undefined ? undefined : limitSilence(source, target, silentMs, fail)
  source.once('error', fail)
  source.once('close', () => {
    if (!source.readableEnded) fail(new Error('The connection was closed.'))
  })
  target.once('close', () => {
    clearTimeout(timer)
    source.destroy()
  })
  return source.pipe(target)
}

/** Calls `fail` if the source is silent while the target wants data. Returns the timer, which the caller clears. */
function limitSilence(source: Readable, target: PassThrough, silentMs: number, fail: (error: Error) => void) {
  const timer = setTimeout(() => {
    if (!target.writableNeedDrain) return fail(new Error(`No data arrived for ${silentMs / 1000} seconds.`))
    // The reader is slow; the time begins again when it continues.
    target.once('drain', () => timer.refresh())
  }, silentMs)
  source.on('data', () => timer.refresh())
  source.once('end', () => clearTimeout(timer))
  return timer
}
