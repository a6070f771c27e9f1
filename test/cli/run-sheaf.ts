/** Runs `sheaf` as a process, in a folder of its own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync, existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { compiledCode } from '../support/caches.ts'

const PROGRAM = join(import.meta.dirname, '../../src/cli/main.ts')

export interface Ended {
  code: number | null
  out: string
  err: string
}

/** A command that runs until it is ended. */
export interface Running {
  /** Resolves with the output since the last call, when it contains a text. Rejects if the command ends before. */
  until(text: string): Promise<string>
  /** Interrupts the command, like Ctrl-C. */
  end(): Promise<Ended>
}

export interface Place {
  path: string
  /** Starts a command that is still running when the test continues. */
  start(args: string[]): Running
  /** Runs a command in the folder. `env` has only what the test passes, so that the caller's own settings do not count. */
  run(args: string[], env?: Record<string, string>, input?: string): Promise<Ended>
  read(file: string): string
  json(file: string): ReturnType<typeof JSON.parse>
  write(file: string, content: unknown): void
  has(file: string): boolean
  remove(): void
}

/** Creates an empty folder. `base` has the environment of all commands, which begin with `words`. */
export function place(base: Record<string, string> = {}, ...words: string[]): Place {
  const path = mkdtempSync(join(tmpdir(), 'sheaf-cli-'))
  const at = (file: string) => join(path, file)
  const started: ChildProcess[] = []
  return {
    path,
    start: (args) => {
      const child = spawn(process.execPath, [PROGRAM, ...words, ...args], {
        cwd: path,
        env: { HOME: path, ...compiledCode(), ...base },
      })
      started.push(child)
      let [out, err, seen] = ['', '', 0]
      let check: () => void = () => undefined
      child.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString()
        check()
      })
      child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
      const ended = new Promise<Ended>((done) => child.once('close', (code) => done({ code, out, err })))
      return {
        until: (text) =>
          new Promise((resolve, reject) => {
            check = () => {
              const found = out.indexOf(text, seen)
              if (found < 0) return
              const output = out.slice(seen, found + text.length)
              seen = found + text.length
              resolve(output)
            }
            void ended.then(() => reject(new Error(`The command ended before it printed "${text}": ${out}${err}`)))
            check()
          }),
        end: () => {
          child.kill('SIGINT')
          return ended
        },
      }
    },
    run: (args, env = {}, input = '') =>
      new Promise((done) => {
        const child = spawn(process.execPath, [PROGRAM, ...words, ...args], {
          cwd: path,
          env: { HOME: path, ...compiledCode(), ...base, ...env },
        })
        let [out, err] = ['', '']
        child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
        child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
        child.once('close', (code) => done({ code, out, err }))
        child.stdin.end(input)
      }),
    read: (file) => readFileSync(at(file), 'utf8'),
    json: (file) => JSON.parse(readFileSync(at(file), 'utf8')),
    write: (file, content) => {
      mkdirSync(dirname(at(file)), { recursive: true })
      // In one step, as editors save: a command that watches the file never finds the half of it.
      writeFileSync(at(`${file}.new`), typeof content === 'string' ? content : JSON.stringify(content))
      renameSync(at(`${file}.new`), at(file))
    },
    has: (file) => existsSync(at(file)),
    remove: () => {
      for (const child of started) child.kill('SIGINT')
      rmSync(path, { recursive: true, force: true })
    },
  }
}
