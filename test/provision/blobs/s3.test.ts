import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BlobUnavailable, openBlobs, type Blobs } from '../../../src/blobs/index.ts'
import { testS3, type TestS3 } from '../../support/s3.ts'
import { describeBlobs } from './suite.ts'

let s3: TestS3
beforeAll(async () => {
  s3 = await testS3()
})
afterAll(() => s3.stop())

// Two keys per page if the server supports it: the npm server signs page tokens with a cipher that Node no longer has.
const listPageSize = process.env.S3_TEST_ENDPOINT ? { listPageSize: 2 } : {}

// The npm server writes in place, so concurrent writers of one key mix; a real server (as in CI) must not.
const atomic = Boolean(process.env.S3_TEST_ENDPOINT)

const open = (prefix?: string) => () => openBlobs({ ...s3.blobs, ...listPageSize, ...(prefix ? { prefix } : {}) })
describeBlobs('blobs in a bucket', open(), { atomic })
describeBlobs('blobs in a bucket, below a prefix', open('sheaf/'), { atomic })

describe('the blob bucket', () => {
  it('is unavailable, not empty, when it does not exist', async () => {
    const blobs = openBlobs({ ...s3.blobs, bucket: 'no-such-bucket' })
    await expect(blobs.get('a/b')).rejects.toBeInstanceOf(BlobUnavailable)
    await expect(blobs.head('a/b')).rejects.toBeInstanceOf(BlobUnavailable)
    await expect(blobs.put('a/b', Buffer.from('x'))).rejects.toBeInstanceOf(BlobUnavailable)
    await expect(blobs.delete(['a/b'])).rejects.toBeInstanceOf(BlobUnavailable)
    await expect(blobs.check()).rejects.toThrow('The bucket "no-such-bucket" cannot be used: the bucket does not exist')
  })

  it('is not unavailable for a type that fits into no header', async () => {
    const failure: unknown = await open()()
      .put('a/b', Buffer.from('x'), { contentType: 'text/\u017c' })
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'ERR_INVALID_CHAR' })
    expect(failure).not.toBeInstanceOf(BlobUnavailable)
  })

  it('is unavailable without a server', async () => {
    const { endpoint, close } = await listen(() => undefined)
    await close()
    const blobs = openBlobs({ ...s3.blobs, endpoint })
    await expect(blobs.check()).rejects.toBeInstanceOf(BlobUnavailable)
    await expect(blobs.get('a/b')).rejects.toBeInstanceOf(BlobUnavailable)
  })

  it('reports a connection that breaks in the middle of a blob', async () => {
    const { endpoint, close } = await listen((_, response) => {
      response.writeHead(200, { 'Content-Length': '1000' })
      response.write('half', () => response.destroy())
    })
    await expect(openBlobs({ ...s3.blobs, endpoint }).get('a/b')).rejects.toBeInstanceOf(BlobUnavailable)
    await close()
  })

  // Side by side, because each lasts as long as the limits.
  it.concurrent.each<[string, (blobs: Blobs) => Promise<unknown>]>([
    ['head', (blobs) => blobs.head('a/b')],
    ['get', (blobs) => blobs.get('a/b')],
    ['stream', (blobs) => blobs.stream('a/b')],
    ['put of bytes', (blobs) => blobs.put('a/b', Buffer.from('x'))],
    ['put of a stream', (blobs) => blobs.put('a/b', Readable.from([Buffer.from('x')]))],
    ['delete', (blobs) => blobs.delete('a/b')],
    ['discard', (blobs) => blobs.discard('a/b')],
    ['create', (blobs) => blobs.create()],
    ['check', (blobs) => blobs.check()],
  ])('is unavailable while its server accepts connections and does not answer: %s', async (_, ask) => {
    const { endpoint, close } = await listen((request) => void request.resume())
    await expect(ask(openBlobs({ ...s3.blobs, endpoint }))).rejects.toBeInstanceOf(BlobUnavailable)
    await close()
  })

  it('is unavailable when its server becomes silent in the middle of a blob', async () => {
    const { endpoint, close } = await listen((_, response) => {
      response.writeHead(200, { 'Content-Length': '1000' })
      response.write('half')
    })
    await expect(openBlobs({ ...s3.blobs, endpoint }).get('a/b')).rejects.toThrow('No data arrived')
    await close()
  })

  it('aborts the unfinished uploads of one key only', async () => {
    const upload = (key: string, id: string) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`
    const seen: string[] = []
    const { endpoint, close } = await listen((request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'http://store')
      seen.push(
        `${request.method} ${pathname} ${searchParams.get('prefix') ?? searchParams.get('uploadId') ?? ''}`.trim(),
      )
      request.resume()
      const listed = upload('p/a/b', 'one') + upload('p/a/bc', 'other') + upload('p/a/b', 'two')
      if (request.method === 'DELETE') response.writeHead(204).end()
      else if (searchParams.has('uploads'))
        response.end(`<ListMultipartUploadsResult>${listed}</ListMultipartUploadsResult>`)
      else response.end('<DeleteResult></DeleteResult>')
    })
    await openBlobs({ ...s3.blobs, endpoint, prefix: 'p/' }).discard('a/b')
    const { bucket } = s3.blobs
    expect(seen).toEqual([
      `GET /${bucket}/ p/a/b`,
      `DELETE /${bucket}/p/a/b one`,
      `DELETE /${bucket}/p/a/b two`,
      `POST /${bucket}/`,
    ])
    await close()
  })

  it('aborts uploads that were interrupted more than a day ago, on all pages of the list', async () => {
    const upload = (id: string, ageHours: number) =>
      `<Upload><Key>p/a</Key><UploadId>${id}</UploadId><Initiated>${new Date(Date.now() - ageHours * 3_600_000).toISOString()}</Initiated></Upload>`
    const aborted: (string | null)[] = []
    const { endpoint, close } = await listen((request, response) => {
      const { searchParams } = new URL(request.url!, 'http://store')
      request.resume()
      if (request.method === 'DELETE') {
        aborted.push(searchParams.get('uploadId'))
        response.writeHead(204).end()
      } else if (searchParams.has('key-marker'))
        response.end(`<ListMultipartUploadsResult>${upload('three', 30)}</ListMultipartUploadsResult>`)
      else
        response.end(`<ListMultipartUploadsResult><IsTruncated>true</IsTruncated><NextKeyMarker>p/a</NextKeyMarker>
          <NextUploadIdMarker>two</NextUploadIdMarker>${upload('one', 25)}${upload('two', 23)}</ListMultipartUploadsResult>`)
    })
    expect(await openBlobs({ ...s3.blobs, endpoint, prefix: 'p/' }).deleteRemains()).toBe(2)
    expect(aborted).toEqual(['one', 'three'])
    await close()
  })

  it('reads all pages of a list', async () => {
    const page = (keys: string[], next?: string) =>
      `<ListBucketResult><IsTruncated>${Boolean(next)}</IsTruncated>${next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}${keys
        .map((key) => `<Contents><Key>p/${key}</Key></Contents>`)
        .join('')}</ListBucketResult>`
    const { endpoint, close } = await listen((request, response) => {
      const isSecond = request.url?.includes('continuation-token=two')
      response.end(isSecond ? page(['a/3']) : page(['a/1', 'a/2'], 'two'))
    })
    const keys: string[] = []
    for await (const key of openBlobs({ ...s3.blobs, endpoint, prefix: 'p/' }).list('a/')) keys.push(key)
    expect(keys).toEqual(['a/1', 'a/2', 'a/3'])
    await close()
  })
})

async function listen(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { endpoint: `http://127.0.0.1:${port}`, close }
}
