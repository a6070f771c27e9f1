// `sheaf hooks`: hooks as files in a folder. Uses the public REST API only, so it works with any server.
import { parseArgs } from 'node:util'
import { openContext, type Context } from './hooks/context.ts'
import { dev } from './hooks/dev.ts'
import { diff } from './hooks/diff.ts'
import { list } from './hooks/list.ts'
import { logs } from './hooks/logs.ts'
import { EXIT, Problem } from './hooks/problem.ts'
import { pull } from './hooks/pull.ts'
import { push } from './hooks/push.ts'
import { replay } from './hooks/replay.ts'
import { types } from './hooks/types.ts'

const HELP = `sheaf hooks COMMAND [FOLDER] [options]
sheaf hooks dev FOLDER-OF-ONE-HOOK [options]
sheaf hooks replay UUID [FOLDER] [options]
sheaf hooks replay --since 7d --hook HOOK [options]

Keeps hooks as files in a folder (default: hooks). docs/hooks.md, "Hooks as files", describes the files.

  list   print the hooks of the server
  pull   write the hooks of the server into the folder; files with local changes are kept
  push   create and update hooks of the server from the folder; hooks that others have changed are kept
  diff   print what push would change
  types  write the types of payloads and responses for TypeScript and Python into the folder
  logs   print the newest 20 log records of calls, with the ids of the calls
  dev    run a function on this machine with a real event, again after each save
  replay repeat recorded calls of a function on this machine, and compare the responses

  --hook HOOK          only this hook: its id, name or subfolder; may be repeated
  --dry-run, -n        print what pull or push would do, and change nothing
  --force, -f          pull: overwrite local changes; push: overwrite changes on the server
  --json               list: print JSON
  --help, -h           show this text

Options of dev; without one, the event is that in event.json, otherwise that of the newest recorded call:

  --run UUID           the event of this call; ids are in GET /v1/hooks/runs
  --annotation ID      an event of this annotation, which the service generates
  --event EVENT        its name and action, default: annotation_content.initialize
  --payload FILE       an event from a JSON file
  --online             send requests of the function to the service, instead of using the recorded answers
  --once               run once and exit, with 1 if the function failed

Options of replay:

  --with FILE          run this code instead of the recorded one
  --settings FILE      run with these settings instead of the recorded ones
  --since PERIOD       all calls of the hook since then: 7d, 12h, 30m
  --diff               with --since: print the differences, not only a line per call
  --secrets FILE       default: secrets.json in the folder of the hook

Connection, also from the environment or a JSON file with the keys url, token, username and password:

  --url URL            SHEAF_URL       default: http://127.0.0.1:8090/api
  --token TOKEN        SHEAF_TOKEN
  --username NAME      SHEAF_USERNAME
  --password TEXT      SHEAF_PASSWORD  other users of the machine may see options: prefer the variable or the file
  --config FILE        SHEAF_CONFIG    default: ~/.config/sheaf/config.json

Exit codes: 0: done, no differences. 1: differences (diff, replay), or hooks were kept because of changes (pull, push). 2: an error.`

const COMMANDS: Record<string, (context: Context) => number | Promise<number>> = { list, pull, push, diff, logs }

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      hook: { type: 'string', multiple: true },
      'dry-run': { type: 'boolean', short: 'n', default: false },
      force: { type: 'boolean', short: 'f', default: false },
      json: { type: 'boolean', default: false },
      url: { type: 'string' },
      token: { type: 'string' },
      username: { type: 'string' },
      password: { type: 'string' },
      config: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
      run: { type: 'string' },
      annotation: { type: 'string' },
      event: { type: 'string' },
      payload: { type: 'string' },
      online: { type: 'boolean', default: false },
      once: { type: 'boolean', default: false },
      with: { type: 'string' },
      since: { type: 'string' },
      diff: { type: 'boolean', default: false },
      secrets: { type: 'string' },
      settings: { type: 'string' },
    },
  })
  const [name, path = 'hooks', ...others] = positionals
  if (values.help || name === 'help') {
    console.log(HELP)
    return EXIT.ok
  }
  if (name === 'types' && !others.length) return types(path)
  if (name === 'dev' && positionals.length === 2) return dev(path, values)
  if (name === 'replay' && others.length <= 1) {
    const [, first, second] = positionals
    return values.since === undefined ? replay(first, second ?? 'hooks', values) : replay(undefined, path, values)
  }
  const command = name === undefined || !Object.hasOwn(COMMANDS, name) ? undefined : COMMANDS[name]
  if (!command || others.length) {
    console.error(HELP)
    return EXIT.failed
  }
  return command(await openContext(path, { ...values, dryRun: values['dry-run'] }))
}

try {
  process.exitCode = await main()
} catch (error) {
  // Errors of use are one sentence; others are internal and shown with their stack.
  const isUsage = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  console.error(error instanceof Problem || isUsage ? (error as Error).message : error)
  process.exitCode = EXIT.failed
}
