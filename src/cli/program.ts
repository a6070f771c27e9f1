/** The program of the command line: its commands, and the sentences about wrong usage. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import yargs, { type Argv } from 'yargs'
import { EXIT_CODES, type Execution } from './command.ts'
import { commands } from './commands/index.ts'
import { overview } from './overview.ts'
import { Problem } from './problem.ts'
import { closest } from '../rules/input/closest.ts'

/** Sentences in place of those of yargs. */
const SENTENCES = {
  'Missing required argument: %s': { one: '--%s is missing.', other: 'These options are missing: %s.' },
  'Not enough arguments following: %s': '--%s needs a value.',
  'Invalid values:': ' ',
  'Argument: %s, Given: %s, Choices: %s': '"%s" cannot be %s; choose from %s.',
}
/** The widest lines of `--help`. */
const WIDEST = 110

/** Returns the program for the words of a command line. `parseAsync` executes it and notes its result in `execution`. */
export function programFor(words: string[], execution: Execution): Argv {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string
  }
  const width = Math.min(WIDEST, process.stdout.columns || WIDEST)
  const isOverview = words.length === 1 && ['--help', '-h'].includes(words[0]!)
  const program = yargs(words)
    .scriptName('sheaf')
    .locale('en')
    // The types omit plural forms.
    .updateStrings(SENTENCES as object as Record<string, string>)
    .usage(
      'sheaf COMMAND\n\nReads business documents: runs the service, and works with it from a terminal or a script.',
    )
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'greedy-arrays': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .strict()
    .demandCommand(1, 'Give a command.')
    .help()
    .alias('help', 'h')
    .version(version)
    .epilogue(isOverview ? `${overview(width)}\n\n${EXIT_CODES}` : EXIT_CODES)
    .wrap(width)
    .exitProcess(false)
    .fail((message: string | null, error: unknown) => {
      // yargs throws some of its complaints, and passes on what a command throws.
      const isComplaint = !error || (error instanceof Error && error.name === 'YError')
      throw isComplaint ? new Problem(complaint(message ?? '', words, execution.at)) : error
    })
  execution.at = { path: 'sheaf', commands: commands.map(({ name }) => name), options: [] }
  if (!isOverview) for (const one of commands) one.addTo(program, 'sheaf', execution)
  return program
}

/** Writes the name at the beginning of a sentence as it is typed. */
const withDashes = (sentence: string, options: readonly string[]): string =>
  sentence.replace(/^"([\w-]+)"/, (found, name: string) => (options.includes(name) ? `--${name}` : found))

/** Returns what is wrong in one sentence, with a suggestion and the way to the help. */
function complaint(message: string, words: readonly string[], at: Execution['at']): string {
  const help = `See "${at.path} --help".`
  const unknown = /^Unknown (?:argument|command)s?: (.*)$/s.exec(message)?.[1]?.split(', ')
  if (/^Not enough non-option/.test(message)) return `An argument is missing. ${help}`
  if (!unknown) return `${withDashes(message.replaceAll(/\s+/g, ' ').trim(), at.options)} ${help}`
  const [name = ''] = unknown
  const isOption = words.some((word) => ['-', '--'].includes(word.split(name)[0]!) && word.includes(name))
  const known = isOption ? at.options : at.commands
  const suggestion = closest(name, known)
  const meant = suggestion ? ` Did you mean "${isOption ? '--' : ''}${suggestion}"?` : ''
  if (isOption) return `There is no option "${name.length > 1 ? '--' : '-'}${name}".${meant} ${help}`
  return known.length ? `There is no command "${name}".${meant} ${help}` : `"${name}" is one argument too many. ${help}`
}
