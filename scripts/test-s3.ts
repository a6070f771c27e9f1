// Runs the blob suite against an S3 server that is built once with Go. Without Go the run fails, so it never passes unchecked.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startS3 } from './cluster/s3.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'sheaf-versitygw-'))
const server = await startS3(folder)
try {
  const env = {
    ...process.env,
    S3_TEST_ENDPOINT: server.endpoint,
    S3_TEST_ACCESS_KEY_ID: server.accessKeyId,
    S3_TEST_SECRET_ACCESS_KEY: server.secretAccessKey,
  }
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const suite = [vitest, 'run', '--project', 'unit', 'test/provision/blobs']
  process.exitCode = spawnSync(process.execPath, suite, { cwd: root, env, stdio: 'inherit' }).status ?? 1
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
