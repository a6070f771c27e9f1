import { command, group } from '../command.ts'
import { CONNECTION, DRY_RUN, JSON_OUTPUT } from '../client/options.ts'
import type { Options } from '../hooks/context.ts'

const folder = { folder: { type: 'string', default: 'hooks', describe: 'Folder with a subfolder per hook' } } as const
const hook = {
  hook: { type: 'string', array: true, describe: 'Only this hook: its id, name or subfolder; may be repeated' },
} as const
const force = (describe: string) => ({ force: { type: 'boolean', alias: 'f', default: false, describe } }) as const

async function open(path: string, options: Partial<Options>) {
  const { openContext } = await import('../hooks/context.ts')
  return openContext(path, { force: false, dryRun: false, json: false, ...options })
}

const list = command({
  usage: 'list [folder]',
  purpose: 'Print the hooks of the server',
  examples: [['sheaf hooks list', 'as a table']],
  positionals: folder,
  options: { ...hook, ...JSON_OUTPUT, ...CONNECTION },
  run: async (args) => (await import('../hooks/list.ts')).list(await open(args.folder, args)),
})

const pull = command({
  usage: 'pull [folder]',
  purpose: 'Write the hooks of the server into the folder',
  details: 'Files with local changes are kept. Exit code 1 if some were kept.',
  examples: [['sheaf hooks pull', 'into the folder hooks']],
  positionals: folder,
  options: { ...hook, ...DRY_RUN, ...force('Overwrite local changes'), ...JSON_OUTPUT, ...CONNECTION },
  run: async (args) =>
    (await import('../hooks/pull.ts')).pull(await open(args.folder, { ...args, dryRun: args['dry-run'] })),
})

const push = command({
  usage: 'push [folder]',
  purpose: 'Create and update hooks of the server from the folder',
  details: 'Hooks that others have changed are kept. Exit code 1 if some were kept.',
  examples: [
    ['sheaf hooks push --dry-run', 'print what it would do'],
    ['sheaf hooks push --hook "VAT check"', 'one hook'],
  ],
  positionals: folder,
  options: { ...hook, ...DRY_RUN, ...force('Overwrite changes on the server'), ...JSON_OUTPUT, ...CONNECTION },
  run: async (args) =>
    (await import('../hooks/push.ts')).push(await open(args.folder, { ...args, dryRun: args['dry-run'] })),
})

const diff = command({
  usage: 'diff [folder]',
  purpose: 'Print what push would change',
  details: 'Exit code 1 if there are differences.',
  examples: [['sheaf hooks diff', 'as a unified diff']],
  positionals: folder,
  options: { ...hook, ...CONNECTION },
  run: async (args) => (await import('../hooks/diff.ts')).diff(await open(args.folder, args)),
})

const logs = command({
  usage: 'logs [folder]',
  purpose: 'Print the newest 20 log records of calls, with the ids of the calls',
  examples: [['sheaf hooks logs --hook "VAT check"', 'of one hook']],
  positionals: folder,
  options: { ...hook, ...JSON_OUTPUT, ...CONNECTION },
  run: async (args) => (await import('../hooks/logs.ts')).logs(await open(args.folder, args)),
})

const types = command({
  usage: 'types [folder]',
  purpose: 'Write the types of payloads and responses for TypeScript and Python into the folder',
  examples: [['sheaf hooks types', 'needs no connection']],
  positionals: folder,
  run: async (args) => (await import('../hooks/types.ts')).types(args.folder),
})

const dev = command({
  usage: 'dev <folder>',
  purpose: 'Run a function on this machine with a real event, again after each save',
  details: `Without an option, the event is that in event.json, otherwise that of the newest recorded call. docs/hooks.md describes it.

Exit code 1 if the function failed with --once.`,
  examples: [
    ['sheaf hooks dev hooks/vat-check', 'until Ctrl-C'],
    ['sheaf hooks dev hooks/vat-check --annotation 12 --once', 'once, with an event of annotation 12'],
  ],
  positionals: { folder: { type: 'string', demandOption: true, describe: 'Folder of the hook' } },
  options: {
    run: { type: 'string', describe: 'The event of this call; "sheaf hooks logs" prints the ids' },
    annotation: { type: 'string', describe: 'An event of the annotation with this id, which the service generates' },
    event: { type: 'string', describe: 'Its name and action, by default annotation_content.initialize' },
    payload: { type: 'string', describe: 'An event from a JSON file' },
    online: { type: 'boolean', default: false, describe: 'Send requests of the function to the service' },
    once: { type: 'boolean', default: false, describe: 'Run once and exit' },
    ...CONNECTION,
  },
  run: async (args) => (await import('../hooks/dev.ts')).dev(args.folder, args),
})

const replay = command({
  usage: 'replay [uuid] [folder]',
  purpose: 'Repeat recorded calls of a function on this machine, and compare the responses',
  details: 'With --since, give no id of a call. Exit code 1 if a response differs.',
  examples: [
    ['sheaf hooks replay 4f9e0cfe-0d43-4a5f-8a35-1f2b0d8f7a10', 'one call'],
    ['sheaf hooks replay --since 7d --hook "VAT check" --with new.js', 'all calls of a week, with other code'],
  ],
  positionals: {
    uuid: { type: 'string', describe: 'Id of a call; "sheaf hooks logs" prints the ids' },
    folder: { type: 'string', describe: 'Folder with a subfolder per hook, by default hooks' },
  },
  options: {
    with: { type: 'string', describe: 'Run the code of this file instead of the recorded one' },
    settings: { type: 'string', describe: 'Run with the settings of this file instead of the recorded ones' },
    since: { type: 'string', describe: 'All calls of the hook since then: 7d, 12h, 30m' },
    ...hook,
    diff: {
      type: 'boolean',
      default: false,
      describe: 'With --since: print the differences, not only a line per call',
    },
    secrets: { type: 'string', describe: 'By default secrets.json in the folder of the hook' },
    ...CONNECTION,
  },
  run: async ({ uuid, folder: path, ...options }) => {
    const { replay: repeat } = await import('../hooks/replay.ts')
    // With --since, the only argument is the folder.
    return options.since === undefined
      ? repeat(uuid, path ?? 'hooks', options)
      : repeat(undefined, uuid ?? 'hooks', options)
  },
})

export const hooks = group(
  'hooks',
  'Keep hooks as files, and run their functions on this machine',
  [list, pull, push, diff, types, logs, dev, replay],
  'docs/hooks.md, "Hooks as files", describes the files.',
)
