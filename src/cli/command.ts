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

type Example = readonly [line: string, purpose: string]

export interface Command {
  name: string
  /** Name and positional arguments. */
  usage: string
  purpose: string
  /** Not in the list of commands. */
  hidden?: boolean | undefined
  examples: readonly Example[]
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
  examples: readonly Example[]
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
    return argv.epilogue(endOf(examples))
  }
  return {
    name,
    usage,
    purpose,
    hidden: declared.hidden,
    examples,
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

/** Fits into the narrowest usual terminal: yargs would break longer lines anywhere. */
const WIDTH = 76

/** The end of `--help`: examples on lines of their own, so that they can be copied, and the exit codes. */
function endOf(examples: readonly Example[]): string {
  const lines = examples.map(([line, purpose]) => `  ${continued(line)}\n      ${purpose}`)
  return `Examples:\n${lines.join('\n')}\n\n${EXIT_CODES}`
}

/** Continues a long command on further lines, as shells do. */
function continued(command: string): string {
  const lines = ['']
  for (const part of command.split(/ (?=--)/)) {
    const line = lines.pop()!
    if (line && line.length + part.length >= WIDTH) lines.push(`${line} \\`, `    ${part}`)
    else lines.push(line ? `${line} ${part}` : part)
  }
  return lines.join('\n  ')
}

/** Joins the lines of paragraphs, which yargs wraps; indented lines stay as they are. */
const unwrapped = (text: string): string => text.replace(/(?<!\n)\n(?![\n ])/g, ' ')

/** `--name` without its value is an error, not an empty text. */
const withValue = (option: Options): Options => (option.type === 'string' ? { requiresArg: true, ...option } : option)

/** Declares a word with commands below it, such as `sheaf hooks`. Its examples are the first of each command. */
export function group(name: string, purpose: string, commands: readonly Command[], details = ''): Command {
  const examples = commands.flatMap((one) => one.examples.slice(0, 1))
  return {
    name,
    usage: name,
    purpose,
    examples,
    commands,
    addTo: (program, path, execution) => {
      const own = `${path} ${name}`
      program.command(name, purpose, (argv) => {
        execution.at = { path: own, commands: commands.map((one) => one.name), options: [] }
        argv.usage([`${own} COMMAND`, `${purpose}.`, ...(details ? [details] : [])].join('\n\n'))
        for (const one of commands) one.addTo(argv, own, execution)
        return argv
          .demandCommand(1, `"${own}" needs a command: ${execution.at.commands.join(', ')}.`)
          .epilogue(endOf(examples))
      })
    },
  }
}
