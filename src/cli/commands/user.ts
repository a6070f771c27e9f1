import { command, group } from '../command.ts'
import { connect, CONNECTION, JSON_OUTPUT } from '../client/options.ts'
import { EXIT, say, sayJson } from '../problem.ts'

const create = command({
  usage: 'create <email>',
  purpose: 'Create a user of your organization',
  details: 'The password is generated and printed once. You have to be an administrator.',
  examples: [
    ['sheaf user create grace@example.com --role annotator --queue Invoices', 'a reviewer of one queue'],
    ['sheaf user create ada@example.com --role admin --no-password', 'a user who sets the password by an email'],
  ],
  positionals: { email: { type: 'string', demandOption: true, describe: 'Email address, which is the login too' } },
  options: {
    role: {
      type: 'string',
      demandOption: true,
      describe: 'Name of the role: admin, manager, annotator, viewer, … (GET /v1/groups)',
    },
    'first-name': { type: 'string', describe: 'First name' },
    'last-name': { type: 'string', describe: 'Last name' },
    queue: { type: 'string', array: true, default: [] as string[], describe: 'A queue to assign; may be repeated' },
    'no-password': { type: 'boolean', default: false, describe: 'The user sets the password by an email' },
    ...JSON_OUTPUT,
    ...CONNECTION,
  },
  run: async (args) => {
    const { createUser } = await import('../client/users.ts')
    const made = await createUser(await connect(args), {
      email: args.email,
      role: args.role,
      firstName: args['first-name'],
      lastName: args['last-name'],
      queues: args.queue,
      hasPassword: !args['no-password'],
    })
    if (args.json) sayJson(made)
    else say(`Created ${made.username}${made.password ? `, password ${made.password}` : ''}`)
    return EXIT.ok
  },
})

export const user = group('user', 'Create users of your organization', [create])
