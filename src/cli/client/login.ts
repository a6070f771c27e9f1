/** `sheaf login` and `sheaf logout`: the token in the file of credentials. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { Problem, say } from '../problem.ts'
import { fileOf, findApi, readCredentials, type ConnectionOptions } from './connection.ts'
import { openRest, Refused, tokenOf } from './rest.ts'

/** Asks for a user name and a password unless they are given, and stores a token. */
export async function logIn(options: ConnectionOptions): Promise<void> {
  const api = await findApi(options, process.env)
  const username = options.username || process.env.SHEAF_USERNAME || (await ask('User name: ', false))
  const password = options.password || process.env.SHEAF_PASSWORD || (await ask('Password: ', true))
  if (!username || !password) throw new Problem('A user name and a password are needed.')
  const token = await tokenOf(api, { username, password }, null)
  const { file } = fileOf(options, process.env)
  await store(file, { url: api, token })
  say(`Logged in to ${api} as ${username}; the token is in ${file}.`)
}

/** Ends the token and removes it from the file. */
export async function logOut(options: ConnectionOptions): Promise<void> {
  const { file, isNamed } = fileOf(options, process.env)
  const { token, url, ...others } = await readCredentials(file, isNamed)
  if (!token) throw new Problem(`${file} has no token.`)
  try {
    const rest = await openRest({ api: await findApi({ url, config: file }, {}), login: { token } })
    await rest.send('POST', 'auth/logout', {})
  } catch (error) {
    // It has expired or was ended elsewhere.
    if (!(error instanceof Refused) || error.status !== 401) throw error
  }
  await store(file, { ...(url ? { url } : {}), ...others })
  say('Logged out.')
}

/** Replaces the file as a whole; only its owner may read it. */
async function store(file: string, content: object): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.tmp`
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  await rename(draft, file)
}

let lines: Promise<string[]> | undefined

/** Asks in the terminal; otherwise takes the next line of standard input. */
async function ask(question: string, isSecret: boolean): Promise<string> {
  if (!process.stdin.isTTY) {
    lines ??= text(process.stdin).then((all) => all.split(/\r?\n/))
    return (await lines).shift() ?? ''
  }
  process.stderr.write(question)
  // Without an output, nothing of the answer is shown.
  const reader = createInterface({
    input: process.stdin,
    terminal: true,
    ...(isSecret ? {} : { output: process.stderr }),
  })
  try {
    return await reader.question('')
  } finally {
    reader.close()
    if (isSecret) process.stderr.write('\n')
  }
}
