import assert from 'node:assert/strict'
import { sellerOf } from '../company.ts'
import type { Story } from '../tell.ts'
import { arrived, pdfOf, upload } from './post.ts'
import { statusOf } from './review.ts'

const NUMBER = 'TO-10131'

/** A supplier asks for the deletion of their data. What was exported is kept for ten years, everything else is deleted. */
export async function deletion({ test }: Story): Promise<string> {
  await upload(test, 'tankhof-131.pdf', await pdfOf(NUMBER, { supplier: 'fuel', total: 95.2 }))
  const id = await arrived(test, NUMBER)
  const { name, vat_id } = sellerOf('fuel')
  const search = ['delete', '--supplier', name, '--vat-id', vat_id]
  const preview = await test.sheaf([...search, '--dry-run'])
  assert.equal(preview.code, 0, preview.out + preview.err)
  assert.match(preview.out, /Kept because of legal retention/)
  assert.equal(await statusOf(test, id), 'to_review', 'A preview has deleted a document.')
  const deleted = await test.sheaf([...search, '--yes'])
  assert.equal(deleted.code, 0, deleted.out + deleted.err)
  assert.equal(await statusOf(test, id), 'purged')
  const { status, report, search: forgotten } = await test.one('/deletion_requests?ordering=-id')
  assert.deepEqual([status, forgotten], ['finished', null])
  const { deleted: gone, kept } = report as Record<'deleted' | 'kept', Record<string, number>>
  assert.ok(gone['documents']! >= 1 && kept['documents']! >= 1, JSON.stringify(report))
  return `${gone['documents']} documents of ${name} are deleted on request; the law keeps ${kept['documents']}`
}
