import { command, group } from '../command.ts'
import { connect, CONNECTION, DRY_RUN, JSON_OUTPUT } from '../client/options.ts'

const folder = {
  folder: { type: 'string', default: 'sheaf-config', describe: 'Folder of the files' },
} as const

const pull = command({
  usage: 'pull [folder]',
  purpose: 'Write the set-up of your organization into the folder',
  details: `Updates files, and removes those of objects that no longer exist. Keeps files that were changed here since the last pull or push,
unless --force.

Exit code 1 if such files were kept.`,
  examples: [
    ['sheaf config pull', 'into the folder sheaf-config'],
    ['sheaf config pull --force', 'discard changes of files'],
  ],
  positionals: folder,
  options: {
    force: { type: 'boolean', default: false, describe: 'Overwrite and remove files with local changes' },
    ...DRY_RUN,
    ...JSON_OUTPUT,
    ...CONNECTION,
  },
  run: async (args) => {
    const { pull: write } = await import('../config/pull.ts')
    return write(await connect(args), args.folder, { ...optionsOf(args), force: args.force })
  },
})

const push = command({
  usage: 'push [folder]',
  purpose: 'Create and update objects of your organization from the folder',
  details:
    'Deletes nothing. A file remembers its object: a changed name renames it. Asks before a change that weakens a control, such as more automation or another condition of an approval; without a terminal, such a change needs --yes. Exit code 1 if some objects were refused; the others are pushed all the same.',
  examples: [
    ['sheaf config push --dry-run', 'print each change, and do nothing'],
    ['sheaf config push --url https://other.example.com --token $TOKEN', 'move the set-up to another organization'],
  ],
  positionals: folder,
  options: {
    yes: {
      type: 'boolean',
      default: false,
      describe: 'Weaken controls without a question, remove fields that are used, accept lifetimes of less than a day',
    },
    ...DRY_RUN,
    ...JSON_OUTPUT,
    ...CONNECTION,
  },
  run: async (args) => {
    const { push: send } = await import('../config/push.ts')
    return send(await connect(args), args.folder, { ...optionsOf(args), yes: args.yes })
  },
})

const diff = command({
  usage: 'diff [folder]',
  purpose: 'Print what push would change',
  details: 'Exit code 1 if there are differences.',
  examples: [['sheaf config diff', 'as a unified diff']],
  positionals: folder,
  options: { ...JSON_OUTPUT, ...CONNECTION },
  run: async (args) => (await import('../config/diff.ts')).diff(await connect(args), args.folder, args.json),
})

const optionsOf = (args: { json: boolean; 'dry-run': boolean }) => ({ json: args.json, dryRun: args['dry-run'] })

export const config = group(
  'config',
  'Keep the set-up of an organization as files, and move it to another',
  [pull, push, diff],
  `The set-up: settings of the organization, labels, workspaces, engines, schemas, approval workflows with their steps, connectors, queues, triggers, email
templates, delete recommendations, export profiles, hooks, rules and inboxes. Files refer to objects and users by name, and contain no secrets. Each
command names what it leaves out, with counts.
docs/cli.md, "Set-up as files", describes them.`,
)
