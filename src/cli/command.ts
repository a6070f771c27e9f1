/** How a command of `sheaf` is declared. What it does is imported when it runs, so that `--help` and completions respond at once. */
import type { Argv, InferredOptionType, Options, PositionalOptions } from 'yargs'
import { Problem } from './problem.ts'

/** One execution of the program. */
export interface Execution {
  code: number
  /** Ends the process when the command has ended, although something may still be open. */
  exits: boolean
  /** The command whose arguments are read. */
  at: { path: string; commands: string[]; options: string[] }
}

/** For the end of every `--help`. */
export const EXIT_CODES = `Exit codes: 0: done. 1: done, but something differs or has failed.
2: wrong usage, no connection, or refused by the service. docs/cli.md describes all commands.`

export interface Command {
  name: string
  /** The commands below it. */
  commands?: readonly Command[]
  /** Adds it to a program; `path` are the words before it. */
  addTo(program: Argv, path: string, execution: Execution): void
}

interface Declaration<P, O> {
  /** Name and positional arguments, such as `backup [file]`. */
  usage: string
  /** A phrase for the list of commands. */
  purpose: string
  /** Paragraphs of `--help`. */
  details?: string
  /** What to type, and what it does. */
  examples: readonly (readonly [line: string, purpose: string])[]
  positionals?: P
  options?: O
  /** Not in the list of commands: for containers. */
  hidden?: boolean
  /** See `Execution`. */
  exits?: boolean
  /** Does the work and returns the exit code (docs/cli.md, "Exit codes"). */
  run(args: Values<P> & Values<O>): Promise<number>
}

type Named<T> = { [name: string]: T }
type Values<T> = { [K in keyof T]: T[K] extends Options | PositionalOptions ? InferredOptionType<T[K]> : never }

/** Declares a command. Its options take one value each, unless they are arrays. */
export function command<
  const P extends Named<PositionalOptions> = Record<never, PositionalOptions>,
  const O extends Named<Options> = Record<never, Options>,
>(declared: Declaration<P, O>): Command {
  const { usage, purpose, details, examples, exits = false } = declared
  const positionals: Named<PositionalOptions> = declared.positionals ?? {}
  const options: Named<Options> = declared.options ?? {}
  const [name = ''] = usage.split(' ')
  const build = (argv: Argv, path: string): Argv => {
    argv.usage([`${path} ${usage}`, `${purpose}.`, ...(details ? [unwrapped(details)] : [])].join('\n\n'))
    for (const [one, positional] of Object.entries(positionals)) argv.positional(one, positional)
    for (const [one, option] of Object.entries(options)) argv.option(one, withValue(option))
    return argv.example(examples.map(([line, what]) => [line, what])).epilogue(EXIT_CODES)
  }
  return {
    name,
    addTo: (program, path, execution) => {
      program.command(
        usage,
        // The types have a declaration for texts and one for `false`.
        (declared.hidden ? false : purpose) as string,
        (argv) => {
          execution.at = { path: `${path} ${name}`, commands: [], options: Object.keys(options) }
          return build(argv, path)
        },
        async (args) => {
          for (const [one, { array }] of Object.entries(options))
            if (!array && Array.isArray(args[one])) throw new Problem(`Give --${one} once.`)
          execution.exits = exits
          // yargs has read them by the same declarations.
          execution.code = await declared.run(args as never)
        },
      )
    },
  }
}

/** Joins the lines of paragraphs, which yargs wraps; indented lines stay as they are. */
const unwrapped = (text: string): string => text.replace(/(?<!\n)\n(?![\n ])/g, ' ')

/** `--name` without its value is an error, not an empty text. */
const withValue = (option: Options): Options => (option.type === 'string' ? { requiresArg: true, ...option } : option)

/** Declares a word with commands below it, such as `sheaf hooks`. */
export function group(name: string, purpose: string, commands: readonly Command[], details = ''): Command {
  return {
    name,
    commands,
    addTo: (program, path, execution) => {
      const own = `${path} ${name}`
      program.command(name, purpose, (argv) => {
        execution.at = { path: own, commands: commands.map((one) => one.name), options: [] }
        argv.usage([`${own} COMMAND`, `${purpose}.`, ...(details ? [details] : [])].join('\n\n'))
        for (const one of commands) one.addTo(argv, own, execution)
        return argv
          .demandCommand(1, `"${own}" needs a command: ${execution.at.commands.join(', ')}.`)
          .example([[`${own} ${commands[0]!.name} --help`, 'describe a command']])
          .epilogue(EXIT_CODES)
      })
    },
  }
}
