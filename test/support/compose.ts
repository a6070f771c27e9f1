/** docker-compose.yml and Dockerfile, read as Docker would, for tests without Docker. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { parse } from 'yaml'

export const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

export interface Service {
  image: string
  build?: string
  command?: string[]
  entrypoint?: string[]
  container_name?: string
  restart: string
  env_file?: { path: string; required?: boolean }[]
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  healthcheck: { test?: string[]; disable?: boolean }
  depends_on?: Record<string, { condition: string }>
}

export interface Compose {
  services: Record<string, Service>
  volumes: Record<string, null>
}

/** Returns the file with its variables as written. */
export const composeFile = (): Compose => parse(read('docker-compose.yml'), { merge: true }) as Compose

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?message}`; throws the message. */
function interpolate(text: string, env: Record<string, string | undefined>): string {
  return text.replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, operator: string | undefined, rest: string) => {
      if (env[name]) return env[name]
      if (operator === '?') throw new Error(rest)
      return operator === '-' ? rest : ''
    },
  )
}

/** Returns the file as compose resolves it with the text of `.env`: variables replaced, and `env_file` merged into `environment`. */
export function resolveCompose(dotEnv: string): Compose {
  const env = parseEnv(dotEnv) as Record<string, string>
  const resolve = (value: unknown): unknown => {
    if (typeof value === 'string') return interpolate(value, env)
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolve(one)]))
  }
  const compose = resolve(composeFile()) as Compose
  for (const service of Object.values(compose.services))
    if (service.env_file?.some(({ path }) => path === '.env')) service.environment = { ...env, ...service.environment }
  return compose
}

interface Image {
  /** Sources and target of each COPY of files of the build context, in the last stage. */
  copies: { from: string[]; to: string }[]
  /** The same, with what is copied from other stages. */
  all: { from: string[]; to: string }[]
  env: Record<string, string>
}

/** Returns what the last stage of the Dockerfile copies and sets. */
export function readImage(): Image {
  const lines = read('Dockerfile').replaceAll('\\\n', ' ').split('\n')
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  const all = last.flatMap((line) => {
    const [, stage, sources, to] = /^COPY (--from=\S+ )?(.*) (\S+)$/.exec(line) ?? []
    return sources ? [{ isOwn: !stage, from: sources.split(' '), to: to! }] : []
  })
  const copies = all.filter(({ isOwn }) => isOwn)
  const settings = last.flatMap((line) => /^ENV (.*)$/.exec(line)?.[1]?.match(/\w+=\S+/g) ?? [])
  const env = Object.fromEntries(
    settings.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
  )
  return { copies, all, env }
}

/** The files and folders that .dockerignore leaves in the build context. */
export const contextOf = (): string[] =>
  read('.dockerignore')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))

/** Makes the tree of files of the image, with the packages that a production installation has. */
export function buildTree(folder: string): void {
  const context = contextOf()
  for (const { from, to } of readImage().copies)
    for (const source of from) {
      if (!context.includes(source)) throw new Error(`${source} is not in the build context.`)
      const target = to.endsWith('/') ? join(folder, to, source) : join(folder, to)
      cpSync(join(root, source), target, { recursive: true })
    }
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: boolean }> }
  for (const [path, { dev }] of Object.entries(packages)) {
    // Packages inside of others come with their folder.
    if (dev || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || !existsSync(join(root, path))) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copyPackage(join(root, path), join(folder, path))
  }
}

/** Hard links where the file system allows them: the sandbox does not follow symbolic links to other folders. */
function copyPackage(from: string, to: string): void {
  const { status } = spawnSync('cp', ['-al', from, to])
  if (status !== 0) cpSync(from, to, { recursive: true })
}
