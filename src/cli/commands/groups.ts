import { command } from '../command.ts'
import { JSON_OUTPUT } from '../client/options.ts'
import { EXIT, say, sayJson } from '../problem.ts'

export const groups = command({
  usage: 'groups',
  purpose: 'List organization groups, move organizations and appoint administrators',
  details: `Without options, lists the groups with their organizations and administrators.
Uses the database of DATABASE_URL, or the running stack of "sheaf up" in SHEAF_HOME.`,
  examples: [
    ['sheaf groups', 'list all groups'],
    ['sheaf groups --grant ada@example.org', "make a user administrator of their organization's group"],
    ['sheaf groups --join 12 --group 3', 'move organization 12 to group 3'],
  ],
  options: {
    grant: { type: 'string', describe: "Make this user administrator of their organization's group" },
    join: { type: 'string', describe: 'Move the organization with this id to the group given by --group' },
    group: { type: 'string', describe: 'Id of the group' },
    ...JSON_OUTPUT,
  },
  run: async ({ json, ...options }) => {
    const { text, value } = await (await import('../server/groups.ts')).manageGroups(options)
    if (json) sayJson(value)
    else say(text)
    return EXIT.ok
  },
})
