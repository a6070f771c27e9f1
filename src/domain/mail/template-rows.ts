/** Email templates as written by administrators. */
import { forbidden, referenced } from '../../errors.ts'
import { EmailTemplate, Rule, type RowOf } from '../../models/index.ts'
import { REMOVABLE_TYPES } from '../../rules/mail/template.ts'
import { transact, type Transactor } from '../outbox/transaction.ts'
import { rowsOf } from '../rows.ts'

const rows = rowsOf(EmailTemplate)
export const createEmailTemplate = rows.create
export const updateEmailTemplate = rows.update

/** Deletes a template. Throws 403 for the types that every queue keeps, and 409 while a rule sends it. */
export async function deleteEmailTemplate(
  deps: Transactor,
  { id, organization_id, type }: RowOf<EmailTemplate>,
): Promise<void> {
  if (!REMOVABLE_TYPES.includes(type)) throw forbidden('Only templates of type custom and rejection can be deleted.')
  await transact(deps, async (tx) => {
    const used = await Rule.query(tx)
      .where({ organization_id })
      .whereRaw('actions @> ?::jsonb', [JSON.stringify([{ payload: { email_template: id } }])])
      .orderBy('id')
      .select('id')
    if (used.length) throw referenced(`The email template is used by rules: ${used.map((rule) => rule.id).join(', ')}.`)
    await rows.delete(tx, id)
  })
}
