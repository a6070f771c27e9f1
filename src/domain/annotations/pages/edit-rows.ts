import { conflictStatus } from '../../../errors.ts'
import { insertDocuments } from '../../intake/uploads.ts'
import type { PartFile } from './edit-documents.ts'
import type { LockedAnnotation } from '../status/lock.ts'
import type { Mover } from '../status/move.ts'
import type { Tx } from '../../outbox/transaction.ts'

export const isAdmin = ({ roles = [] }: Mover): boolean =>
  roles.includes('admin') || roles.includes('organization_group_admin')

/** Throws 409: the annotation got another document while its pages were being edited. */
export function refuseLost(): never {
  throw conflictStatus('The annotation has been changed in the meantime.')
}

/** Inserts the document of a part, derived from the annotation's current document. */
export async function insertPartDocument(
  tx: Tx,
  who: Mover,
  annotation: Pick<LockedAnnotation, 'organization_id' | 'document_id'>,
  file: PartFile,
  metadata: Record<string, unknown> = {},
): Promise<number> {
  const { organization_id, document_id } = annotation
  const [id] = await insertDocuments(tx, { upload_id: null, organization_id, who, parent_id: document_id }, [file])
  await tx('documents')
    .where({ id: id! })
    .update({ turned: file.turned, metadata: JSON.stringify(metadata) })
  return id!
}
