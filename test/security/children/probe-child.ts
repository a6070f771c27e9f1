import { accessSync, constants, openSync, readFileSync } from 'node:fs'
import { connect, type NetConnectOpts } from 'node:net'
import { serve } from '../../../src/sandbox/children/serve.ts'

/** What a hostile reader tries to reach. */
export interface Targets {
  service: number
  otherChildren: number[]
  files: Record<string, string>
  folder: string
  port: number
  socket: string
}

const succeeds = (work: () => unknown): boolean => {
  try {
    return Boolean(work() ?? true)
  } catch {
    return false
  }
}

const connects = (where: NetConnectOpts): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(where)
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
  })

/** Returns the names of what it could reach, and its own rights. */
async function probe({ service, otherChildren, files, folder, port, socket }: Targets) {
  const tried: Record<string, boolean> = {
    'environment of the service': succeeds(() => readFileSync(`/proc/${service}/environ`).length),
    'memory of the service': succeeds(() => openSync(`/proc/${service}/mem`, 'r+')),
    'signals to the service': succeeds(() => process.kill(service, 0)),
    'memory of other children': otherChildren.some(
      (pid) => pid !== process.pid && succeeds(() => openSync(`/proc/${pid}/mem`, 'r+')),
    ),
    'changes of the program': succeeds(() => accessSync(folder, constants.W_OK)),
    network: await connects({ port, host: '127.0.0.1' }),
    'sockets of the service': await connects({ path: socket }),
  }
  for (const [name, path] of Object.entries(files)) tried[name] = succeeds(() => readFileSync(path).length)
  const status = readFileSync('/proc/self/status', 'utf8')
  const rights = Object.fromEntries(
    ['CapEff', 'CapPrm', 'CapInh', 'CapAmb', 'NoNewPrivs'].map((name) => [
      name,
      Number.parseInt(new RegExp(`^${name}:\\s+(\\w+)`, 'm').exec(status)?.[1] ?? '-1', 16),
    ]),
  )
  return { reached: Object.keys(tried).filter((name) => tried[name]), rights }
}

serve(async (_request: unknown, body: Buffer) => ({
  answer: { document: { pages: [], result: await probe(JSON.parse(body.toString()) as Targets) } },
}))
