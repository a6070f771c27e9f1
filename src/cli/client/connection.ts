/** Where the service is and who calls it: from options, the environment or a file, in this order. */
import { readFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { isMissing } from '../files.ts'
import { Problem } from '../problem.ts'

export interface Credentials {
  url?: string | undefined
  token?: string | undefined
  username?: string | undefined
  password?: string | undefined
}

export interface Connection {
  /** Base of the API, which ends in `/v1`. */
  api: string
  login: { token: string } | { username: string; password: string }
}

const DEFAULT_PORT = '8090'
const NAMES = ['url', 'token', 'username', 'password'] as const

/** The service of this machine, on the port that "sheaf up" would use here. */
function defaultUrl(env: NodeJS.ProcessEnv): string {
  const port = env['PORT'] || portOfFile() || DEFAULT_PORT
  const url = /^\d+$/.test(port) && URL.parse(`http://127.0.0.1:${port}/api`)
  if (!url)
    throw new Problem(`PORT is "${port}", which is not a port: set it to a number, or name the service with --url.`)
  return url.href
}

/** Of `.env` in the current folder. */
function portOfFile(): string | undefined {
  try {
    return parseEnv(readFileSync('.env', 'utf8'))['PORT']
  } catch (error) {
    // A file that others own, or a folder of this name, concerns the service only.
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

/** Returns the base of the API for a URL that people copy from different places: with or without `/api` and `/v1`. */
export function apiOf(given: string): string {
  const url = URL.parse(given)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.search || url.hash)
    throw new Problem(`"${given}" is not the URL of a service, such as https://sheaf.example.com/api.`)
  const path = url.pathname.replace(/\/+$/, '')
  return url.origin + (path.endsWith('/v1') ? path : path ? `${path}/v1` : '/api/v1')
}

/** Returns the content of the file. Throws Problem if it is not valid, or if it `isRequired` and does not exist. */
export async function readCredentials(file: string, isRequired: boolean): Promise<Credentials> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
    if (process.platform !== 'win32' && (await stat(file)).mode & 0o077)
      console.error(`Other users of this machine may read ${file}, which has credentials. Run: chmod 600 ${file}`)
  } catch (error) {
    if (isMissing(error)) {
      if (isRequired) throw new Problem(`There is no file ${file}. "sheaf login --config ${file}" writes it.`)
      return {}
    }
    throw new Problem(`${file} cannot be read.`, { cause: error })
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Problem(`${file} is not valid JSON.`)
  }
  if (typeof value !== 'object' || value === null) throw new Problem(`${file} must contain an object.`)
  const found: Credentials = {}
  for (const name of NAMES) {
    const one = Reflect.get(value, name) as unknown
    if (one !== undefined && typeof one !== 'string') throw new Problem(`"${name}" in ${file} must be a text.`)
    if (one) found[name] = one
  }
  return found
}

/** Options of commands that use a service. */
export interface ConnectionOptions extends Credentials {
  config?: string | undefined
}

/** The file with stored credentials, and whether an option names it: a variable may name one that "sheaf login" is to write. */
export function fileOf(options: ConnectionOptions, env: NodeJS.ProcessEnv): { file: string; isNamed: boolean } {
  const named = options.config ?? env.SHEAF_CONFIG
  const file = named ?? join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'sheaf', 'config.json')
  return { file, isNamed: options.config !== undefined }
}

/** Returns the base of the API that the options, the environment or the file, which need not exist, name in this order. */
export async function findApi(options: ConnectionOptions, env: NodeJS.ProcessEnv): Promise<string> {
  const { file } = fileOf(options, env)
  return apiOf(options.url || env.SHEAF_URL || (await readCredentials(file, false)).url || defaultUrl(env))
}

/** Returns the connection. The first source that has a token or a user name provides the credentials. */
export async function findConnection(options: ConnectionOptions, env: NodeJS.ProcessEnv): Promise<Connection> {
  const { file, isNamed } = fileOf(options, env)
  const { SHEAF_URL, SHEAF_TOKEN, SHEAF_USERNAME, SHEAF_PASSWORD } = env
  const stored = await readCredentials(file, isNamed)
  const given = [options, { url: SHEAF_URL, token: SHEAF_TOKEN, username: SHEAF_USERNAME, password: SHEAF_PASSWORD }]
  const api = apiOf([...given, stored].find(({ url }) => url)?.url ?? defaultUrl(env))
  // A stored login belongs to one service, without a URL to that of this machine, and is not sent to another.
  const isOfService = apiOf(stored.url || defaultUrl(env)) === api
  const sources: Credentials[] = [...given, ...(isOfService ? [stored] : [])]
  const { token, username } = sources.find((one) => one.token || one.username) ?? {}
  if (token) return { api, login: { token } }
  const password = sources.find((one) => one.password)?.password
  if (username && password) return { api, login: { username, password } }
  throw new Problem(
    username
      ? 'The password is missing: set SHEAF_PASSWORD.'
      : `No credentials for ${new URL(api).origin}: set SHEAF_TOKEN, or log in with "sheaf login".`,
  )
}
