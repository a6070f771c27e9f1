/** What all commands of `sheaf` have in common. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Command, Execution } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/commands/index.ts'
import { firstLine } from '../../src/cli/demo/phases.ts'
import { programFor } from '../../src/cli/program.ts'
import { typed } from '../../src/cli/typed.ts'
import { place, type Place } from './run-sheaf.ts'

const root = join(import.meta.dirname, '../..')

/** The words of each command, such as `hooks pull`. */
const linesOf = (command: Command): string[] =>
  (command.commands ?? [])
    .flatMap(linesOf)
    .map((line) => `${command.name} ${line}`)
    .concat(command.name)
const lines = commands.flatMap(linesOf)

describe('sheaf', () => {
  let here: Place
  beforeEach(() => {
    here = place()
  })
  afterEach(() => here.remove())

  it.each(lines)('%s describes itself with an example and the exit codes', async (line) => {
    const log = vi.spyOn(console, 'log').mockReturnValue()
    const execution: Execution = { code: 0, exits: false, at: { path: '', commands: [], options: [] } }
    await programFor([...line.split(' '), '--help'], execution).parseAsync()
    const help = log.mock.calls.join('\n')
    log.mockRestore()
    expect(help).toMatch(new RegExp(`^sheaf ${line}`))
    expect(help).toMatch(new RegExp(`Examples:\\s+sheaf ${line}|Examples:\\s+.* sheaf ${line}`))
    expect(help).toContain('Exit codes: 0: done.')
  })

  it('prints examples that can be copied, and what can be uploaded', async () => {
    const { out } = await here.run(['upload', '--help'])
    expect(out).toContain(
      '\n  sheaf upload *.pdf --queue Invoices --format csv --out invoices.csv\n      and export what was read\n',
    )
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(/Reads PDF, PNG, .*EML files, and ZIP archives of them; at most 40 MB/)
    const long = await here.run(['organization', 'create', '--help'])
    const [, example = ''] = /Examples:\n.*\n.*\n((?:.*\\\n)+.*)\n/.exec(long.out) ?? []
    expect(example.replaceAll(/ \\\n */g, ' ').trim()).toBe(
      'sheaf organization create Acme --admin ada@example.com --template "Tax Invoice EU Demo Template"',
    )
    expect((await here.run(['config', '--help'])).out).toMatch(
      /Examples:\n {2}sheaf config pull\n.*\n {2}sheaf config push --dry-run\n.*\n {2}sheaf config diff\n/,
    )
  })

  it('lists the commands in the groups of docs/cli.md', async () => {
    const { out } = await here.run(['-h'])
    const page = readFileSync(join(root, 'docs/cli.md'), 'utf8')
    const titles = [...out.matchAll(/^(On any .*|For operators.*):$/gm)].map(([, title]) => title!)
    expect(titles).toHaveLength(3)
    const sections = [...titles, '`--json` prints'].map((title) => page.indexOf(`\n${title}`))
    expect(sections).toEqual([...sections].sort((a, b) => a - b))
    expect(sections[0]).toBeGreaterThan(0)
    for (const [index, block] of out
      .split(/^(?:On any .*|For operators.*):$/m)
      .slice(1)
      .entries())
      for (const [, name] of block.matchAll(/^ {2}sheaf ([\w-]+)/gm))
        expect(page.slice(sections[index], sections[index + 1])).toMatch(new RegExp(`\`sheaf ${name}\\b`))
  })

  it('lists the commands, and prints its version', async () => {
    const { code, out } = await here.run(['--help'])
    expect(code).toBe(0)
    for (const { name, hidden } of commands)
      expect(new RegExp(`^ +sheaf ${name}\\b`, 'm').test(out), name).toBe(!hidden)
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    expect(await here.run(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' })
  })

  it('is described in docs/cli.md', () => {
    const page = readFileSync(join(root, 'docs/cli.md'), 'utf8')
    expect(lines.filter((line) => !page.includes(`sheaf ${line}`))).toEqual([])
  })

  it.each([
    [['exprot'], 'There is no command "exprot". Did you mean "export"? See "sheaf --help".'],
    [['toString'], 'There is no command "toString". See "sheaf --help".'],
    [[], 'Give a command. See "sheaf --help".'],
    [
      ['hooks'],
      '"sheaf hooks" needs a command: list, pull, push, diff, types, logs, dev, replay. See "sheaf hooks --help".',
    ],
    [['hooks', 'pul'], 'There is no command "pul". Did you mean "pull"? See "sheaf hooks --help".'],
    [['doctor', '--jsn'], 'There is no option "--jsn". Did you mean "--json"? See "sheaf doctor --help".'],
    [['doctor', 'me'], '"me" is one argument too many. See "sheaf doctor --help".'],
    [['restore'], 'An argument is missing. See "sheaf restore --help".'],
    [['upload', 'a.pdf'], '--queue is missing. See "sheaf upload --help".'],
    [['upload', 'a.pdf', '--queue'], '--queue needs a value. See "sheaf upload --help".'],
    [['export', '--queue', 'a', '--queue', 'b'], 'Give --queue once.'],
    [
      ['export', '--queue', 'a', '--format', 'pdf'],
      '--format cannot be "pdf"; choose from "csv", "json", "xml", "xlsx". See "sheaf export --help".',
    ],
  ])('reports wrong usage in one sentence: %j', async (args, sentence) => {
    expect(await here.run(args)).toEqual({ code: 2, out: '', err: `${sentence}\n` })
  })

  it.each([
    [{ npm_package_name: 'sheaf', npm_lifecycle_event: 'demo' }, 'npm start', 'npm run demo -- --keep'],
    [{ npm_package_name: 'sheaf', npm_lifecycle_event: 'npx' }, 'sheaf up', 'sheaf demo --keep'],
    [{ npm_package_name: 'another', npm_lifecycle_event: 'start' }, 'sheaf up', 'sheaf demo --keep'],
    [{}, 'sheaf up', 'sheaf demo --keep'],
  ])('suggests commands in the way in which it was started: %j', (variables, up, demo) => {
    for (const name of ['npm_package_name', 'npm_lifecycle_event']) vi.stubEnv(name, undefined)
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
    const suggested = [typed('up'), typed('demo', '--keep'), firstLine(false)]
    vi.unstubAllEnvs()
    expect(suggested).toEqual([up, demo, expect.stringContaining(`\`${demo}\``)])
  })

  const missing = (port: string) => ({
    code: 2,
    out: '',
    err: `No credentials for http://127.0.0.1:${port}: set SHEAF_TOKEN, or log in with "sheaf login".\n`,
  })

  it('names what can be done without credentials', async () => {
    expect(await here.run(['queue', 'list'])).toEqual(missing('8090'))
  })

  it('looks for the service on the port of the environment, or of .env', async () => {
    here.write('.env', 'PORT=4999\n')
    expect(await here.run(['queue', 'list'])).toEqual(missing('4999'))
    expect(await here.run(['queue', 'list'], { PORT: '4100' })).toEqual(missing('4100'))
    expect(await here.run(['queue', 'list', '--url', 'http://127.0.0.1:1'], { PORT: '4100' })).toEqual(missing('1'))
    expect(await here.run(['queue', 'list'], { PORT: 'abc' })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^PORT is "abc", which is not a port/),
    })
  })

  it.each([
    ['bash', 'complete '],
    ['zsh', 'compdef '],
  ])('prints the completion for %s, which completes commands and options', async (shell, word) => {
    const { code, out } = await here.run(['completion', shell])
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(word) })
    const names = async (...words: string[]) => {
      const ended = await here.run(['--get-yargs-completions', 'sheaf', ...words], { SHELL: `/bin/${shell}` })
      return ended.out.split('\n').map((line) => line.split(':')[0])
    }
    expect(await names('ho')).toContain('hooks')
    expect(await names('hooks', 'p')).toEqual(expect.arrayContaining(['pull', 'push']))
    expect(await names('upload', '--fo')).toContain('--format')
  })
})
