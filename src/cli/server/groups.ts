/** `sheaf groups`: manages administrators of organization groups; the API cannot create the first administrator of a group. */
import { openDatabase } from '../../../db/knex.ts'
import {
  GroupError,
  grantGroupAdmin,
  joinGroup,
  listGroups,
  type GroupSummary,
} from '../../domain/people/organization-groups.ts'
import { configureRunning } from './configure.ts'

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

export interface GroupOptions {
  grant?: string | undefined
  join?: string | undefined
  group?: string | undefined
}

/** Changes a group, or lists all groups. Returns what was done for people and for programs. */
export async function manageGroups({ grant, join, group }: GroupOptions): Promise<{ text: string; value: unknown }> {
  if ((join === undefined) !== (group === undefined)) throw new GroupError('--join and --group must be used together.')
  if (grant !== undefined && join !== undefined) throw new GroupError('--grant and --join cannot be combined.')
  const db = openDatabase(configureRunning().databaseUrl, { poolMax: 2, name: 'sheaf-groups', purpose: 'requests' })
  try {
    if (grant !== undefined) {
      const done = await grantGroupAdmin(db, grant)
      return { text: `${grant} is an administrator of group ${done.group}.`, value: { username: grant, ...done } }
    }
    if (join !== undefined && group !== undefined) {
      const value = { organization: idOf('--join', join), group: idOf('--group', group) }
      await joinGroup(db, value.organization, value.group)
      return { text: `Organization ${value.organization} is in group ${value.group}.`, value }
    }
    const groups = await listGroups(db)
    return { text: groups.map(describeGroup).join('\n'), value: groups }
  } finally {
    await db.destroy()
  }
}
