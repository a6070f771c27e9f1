/** Executes the Dockerfile without Docker: every stage is a folder, and RUN, COPY and WORKDIR act on the files below it. */
import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { contextOf, root } from './compose.ts'

export interface Instruction {
  name: string
  text: string
}

export interface Stage {
  name: string
  from: string
  instructions: Instruction[]
}

/** Reads the stages of a Dockerfile: continued lines are joined, and comments are left out, between them too. */
export function stagesOf(text: string): Stage[] {
  const lines = text.split('\n').filter((line) => !/^\s*#/.test(line))
  const stages: Stage[] = []
  for (const line of lines
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')) {
    const [, name, rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? []
    if (!name) continue
    const [, from, own = 'image'] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? []
    if (name === 'FROM') stages.push({ name: own, from: from!, instructions: [] })
    else stages.at(-1)!.instructions.push({ name, text: rest })
  }
  return stages
}

export const dockerfile = (): Stage[] => stagesOf(readFileSync(join(root, 'Dockerfile'), 'utf8'))

/** How this machine reaches a registry, and where it keeps the OCR models. */
const INHERITED = /^(NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|PIP_\w+|https?_proxy|no_proxy|HOME|XDG_CACHE_HOME)$/i

/** Programs that change the system and not only files. Their calls are recorded. */
const RECORDED = ['apt-get', 'chown']

export interface Image {
  /** The folder of the last stage: its `/`. */
  folder: string
  /** The folder of a stage. */
  stage(name: string): string
  /** The calls of programs that install packages or change owners, one a line. */
  calls(): string[]
}

/**
 * Executes all stages in the folder. Absolute paths in commands are below the folder of their stage. The images that stages begin with are
 * empty: `node` is this process's, which must have the version of their tag.
 */
export async function buildImage(folder: string): Promise<Image> {
  const shims = join(folder, 'shims')
  const record = join(folder, 'calls')
  mkdirSync(shims, { recursive: true })
  writeFileSync(record, '')
  const shim = (name: string, script: string) => {
    writeFileSync(join(shims, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(shims, name), 0o755)
  }
  shim('node', `exec '${process.execPath}' "$@"`)
  for (const name of RECORDED) shim(name, `echo "${name} $*" >> '${record}'`)
  const stages = dockerfile()
  const stage = (name: string) => join(folder, 'stages', name)
  for (const { name, from, instructions } of stages) {
    const top = stage(name)
    mkdirSync(join(folder, 'stages'), { recursive: true })
    if (stages.some((one) => one.name === from)) await run('cp', ['-al', stage(from), top], folder, {})
    else
      for (const path of ['usr/local/bin', 'var/lib/apt/lists', 'run']) mkdirSync(join(top, path), { recursive: true })
    await build(top, instructions, { stage, shims, inherits: workdirOf(stages, from) })
  }
  return { folder: stage('image'), stage, calls: () => readFileSync(record, 'utf8').split('\n').filter(Boolean) }
}

/** A stage begins in the folder in which the one that it is made from has ended. */
function workdirOf(stages: readonly Stage[], name: string): string {
  const stage = stages.find((one) => one.name === name)
  if (!stage) return '/'
  return stage.instructions.findLast((one) => one.name === 'WORKDIR')?.text ?? workdirOf(stages, stage.from)
}

interface Place {
  stage: (name: string) => string
  shims: string
  inherits: string
}

async function build(
  top: string,
  instructions: readonly Instruction[],
  { stage, shims, inherits }: Place,
): Promise<void> {
  let at = inherits
  const below = (path: string) => (path.startsWith('/') ? join(top, path) : join(top, at, path))
  for (const { name, text } of instructions) {
    if (name === 'WORKDIR') {
      at = text
      mkdirSync(below(at), { recursive: true })
    } else if (name === 'COPY') {
      const words = text.split(/\s+/)
      const source = /^--from=(.*)$/.exec(words[0]!)?.[1]
      copy(source ? words.slice(1) : words, source ? (path) => join(stage(source), path) : inContext, below)
    } else if (name === 'RUN') {
      const inherited = Object.fromEntries(Object.entries(process.env).filter(([key]) => INHERITED.test(key)))
      const env = { ...inherited, PATH: [shims, process.env['PATH']].join(delimiter) }
      // Only whole paths: at the beginning of a word, or of the value of a variable.
      const command = text.replace(/(?<=^|[\s=])\/(?=\w)/g, `${top}/`)
      await run('sh', ['-euc', command], below('.'), env)
    }
  }
}

function inContext(path: string): string {
  const allowed = contextOf()
  const name = path.replace(/\/$/, '')
  if (!allowed.some((entry) => name === entry || name.startsWith(`${entry}/`)))
    throw new Error(`${name} is not in the build context.`)
  return join(root, name)
}

/** Sources into a folder, or one source to a path: a folder is copied with its content, not with its name. */
function copy(words: string[], sourceOf: (path: string) => string, below: (path: string) => string): void {
  const to = words.at(-1)!
  for (const word of words.slice(0, -1)) {
    const source = sourceOf(word)
    const isFile = statSync(source).isFile()
    const target = isFile && to.endsWith('/') ? join(below(to), word.split('/').at(-1)!) : below(to)
    mkdirSync(dirname(target), { recursive: true })
    // What a developer has built is not in the build context.
    cpSync(source, target, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.startsWith(join(root, 'web/dist')),
    })
  }
}

function run(file: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(file, args, {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${args.at(-1)} ended with code ${code}:\n${output.slice(-4000)}`)),
    )
  })
}
