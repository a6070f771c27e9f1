import assert from 'node:assert/strict'
import { expectStatus } from '../site.ts'
import type { Story } from '../tell.ts'
import { LIMIT } from './approvals.ts'
import { INVOICES } from './post.ts'
import { SUPPLIERS, suppliersOf } from './queues.ts'

const PROFILE = 'Steuerberater'

/** The accountant imports files with their own columns. The service and the command line write the same file. */
export async function accountant({ test }: Story): Promise<string> {
  const queue = await suppliersOf(test)
  expectStatus(
    201,
    await test.admin.post('/export_profiles', {
      name: PROFILE,
      queue: queue.url,
      columns: [
        { heading: 'Beleg', field: 'document_id' },
        { heading: 'Brutto', field: 'amount_total' },
        { heading: 'Konto', constant: '4500' },
        { heading: 'Freigabe', expression: `'ja' if field.amount_total > ${LIMIT} else 'nein'` },
      ],
      delimiter: ';',
      decimal_separator: ',',
      decimals: 2,
    }),
  )
  const path = `/queues/${queue.id}/export?profile=${PROFILE}&status=exported`
  const text = String(expectStatus(200, await test.admin.get(path)))
  for (const [number, { total }] of Object.entries(INVOICES)) {
    const line = `${number};${total.toFixed(2).replace('.', ',')};4500;${total > LIMIT ? 'ja' : 'nein'}`
    assert.ok(text.includes(line), `${line} is not in ${text}`)
  }
  const file = `${PROFILE}.csv`
  const written = await test.sheaf([
    'export',
    '--queue',
    SUPPLIERS,
    '--profile',
    PROFILE,
    '--status',
    'exported',
    '--out',
    file,
  ])
  assert.equal(written.code, 0, written.out + written.err)
  assert.equal(test.folder.read(file).replace(/^\uFEFF/, ''), text.replace(/^\uFEFF/, ''))
  const [head] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  return `a profile writes ${head!} with decimal commas, and "sheaf export" the same file`
}
