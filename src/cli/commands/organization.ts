import { command, group } from '../command.ts'
import { JSON_OUTPUT } from '../client/options.ts'
import { EXIT, Problem, say, sayJson } from '../problem.ts'

const OPTION_OF = { user_email: '--admin', user_fullname: '--full-name', template_name: '--template' }

const create = command({
  usage: 'create <name>',
  purpose: 'Create an organization with its first administrator',
  details: `Works on the database of DATABASE_URL, or of the running stack of "sheaf up" in SHEAF_HOME: run it on the server. Prints the login;
the password is generated and printed once, unless SHEAF_PASSWORD provides it.`,
  examples: [
    ['sheaf organization create Acme --admin ada@example.com', 'with an empty queue'],
    [
      'sheaf organization create Acme --admin ada@example.com --template "Tax Invoice EU Demo Template"',
      'with a queue for invoices',
    ],
  ],
  positionals: { name: { type: 'string', demandOption: true, describe: 'Name of the organization' } },
  options: {
    admin: { type: 'string', demandOption: true, describe: 'Email address of the administrator, who logs in with it' },
    'full-name': { type: 'string', describe: 'First and last name of the administrator' },
    template: { type: 'string', default: 'Empty Organization Template', describe: 'Template of the first queue' },
    ...JSON_OUTPUT,
  },
  run: async ({ name, admin, template, json, 'full-name': fullName }) => {
    const { makeOrganization } = await import('../server/create-organization.ts')
    const [{ ApiError }, { inTermsOf }] = await Promise.all([
      import('../../errors.ts'),
      import('../client/refusals.ts'),
    ])
    const made = await makeOrganization({ name, admin, fullName, template }).catch((error: unknown) => {
      throw error instanceof ApiError ? new Problem(inTermsOf(OPTION_OF, error.message)) : error
    })
    if (json) sayJson(made)
    else {
      say(`Created organization ${made.organization} "${name}".`)
      say(
        `Log in as ${made.username}, with ${made.password ? `password ${made.password}` : 'the password of SHEAF_PASSWORD'}`,
      )
    }
    return EXIT.ok
  },
})

export const organization = group('organization', 'Create organizations, on the server', [create])
