// npm run test:swaks: starts the service as `npm start` does, and sends mail with swaks, by the command that it prints. Requires swaks.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { DEMO_PASSWORD, DEMO_USER } from '../src/domain/people/demo.ts'
import { removeHome, stackEnvironment, startUp } from '../test/support/stack-process.ts'
import { finish } from './python-tool.ts'

const IMPORT_MS = 120_000

async function swaks(args: string[]): Promise<void> {
  const child = spawn('swaks', args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`swaks exited with ${code}.`)
}

interface Listed {
  id: number
  subject: string
  labels: string[]
  email_thread: string
  status?: string
}

async function main(): Promise<number> {
  const environment = await stackEnvironment()
  const stack = startUp(environment)
  try {
    if (!(await stack.ready)) throw new Error(`The stack did not start: ${(await stack.ended).err}`)
    const command = /swaks (--server \S+ --to \S+)/.exec(stack.output())?.[1]
    if (!command) throw new Error('The stack did not print an example for swaks.')
    const to = [...command.split(' '), '--from', 'ada@example.org', '--suppress-data']
    const id = '<swaks-1@example.org>'
    const invoice = '@examples/documents/alder-finch-invoice.pdf'
    const api = `http://127.0.0.1:${environment['PORT']}/api/v1`
    const login = await fetch(`${api}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: DEMO_USER, password: DEMO_PASSWORD }),
    })
    const headers = { Authorization: `Bearer ${((await login.json()) as { key: string }).key}` }
    const list = async (path: string) =>
      ((await (await fetch(`${api}/${path}`, { headers })).json()) as { results: Listed[] }).results
    const first = async (path: string, fits: (one: Listed) => boolean, what: string): Promise<Listed> => {
      for (const end = performance.now() + IMPORT_MS; performance.now() < end; await wait(500)) {
        const found = (await list(path)).find(fits)
        if (found) return found
      }
      throw new Error(`${what} was not imported.`)
    }
    await swaks([...to, '--header', 'Subject: By swaks', '--header', `Message-ID: ${id}`, '--attach', invoice])
    const email = await first('emails?ordering=id', ({ subject }) => subject === 'By swaks', 'The mail')
    // A person replies to what has arrived.
    await swaks([...to, '--header', 'Subject: Re: By swaks', '--header', `In-Reply-To: ${id}`, '--body', 'Thanks.'])
    const reply = await first('emails?ordering=id', ({ subject }) => subject === 'Re: By swaks', 'The reply')
    const annotation = await first(`annotations?email=${email.id}`, ({ status }) => status === 'to_review', 'The file')
    const isThread = reply.email_thread === email.email_thread && reply.labels.includes('reply')
    if (!isThread) throw new Error('The reply is not in the thread.')
    console.log(`email ${email.id} has annotation ${annotation.id}; the reply ${reply.id} is in its thread`)
    return 0
  } finally {
    await stack.stop()
    removeHome(environment)
  }
}

await finish(main())
