import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type ListMultipartUploadsCommandOutput,
  type MultipartUpload,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { relay } from './relay.ts'
import {
  BlobNotFound,
  BlobUnavailable,
  checkKey,
  contentOf,
  reasonOf,
  REMAINS_AFTER_MS,
  SourceError,
  type BlobFacts,
  type Blobs,
  type ByteRange,
  type PutOptions,
} from './types.ts'

export type S3Settings = {
  bucket: string
  region: string
  endpoint?: string
  /** Without keys, the SDK finds credentials itself (environment, machine role, …). */
  accessKeyId?: string
  secretAccessKey?: string
  forcePathStyle?: boolean
  /** Prefix of all keys, such as `sheaf/`. */
  prefix?: string
  /** Keys per request of `list`; the default of S3 is 1,000. */
  listPageSize?: number
}

const maxDeletesPerRequest = 1_000
/** The minimum of S3. One part at a time is buffered, so each upload in progress uses this much memory. */
const partSize = 5 * 2 ** 20

/**
 * Time without a byte after which a request fails: the server is frozen or gone. Twice this, for one repetition, is less than the ten
 * seconds after which clients of the API get 503.
 */
const SILENT_MS = 4_000
/** For lists and deletions of many objects, over which servers may be silent for long; only sweeps and commands wait for them. */
const LONG_SILENT_MS = 30_000
const CONNECT_MS = 3_000
const ATTEMPTS = 2

const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode

/** Stores blobs as objects in a bucket of Amazon S3 or of a compatible store. */
export class S3Blobs implements Blobs {
  readonly #client: S3Client
  /** With the long limit. */
  readonly #patient: S3Client
  readonly #bucket: string
  readonly #prefix: string
  readonly #listPageSize: number | undefined

  constructor(settings: S3Settings) {
    const { accessKeyId, secretAccessKey } = settings
    this.#bucket = settings.bucket
    this.#prefix = settings.prefix ?? ''
    this.#listPageSize = settings.listPageSize
    const clientWith = (silentMs: number) =>
      new S3Client({
        region: settings.region,
        forcePathStyle: settings.forcePathStyle ?? false,
        // The SDK sends its newer checksums as trailers of a chunked body, which many other stores do not support.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        // The limit of the SDK on a whole request only logs, and would refuse large files on slow networks.
        requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silentMs },
        maxAttempts: ATTEMPTS,
        ...(settings.endpoint ? { endpoint: settings.endpoint } : {}),
        ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
      })
    this.#client = clientWith(SILENT_MS)
    this.#patient = clientWith(LONG_SILENT_MS)
  }

  async put(key: string, body: Uint8Array | Readable, options: PutOptions = {}): Promise<boolean> {
    if (!(body instanceof Readable)) return this.#write(key, body, options)
    return this.#write(key, Readable.from(contentOf(body)), options).finally(() => body.destroy())
  }

  async #write(key: string, body: Uint8Array | Readable, { contentType, ifAbsent }: PutOptions): Promise<boolean> {
    const name = this.#nameOf(key)
    // Not all stores support the condition, so this checks first; stores that support it also prevent races.
    if (ifAbsent && (await this.head(key))) return false
    const params = {
      Bucket: this.#bucket,
      Key: name,
      ...(contentType ? { ContentType: contentType } : {}),
      ...(ifAbsent ? { IfNoneMatch: '*' } : {}),
    }
    try {
      if (body instanceof Readable) {
        await new Upload({ client: this.#client, params: { ...params, Body: body }, partSize, queueSize: 1 }).done()
      } else await this.#client.send(new PutObjectCommand({ ...params, Body: body, ContentLength: body.byteLength }))
      return true
    } catch (error) {
      // An error of the caller's stream is not an error of the store.
      if (error instanceof SourceError) throw error.cause
      if (ifAbsent && statusOf(error) === 412) return false
      if (ifAbsent && statusOf(error) === 409 && (await this.head(key))) return false
      throw this.#translate(error, key)
    }
  }

  async get(key: string): Promise<Buffer> {
    const chunks: Buffer[] = []
    for await (const chunk of await this.stream(key)) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  }

  async stream(key: string, range?: ByteRange): Promise<Readable> {
    const Key = this.#nameOf(key)
    const Range = range && `bytes=${range.start}-${range.end ?? ''}`
    try {
      const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key, Range }))
      // While its reader is slow, the socket is silent too: `relay` limits the silence of the server only.
      if (Body instanceof IncomingMessage) Body.socket.setTimeout(0)
      return relay(Body as Readable, (error) => this.#unavailable(error), SILENT_MS)
    } catch (error) {
      if (statusOf(error) === 416)
        throw new RangeError(`The blob "${key}" ends before byte ${range?.start}.`, { cause: error })
      throw this.#translate(error, key)
    }
  }

  async head(key: string): Promise<BlobFacts | null> {
    const Key = this.#nameOf(key)
    try {
      const head = new HeadObjectCommand({ Bucket: this.#bucket, Key })
      const { ContentLength = 0, LastModified = new Date() } = await this.#client.send(head)
      return { size: ContentLength, modified: LastModified }
    } catch (error) {
      // Responses to HEAD have no body, so a missing bucket looks like a missing blob.
      if (statusOf(error) !== 404) throw this.#unavailable(error)
      await this.check()
      return null
    }
  }

  async delete(keys: string | readonly string[]): Promise<void> {
    const objects = [keys].flat().map((key) => ({ Key: this.#nameOf(key) }))
    for (let start = 0; start < objects.length; start += maxDeletesPerRequest) {
      const Delete = { Objects: objects.slice(start, start + maxDeletesPerRequest), Quiet: true }
      const command = new DeleteObjectsCommand({ Bucket: this.#bucket, Delete })
      const client = objects.length > 1 ? this.#patient : this.#client
      const { Errors = [] } = await client.send(command).catch((error: unknown) => {
        throw this.#unavailable(error)
      })
      const refused = Errors.find((error) => error.Code !== 'NoSuchKey')
      if (refused) throw this.#unavailable(new Error(`${refused.Code}: ${refused.Message} (${refused.Key})`))
    }
  }

  async discard(key: string): Promise<void> {
    const name = this.#nameOf(key)
    await this.#abortUploads(name, (upload) => upload.Key === name)
    await this.delete(key)
  }

  deleteRemains(): Promise<number> {
    const oldest = Date.now() - REMAINS_AFTER_MS
    return this.#abortUploads(this.#prefix, ({ Initiated }) => Initiated !== undefined && Initiated.getTime() < oldest)
  }

  /** Aborts those of the unfinished uploads that `choose` selects. Returns their number. */
  async #abortUploads(Prefix: string, choose: (upload: MultipartUpload) => boolean): Promise<number> {
    const Bucket = this.#bucket
    let count = 0
    let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
    try {
      while (from) {
        const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({ Bucket, Prefix, ...from })
        const page: ListMultipartUploadsCommandOutput = await this.#client.send(command)
        for (const { Key, UploadId } of (page.Uploads ?? []).filter(choose)) {
          await this.#client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
          count++
        }
        from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined
      }
    } catch (error) {
      // Stores that cannot list uploads remove them by a bucket rule, if at all; some uploads may have ended meanwhile.
      if (![404, 405, 501].includes(statusOf(error) ?? 0)) throw this.#unavailable(error)
    }
    return count
  }

  async *list(prefix: string): AsyncGenerator<string> {
    let token: string | undefined
    do {
      const page = await this.#patient
        .send(
          new ListObjectsV2Command({
            Bucket: this.#bucket,
            Prefix: this.#prefix + prefix,
            MaxKeys: this.#listPageSize,
            ContinuationToken: token,
          }),
        )
        .catch((error: unknown) => {
          throw this.#unavailable(error)
        })
      for (const { Key } of page.Contents ?? []) if (Key) yield Key.slice(this.#prefix.length)
      token = page.NextContinuationToken
    } while (token)
  }

  async create(): Promise<boolean> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }))
      return false
    } catch (error) {
      if (statusOf(error) !== 404) throw this.#unavailable(error)
    }
    try {
      await this.#client.send(new CreateBucketCommand({ Bucket: this.#bucket }))
      return true
    } catch (error) {
      // Created by another process in the meantime.
      if ((error as Error).name === 'BucketAlreadyOwnedByYou') return false
      throw this.#unavailable(error)
    }
  }

  async check(): Promise<void> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }))
    } catch (error) {
      throw this.#unavailable(statusOf(error) === 404 ? new Error('the bucket does not exist') : error)
    }
  }

  #nameOf(key: string): string {
    checkKey(key)
    return this.#prefix + key
  }

  #translate(error: unknown, key: string): Error {
    // The caller's options do not fit into a request: it would fail again as often as it is repeated.
    if ((error as NodeJS.ErrnoException).code === 'ERR_INVALID_CHAR') return error as Error
    return (error as Error).name === 'NoSuchKey' ? new BlobNotFound(key) : this.#unavailable(error)
  }

  #unavailable(error: unknown): BlobUnavailable {
    return new BlobUnavailable(`The bucket "${this.#bucket}" cannot be used: ${reasonOf(error)}`, error)
  }
}
