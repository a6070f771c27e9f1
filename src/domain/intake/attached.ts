import type { Extraction } from '@sheaf/extraction/types'
import { ReadError } from '@sheaf/extraction/types'
import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import { onBehalfOf } from '../../work/on-behalf.ts'
import { describeFile, storeThen } from '../documents/stored-file.ts'
import { inBatches } from '../in-batches.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { ImportingAnnotation } from './importing.ts'
import { openUpload, type NewUpload } from './open-upload.ts'
import { insertDocuments } from './uploads.ts'

type Portfolio = Pick<ImportingAnnotation, 'document_id' | 'organization_id' | 'queue_id' | 'upload_id'>

/** Another attempt has imported the files, or they are no longer wanted: those of this attempt are deleted. */
class Overtaken extends Error {}

/**
 * Imports the files of a portfolio, which is a PDF file or a message, like the members of an archive: as documents of their own, in an upload of their
 * own, which belongs to the same email. The portfolio is its cover. A portfolio inside another one, or in an archive, is not imported. Returns the
 * extraction of the cover, with a note that needs a person if files cannot be read or are not imported.
 *
 * Idempotent by document: it is locked, and does nothing once it has members.
 */
export async function importAttached(
  deps: Deps,
  annotation: Portfolio,
  extraction: Extraction,
  bytes: Buffer,
): Promise<Extraction> {
  const { organization_id } = annotation
  if (!extraction.portfolio) return extraction
  const isInner = await isMember(deps.db, annotation)
  // Before the files are unpacked and stored: a purged member must not come back, nor fill the store.
  if (!isInner && !(await creatorOf(deps.db, annotation))) return extraction
  try {
    const found = await onBehalfOf({ organization_id }, () => deps.documents.unpack(bytes))
    const unpacked = found.filter(({ problem }) => problem === undefined)
    const problems = found.flatMap(({ problem }) => problem ?? [])
    const isIncomplete = problems.length > 0
    const noted = isIncomplete ? withNote(extraction, listed(problems), unpacked.length > 0) : extraction
    if (isInner)
      return found.length > 0 ? withNote(extraction, 'The file is itself one of an archive or a message.') : extraction
    const files = unpacked.map(({ name, bytes: content }) => describeFile({ name, bytes: Buffer.from(content) }))
    // The files of a message may be logos and signatures only.
    if (files.length === 0) return noted
    await storeThen(deps, files, async (tx) => {
      const creator = await creatorOf(tx, annotation)
      if (!creator) throw new Overtaken()
      await insertMembers(tx, annotation, creator.creator_id, files)
    })
    return noted
  } catch (error) {
    if (error instanceof Overtaken) return extraction
    if (error instanceof ReadError) return withNote(extraction, error.message)
    throw error
  }
}

/**
 * Locks the portfolio. Returns who has uploaded it; undefined if it is a member itself, has members, or its queue accepts no documents. Without a
 * transaction it is only looked at.
 */
async function creatorOf(
  db: Knex,
  { document_id, organization_id, queue_id }: Portfolio,
): Promise<{ creator_id: number | null } | undefined> {
  const document = await db('documents')
    .where({ id: document_id, organization_id })
    .forNoKeyUpdate()
    .first<{ parent_id: number | null; creator_id: number | null } | undefined>('parent_id', 'creator_id')
  if (document?.parent_id !== null) return undefined
  const isActive = await db('queues').where({ id: queue_id, organization_id, status: 'active' }).first('id')
  const member = await db('documents').where({ parent_id: document_id, organization_id }).first('id')
  return isActive && !member ? { creator_id: document.creator_id } : undefined
}

async function insertMembers(
  tx: Tx,
  { document_id, organization_id, queue_id, upload_id }: Portfolio,
  creator_id: number | null,
  files: ReturnType<typeof describeFile>[],
): Promise<void> {
  const upload = await tx('uploads')
    .where({ id: upload_id, organization_id })
    .first<Pick<NewUpload, 'email_id' | 'values' | 'metadata'> | undefined>('email_id', 'values', 'metadata')
  const { email_id = null, values = {}, metadata = {} } = upload ?? {}
  await openUpload(
    tx,
    { organization_id, queue_id, creator_id, email_id, values, metadata },
    {
      withTask: false,
      addDocuments: async (id) => {
        const of = { upload_id: id, organization_id, who: { user_id: creator_id }, parent_id: document_id }
        const ids = await insertDocuments(tx, of, files)
        if (email_id !== null) await addToEmail(tx, { email_id, organization_id }, ids)
        return files.map(({ name, mime_type, size }, index) => ({
          id: ids[index]!,
          original_file_name: name,
          mime_type,
          size,
          parent_id: document_id,
        }))
      },
    },
  )
}

/** Adds members to the files of the email that contained the portfolio, as members of archives are. */
async function addToEmail(
  tx: Tx,
  { email_id, organization_id }: { email_id: number; organization_id: number },
  document_ids: readonly number[],
): Promise<void> {
  await tx('documents')
    .whereIn('id', [...document_ids])
    .where({ organization_id })
    .update({ email_id, attachment_status: 'processed' })
  await inBatches(document_ids, (ids) =>
    tx('email_documents')
      .insert(ids.map((document_id) => ({ email_id, document_id })))
      .returning('document_id'),
  )
}

/** Problems that are shown. */
const MAX_PROBLEMS = 5

const listed = (problems: readonly string[]): string =>
  [...problems.slice(0, MAX_PROBLEMS), ...(problems.length > MAX_PROBLEMS ? ['There are more.'] : [])].join(' ')

/** Whether the document is a file of another one. */
async function isMember(db: Knex, { document_id, organization_id }: Portfolio): Promise<boolean> {
  const document = await db('documents')
    .where({ id: document_id, organization_id })
    .first<{ parent_id: number | null } | undefined>('parent_id')
  return document !== undefined && document.parent_id !== null
}

/** A portfolio whose files cannot be read is imported as its cover, but not automatically: its invoices would be missing. */
function withNote(extraction: Extraction, reason: string, isPart = false): Extraction {
  const content = `${isPart ? 'Some' : 'The'} attached files were not imported. ${reason}`
  return { ...extraction, notes: [...(extraction.notes ?? []), { type: 'warning', content, blocks: true }] }
}
