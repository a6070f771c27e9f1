import { Type } from 'typebox'
import { forbidden } from '../../errors.ts'
import { saveMembership } from '../../domain/people/memberships.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { FieldError } from '../engine/field-error.ts'
import { f, fieldsOf, Time, Url, type Field, type Row, type Values } from '../legacy/fields.ts'
import { by, parseMoment } from '../legacy/filters.ts'
import { group } from '../legacy/references.ts'
import { idFromUrl } from '../engine/urls.ts'
import { columnsOf } from '../legacy/verbs.ts'
import type { Caller } from '../engine/request.ts'
import { allowed } from '../access.ts'

/** URLs of a membership carry the group: `/v1/organization_groups/{id}/users/{id}` (api.md, Memberships). */
const inGroup = ({ urls }: Caller, group_id: unknown, collection: string, id: unknown): string =>
  urls.of('organization_groups', Number(group_id), `/${collection}/${String(id)}`)

/** The id of an object named with or without the group; which of them fit is the domain's question. */
function idOf(collection: string, url: unknown): number {
  const id = idFromUrl(collection, url)
  if (id === null) throw new FieldError('Invalid hyperlink - No URL match.')
  return id
}

const reference = (collection: string, column: string): Field => ({
  output: Url,
  input: { ...Url, 'x-references': collection } as typeof Url,
  required: true,
  show: (row, caller) => inGroup(caller, row.organization_group_id, collection, row[column]),
  accept: (url) => ({ [column]: idOf(collection, url) }),
})

const queues: Field = {
  output: Type.Array(Url),
  input: Type.Array({ ...Type.String(), 'x-references': 'queues' } as ReturnType<typeof Type.String>),
  default: [],
  load: async (rows, caller) => {
    const found = (await caller
      .db('membership_queues')
      .whereIn(
        'membership_id',
        rows.map((row) => row.id),
      )
      .orderBy('queue_id')
      .select('membership_id', 'queue_id')) as Row[]
    const of = group(found, 'membership_id', (pair) => pair.queue_id as number)
    return (row) => of(row).map((id) => inGroup(caller, row.organization_group_id, 'queues', id))
  },
  accept: (urls) => ({ queue_ids: (urls as unknown[]).map((url) => idOf('queues', url)) }),
}

const expiresAt: Field = {
  output: Type.Union([Time, Type.Null()]),
  input: Type.Union([Type.String(), Type.Null()]),
  default: null,
  show: (row) => row.expires_at,
  accept: (text) => {
    const moment = text === null ? null : parseMoment(text as string)
    if (text !== null && moment === null) throw new FieldError('Not a valid date or datetime.')
    return { expires_at: moment }
  },
}

export const memberships = defineResource({
  path: 'organization_groups/memberships',
  singular: 'membership',
  table: 'memberships',
  description: 'Lets a user work in another organization of the group, in all of its queues or some.',
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    user: f.custom(reference('users', 'user_id')),
    organization: f.custom(reference('organizations', 'organization_id')),
    queues: f.custom(queues),
    expires_at: f.custom(expiresAt),
  }),
  filters: {
    id: by.ids('memberships.id'),
    user: by.ids('memberships.user_id'),
    organization: by.ids('memberships.organization_id'),
  },
  ordering: columns('memberships', { id: 'bigint' }),
  visible: (query, { who }) => void query.where('memberships.organization_group_id', who.organization_group_id),
  may: allowed('memberships'),
  save: {
    create: async (values, caller) => ({ id: await save(values, caller) }),
    update: async (row, values, caller) => void (await save(values, caller, row)),
    destroy: async (row, caller) => {
      demandUnlimited(caller)
      await caller.db('memberships').where('id', row.id).delete()
    },
  },
})

/** Whoever is here for some queues only does not widen that. */
function demandUnlimited({ who }: Caller): void {
  if (who.membership?.limited) throw forbidden('A membership that is limited to queues manages no memberships.')
}

async function save(values: Values, caller: Caller, row?: Row): Promise<number> {
  demandUnlimited(caller)
  const given = await columnsOf(memberships.fields, values, caller)
  const before = row && {
    user_id: row.user_id as number,
    organization_id: row.organization_id as number,
    expires_at: row.expires_at as string | null,
    queue_ids: (await caller.db('membership_queues').where('membership_id', row.id).pluck('queue_id')) as number[],
  }
  const membership = { ...before, ...given } as Parameters<typeof saveMembership>[2]
  return saveMembership(caller.db, caller.who.organization_group_id, membership, row?.id as number | undefined)
}
