import { PassThrough, type Readable } from 'node:stream'

/** Returns a stream of the same bytes that converts errors with `translate`; destroying it closes the source. */
export function relay(source: Readable, translate: (error: Error) => Error): Readable {
  const target = new PassThrough()
  source.once('error', (error) => target.destroy(translate(error)))
  source.once('close', () => {
    if (!source.readableEnded) target.destroy(translate(new Error('The connection was closed.')))
  })
  target.once('close', () => source.destroy())
  return source.pipe(target)
}
