import type { Blobs } from '../blobs/index.ts'
import { blobSeconds } from './registry.ts'

/** Returns a store of files that reports the duration of its operations; lists are not measured, because their readers set the pace. */
export function measureBlobs(blobs: Blobs): Blobs {
  const timed = async <T>(
    operation: string,
    work: () => Promise<T>,
    isAnswer: (error: unknown) => boolean,
  ): Promise<T> => {
    const end = blobSeconds.startTimer({ operation })
    try {
      const result = await work()
      end({ result: 'ok' })
      return result
    } catch (error) {
      end({ result: isAnswer(error) ? 'ok' : 'failed' })
      throw error
    }
  }
  /** Only an unavailable store is a failure: a missing blob, or a source that ends early, is not. */
  const isAnswer = (error: unknown) => !(error instanceof Error && error.name === 'BlobUnavailable')
  return {
    put: (...given) => timed('put', () => blobs.put(...given), isAnswer),
    get: (key) => timed('get', () => blobs.get(key), isAnswer),
    stream: (...given) => timed('stream', () => blobs.stream(...given), isAnswer),
    head: (key) => timed('head', () => blobs.head(key), isAnswer),
    delete: (keys) => timed('delete', () => blobs.delete(keys), isAnswer),
    discard: (key) => timed('discard', () => blobs.discard(key), isAnswer),
    deleteRemains: () => blobs.deleteRemains(),
    list: (prefix) => blobs.list(prefix),
    create: () => blobs.create(),
    check: () => timed('check', () => blobs.check(), isAnswer),
  }
}
