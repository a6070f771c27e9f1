import { expectStatus, type Site } from '../site.ts'
import type { Story } from '../tell.ts'

export const SUPPLIERS = 'Lieferanten'
export const FREIGHT = 'Frachtrechnungen'

/** The queue for invoices of suppliers. */
export const suppliersOf = (site: Site) => site.one(`/queues?name=${SUPPLIERS}`)

/** Creates two queues of the same template in the installation for tests. */
export async function queues({ test }: Story): Promise<string> {
  const workspace = await test.one('/workspaces')
  for (const name of [SUPPLIERS, FREIGHT])
    expectStatus(
      201,
      await test.admin.post('/queues/from_template', {
        name,
        template_name: 'Tax Invoice EU Demo Template',
        workspace: workspace.url,
        include_documents: false,
        locale: 'de_DE',
      }),
    )
  return `${SUPPLIERS} and ${FREIGHT} exist`
}
