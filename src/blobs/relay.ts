import { PassThrough, type Readable } from 'node:stream'

/** The same bytes as a stream whose errors are `translate`d; ending it early closes the source. */
export function relay(source: Readable, translate: (error: Error) => Error): Readable {
  const target = new PassThrough()
  source.once('error', (error) => target.destroy(translate(error)))
  source.once('close', () => {
    if (!source.readableEnded) target.destroy(translate(new Error('The connection was closed.')))
  })
  target.once('close', () => source.destroy())
  return source.pipe(target)
}
