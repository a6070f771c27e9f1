/** The history of values: a row for each value that people, hooks or rules changed, in the transaction of the change. */
import type { Knex } from 'knex'
import { valueChanges, type ContentTree } from '../../../rules/content/index.ts'
import type { ChangeOrigin } from '../../../rules/audit/objects.ts'
import { MAX_VALUE_LENGTH } from '../../../rules/content/types.ts'
import type { SchemaContent } from '../../../rules/schema/index.ts'
import { formulaFields } from '../../../rules/schema/formulas.ts'
import { currentRequest } from '../../requests/audit.ts'

/** Changes of one request that have a row; removing a table can change many thousands of values. */
const MAX_CHANGES = 1_000

interface Changed {
  organization_id: number
  annotation_id: number
  origin: Exclude<ChangeOrigin, 'formula'>
  /** The hook whose response made the change. */
  hook_id?: number | undefined
  request_id?: string | null
  schema: SchemaContent
}

/** Records what differs between the trees with one statement; none if no value differs. The user is that of the current request. */
export async function recordValueChanges(
  tx: Knex,
  { organization_id, annotation_id, origin, hook_id, request_id, schema }: Changed,
  { before, after }: { before: ContentTree; after: ContentTree },
): Promise<void> {
  const changes = valueChanges(before, after)
  if (changes.length === 0) return
  const request = currentRequest()
  const computed = new Set(formulaFields(schema).map(({ id }) => id))
  const common = {
    organization_id,
    annotation_id,
    hook_id: hook_id ?? null,
    username: request?.who?.username ?? null,
    request_id: request?.request_id ?? request_id ?? null,
  }
  const rows: object[] = changes.slice(0, MAX_CHANGES).map((change) => ({
    ...common,
    ...change,
    before: bounded(change.before),
    after: bounded(change.after),
    further: 0,
    origin: computed.has(change.schema_id) ? ('formula' satisfies ChangeOrigin) : origin,
  }))
  if (changes.length > MAX_CHANGES) rows.push({ ...common, further: changes.length - MAX_CHANGES, origin })
  await tx.raw(
    `insert into value_changes (organization_id, annotation_id, node_id, schema_id, before, after, further, origin, hook_id, username, request_id)
     select * from jsonb_to_recordset(?::jsonb) as r(organization_id bigint, annotation_id bigint, node_id bigint, schema_id text, before text,
       after text, further integer, origin text, hook_id bigint, username text, request_id text)`,
    [JSON.stringify(rows)],
  )
}

/** Formulas may compute long texts. The database refuses the half of a character that is cut in two. */
const bounded = (value: string | null): string | null => value && value.slice(0, MAX_VALUE_LENGTH).toWellFormed()
