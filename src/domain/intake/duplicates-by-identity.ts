/** Documents of the organization that are the same invoice by its number, supplier, amount and date. */
import type { Knex } from 'knex'
import type { AnnotationIdentity, RowOf } from '../../models/index.ts'
import { flattenFields, type ContentTree } from '../../rules/content/index.ts'
import { DUPLICATE_REASONS, type Duplicate } from '../../rules/duplicates/policies.ts'
import { identityOf, type Identity, type Origins, type Role } from '../../rules/duplicates/identity.ts'
import { compareIdentities } from '../../rules/duplicates/same-invoice.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'
import type { Tx } from '../outbox/transaction.ts'

interface Own {
  identity: Identity
  /** The fields that the user sees. */
  origins: Origins
}

/** Returns by which values a document is recognised now. */
export const readIdentity = (tree: ContentTree, schema: SchemaContent): Own =>
  identityOf(flattenFields(tree, schema), schema)

/** The values of which two concurrent transactions must not both decide that nothing else has them. */
export const identityKeys = ({ number, amount, date }: Identity): string[] => [
  ...(number === null ? [] : [`number ${number}`]),
  ...(amount === null || date === null ? [] : [`amount ${amount} ${date}`]),
]

/** Documents with the same number, or with the same amount and date, that are compared. Those of the same supplier come first. */
const MAX_COMPARED = 100
/** Documents that are named. */
const MAX_NAMED = 20

/** `counting` adds the conditions under which the annotation `a` counts as an earlier document. The surest reasons come first. */
export async function withIdentity(
  tx: Tx,
  organization_id: number,
  { identity, origins }: Own,
  counting: (others: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<Duplicate[]> {
  const { number, amount, date, suppliers } = identity
  const alike = [
    ...(number === null ? [] : [{ number }]),
    ...(amount === null || date === null ? [] : [{ amount, date }]),
  ]
  const found = new Map<number, Duplicate>()
  for (const values of alike) {
    const rows: RowOf<AnnotationIdentity>[] = await counting(
      tx('annotation_identities as i')
        .join('annotations as a', 'a.id', 'i.annotation_id')
        .where('i.organization_id', organization_id)
        .where(Object.fromEntries(Object.entries(values).map(([name, value]) => [`i.${name}`, value]))),
    )
      .orderByRaw('i.suppliers && ?::text[] desc, a.id', [suppliers])
      .limit(MAX_COMPARED)
      .select('i.*')
    for (const { annotation_id, ...other } of rows) {
      const match = found.has(annotation_id) ? null : compareIdentities(identity, other)
      if (!match) continue
      const idsOf = (roles: readonly Role[]) => roles.flatMap((role) => origins[role] ?? [])
      found.set(annotation_id, {
        annotation_id,
        reason: match.reason,
        schema_ids: idsOf(match.equal),
        ...(match.different.length ? { different_schema_ids: idsOf(match.different) } : {}),
      })
    }
  }
  const place = ({ reason }: Duplicate) => DUPLICATE_REASONS.indexOf(reason)
  return [...found.values()]
    .sort((a, b) => place(a) - place(b) || a.annotation_id - b.annotation_id)
    .slice(0, MAX_NAMED)
}
