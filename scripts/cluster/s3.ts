/** versitygw, an S3 server that supports If-None-Match, ranges, multipart uploads and page tokens. */
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../src/provision/ports.ts'
import { goTools } from '../go-tool.ts'

const VERSION = 'v1.8.0'

export interface S3Server {
  endpoint: string
  accessKeyId: string
  secretAccessKey: string
  pid: number
  stop(): Promise<void>
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.end())
  })

/** Starts the server with its files in `folder`, on a free port of the loopback interface. It is built at the first use. */
export async function startS3(folder: string): Promise<S3Server> {
  const tools = await goTools('versitygw', VERSION, ['github.com/versity/versitygw/cmd/versitygw'])
  const port = await freePort()
  const [meta, data] = [join(folder, 'meta'), join(folder, 'data')]
  for (const path of [meta, data]) mkdirSync(path, { recursive: true })
  // Metadata in separate files: temporary folders often have no extended attributes.
  const args = ['--quiet', '--port', `127.0.0.1:${port}`, 'posix', '--sidecar', meta, data]
  const access = { accessKeyId: 'sheaf-test', secretAccessKey: 'sheaf-test-secret' }
  const env = { ...process.env, ROOT_ACCESS_KEY: access.accessKeyId, ROOT_SECRET_KEY: access.secretAccessKey }
  const server = spawn(join(tools, 'versitygw'), args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const gone = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  while (!(await answers(port))) {
    if (server.exitCode !== null) throw new Error(`versitygw exited with code ${server.exitCode}.`)
    await wait(50)
  }
  const stop = () => {
    server.kill()
    return gone
  }
  return { endpoint: `http://127.0.0.1:${port}`, ...access, pid: server.pid!, stop }
}
