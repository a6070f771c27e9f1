// `npm run groups`: manages administrators of organization groups; the API cannot create the first administrator of a group.
import { parseArgs } from 'node:util'
import { openDatabase } from '../../db/knex.ts'
import { ConfigError } from '../config.ts'
import { GroupError, grantGroupAdmin, joinGroup, listGroups } from '../domain/people/organization-groups.ts'
import type { GroupSummary } from '../domain/people/organization-groups.ts'
import { configureBeside } from './configure.ts'

const HELP = `npm run groups [-- --grant USERNAME | --join ORGANIZATION --group GROUP]

Manages organization groups. Without options, lists the groups with their organizations and administrators.

  --grant USERNAME         make a user administrator of their organization's group
  --join ORGANIZATION      move an organization (id) to the group given by --group
  --group GROUP            id of the group
  --help                   show this text

Uses the database of DATABASE_URL, or the running stack of "npm start" in SHEAF_HOME.`

function describeGroup({ id, name, organizations, administrators }: GroupSummary): string {
  const list = (words: string[]) => (words.length ? words.join(', ') : 'none')
  return [
    `group ${id}: ${name}`,
    `  organizations:  ${list(organizations.map((one) => `${one.id} (${one.name})`))}`,
    `  administrators: ${list(administrators)}`,
  ].join('\n')
}

const idOf = (option: string, text: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new GroupError(`${option} requires an id, not "${text}".`)
  return Number(text)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      grant: { type: 'string' },
      join: { type: 'string' },
      group: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(HELP)
  if ((values.join === undefined) !== (values.group === undefined))
    throw new GroupError('--join and --group must be used together.')
  if (values.grant !== undefined && values.join !== undefined)
    throw new GroupError('--grant and --join cannot be combined.')
  const db = openDatabase(configureBeside().databaseUrl, { poolMax: 2, name: 'sheaf-groups' })
  try {
    if (values.grant !== undefined) {
      const { group } = await grantGroupAdmin(db, values.grant)
      console.log(`${values.grant} is an administrator of group ${group}.`)
    } else if (values.join !== undefined) {
      const [organization, group] = [idOf('--join', values.join), idOf('--group', values.group!)]
      await joinGroup(db, organization, group)
      console.log(`Organization ${organization} is in group ${group}.`)
    } else console.log((await listGroups(db)).map(describeGroup).join('\n'))
  } finally {
    await db.destroy()
  }
}

try {
  await main()
} catch (error) {
  // Errors of options or configuration are reported in one sentence; other errors are internal and shown with their stack.
  const { message, code } = error as Error & { code?: string }
  const isExpected = error instanceof GroupError || error instanceof ConfigError || code?.startsWith('ERR_PARSE_ARGS')
  if (code === 'ECONNREFUSED') console.error('The database does not respond. Is the service running?')
  else console.error(isExpected ? message : error)
  process.exitCode = 1
}
