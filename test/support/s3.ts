import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import S3rver from 's3rver'

export interface TestS3 {
  /** Value of `Config.blobs` with a new bucket. */
  blobs: {
    kind: 's3'
    bucket: string
    region: string
    endpoint: string
    accessKeyId: string
    secretAccessKey: string
    forcePathStyle: true
  }
  stop(): Promise<void>
}

/** Returns endpoint and credentials: S3_TEST_ENDPOINT (CI also tests another server), else a new server from npm. */
async function startServer() {
  const { S3_TEST_ENDPOINT, S3_TEST_ACCESS_KEY_ID, S3_TEST_SECRET_ACCESS_KEY } = process.env
  if (S3_TEST_ENDPOINT) {
    return {
      endpoint: S3_TEST_ENDPOINT,
      accessKeyId: S3_TEST_ACCESS_KEY_ID ?? 'test',
      secretAccessKey: S3_TEST_SECRET_ACCESS_KEY ?? 'test',
      stop: () => Promise.resolve(),
    }
  }
  const directory = mkdtempSync(join(tmpdir(), 'sheaf-s3-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory })
  const { port } = await server.run()
  const stop = async () => {
    await server.close()
    rmSync(directory, { recursive: true, force: true })
  }
  return { endpoint: `http://127.0.0.1:${port}`, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', stop }
}

/** Opens a real S3 API with a new empty bucket: `const s3 = await testS3(); afterAll(s3.stop)`. */
export async function testS3(): Promise<TestS3> {
  const { stop, ...access } = await startServer()
  const bucket = `test-${randomBytes(6).toString('hex')}`
  const blobs = { kind: 's3', bucket, region: 'us-east-1', forcePathStyle: true, ...access } as const
  const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = blobs
  const client = new S3Client({ endpoint, region, forcePathStyle, credentials: { accessKeyId, secretAccessKey } })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  return { blobs, stop }
}
