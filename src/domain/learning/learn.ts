import { onBehalfOf } from '../../work/on-behalf.ts'
import { BlobNotFound } from '../../blobs/index.ts'
import type { Deps } from '../../deps.ts'
import {
  MIN_SIMILARITY,
  isDistinctive,
  similarity,
  describeLesson,
  outcomesOf,
  type ConfirmedValues,
  type Lesson,
} from '@sheaf/extraction/learn'
import { ReadError, type Extraction } from '@sheaf/extraction/types'
import { LearnedLayout, type Annotation, type Document, type Queue, type RowOf } from '../../models/index.ts'
import { CONFIRMED } from '../../rules/automation/figures.ts'
import type { ContentTree } from '../../rules/content/index.ts'
import { drawFromEngine, type SchemaContent } from '../../rules/schema/index.ts'
import { learningWorkflowId } from '../../rules/temporal/workflow-ids.ts'
import { readContent } from '../annotations/content/contents.ts'
import { engineFields } from '../engines/fields.ts'
import { loadExtraction, loadWords } from '../intake/stored-extraction.ts'
import { finishDelivery, pendingEvents } from '../outbox/deliveries.ts'
import { transact, type Tx } from '../outbox/transaction.ts'
import { confirmedValues } from './confirmed.ts'
import { layoutsLike, makeRoom, queueKeys } from './memory.ts'
import { documentOf } from './stored-document.ts'
import { schemaOf } from '../annotations/content/schema-of.ts'

type Learner = Pick<Deps, 'db' | 'blobs' | 'documents' | 'signals' | 'log'>

/** Layouts of a queue. */
export const MAX_LAYOUTS = 500
/** Lessons of a layout: older ones fade away. */
export const MAX_LESSONS = 20
const MAX_LESSON_BYTES = 65_536

/** A confirmed annotation, in one version. */
interface Confirmed
  extends
    Pick<RowOf<Annotation>, 'id' | 'organization_id' | 'queue_id' | 'confirmed_at'>,
    Pick<RowOf<Document>, 's3_name'>,
    Pick<RowOf<Queue>, 'locale' | 'engine_id'> {
  schema: SchemaContent
  tree: ContentTree
  version: number
}

/**
 * Learns from the oldest confirmation in a queue that is not finished. Returns whether there are more. Idempotent by delivery: the lesson
 * is written in the transaction that finishes it. A document that cannot be read teaches nothing.
 */
export async function learnNext(deps: Learner, queue_id: number): Promise<boolean> {
  const [event, ...more] = await pendingEvents(deps.db, 'learning', learningWorkflowId(queue_id))
  if (!event) return false
  const confirmed = await confirmedAnnotation(deps.db, event.annotation_id!, queue_id)
  const taught = confirmed ? await teach(deps, confirmed) : null
  const isChanged = await transact(deps, async (tx) => {
    const now = await confirmedAnnotation(tx, event.annotation_id!, queue_id, { lock: true })
    // Confirmed again, or changed in the meantime: the next step learns from the new values.
    if (now && (now.version !== confirmed?.version || now.confirmed_at !== confirmed.confirmed_at)) return true
    if (await finishDelivery(tx, { event_id: event.id, consumer: 'learning' }))
      if (now && taught) await storeLesson(tx, now, taught)
    return false
  })
  return isChanged || more.length > 0
}

/** Returns the annotation if a user has confirmed it in this queue and it may be learned from. */
async function confirmedAnnotation(
  db: Learner['db'],
  id: number,
  queue_id: number,
  { lock = false } = {},
): Promise<Confirmed | undefined> {
  const query = db('annotations as a')
    .join('queues as q', 'q.id', 'a.queue_id')
    .join('schemas as s', 's.id', 'a.schema_id')
    .join('documents as d', 'd.id', 'a.document_id')
    .whereExists(db('annotation_contents as c').whereRaw('c.annotation_id = a.id'))
    .leftJoin('engines as e', 'e.id', 'q.engine_id')
    .where({ 'a.id': id, 'a.queue_id': queue_id, 'a.training_enabled': true, 'q.training_enabled': true })
    .whereIn('a.status', [...CONFIRMED])
    .whereNotNull('a.confirmed_by')
    .where('q.status', 'active')
    .whereRaw('e.learning_enabled is not false')
  // A purge that waits for the lock finds the lesson and removes it.
  if (lock) void query.forNoKeyUpdate('a')
  const found = await query.first<Omit<Confirmed, 'tree' | 'version'> | undefined>(
    'a.id',
    'a.organization_id',
    'a.queue_id',
    'a.confirmed_at',
    'd.s3_name',
    'q.locale',
    'q.engine_id',
    schemaOf(db),
  )
  return found && { ...found, ...(await readContent(db, id)) }
}

interface Taught {
  lesson: Lesson
  values: ConfirmedValues
  learned: Extraction['learned']
}

async function teach(deps: Learner, confirmed: Confirmed): Promise<Taught | null> {
  try {
    const words = await loadWords(deps, confirmed.s3_name)
    const extraction = await storedExtraction(deps, confirmed.id)
    const { engine_id, schema } = confirmed
    const drawn = engine_id === null ? schema : drawFromEngine(schema, await engineFields(deps.db, engine_id))
    const values = confirmedValues(confirmed.tree, drawn, extraction)
    const { organization_id, locale } = confirmed
    const lesson = await onBehalfOf({ organization_id }, () =>
      deps.documents.teach(documentOf(words), values, { locale }),
    )
    const isUseful = isDistinctive(lesson.fingerprint) && Buffer.byteLength(JSON.stringify(lesson)) <= MAX_LESSON_BYTES
    return isUseful ? { lesson, values, learned: extraction?.learned } : null
  } catch (error) {
    if (error instanceof BlobNotFound) return null
    if (!(error instanceof ReadError)) throw error
    deps.log.warn({ annotation_id: confirmed.id, code: error.code }, 'nothing can be learned from the document')
    return null
  }
}

async function storedExtraction(deps: Learner, id: number): Promise<Extraction | null> {
  try {
    return await loadExtraction(deps, id)
  } catch (error) {
    if (error instanceof BlobNotFound) return null
    throw error
  }
}

/** Writes the lesson to the most similar layout of the queue, or to a new one. Replaces an earlier lesson of the annotation. */
async function storeLesson(tx: Tx, annotation: Confirmed, { lesson, values, learned }: Taught): Promise<void> {
  const { id: annotation_id, organization_id, queue_id } = annotation
  const earlier = await tx('lessons')
    .where({ annotation_id })
    .first<{ learned_layout_id: number } | undefined>('learned_layout_id')
  await tx('lessons').where({ annotation_id }).delete()
  const layout = (await layoutOf(tx, queue_id, lesson)) ?? earlier?.learned_layout_id
  const row = layout && (await tx('learned_layouts').where({ id: layout }).forUpdate().first('id', 'enabled'))
  // A disabled layout learns nothing new, but its documents begin no other layout, and it does not keep what a user has corrected.
  if (!row || row.enabled || row.id === earlier?.learned_layout_id) {
    const learned_layout_id = row?.id ?? (await newLayout(tx, { organization_id, queue_id }))
    await addLesson(tx, annotation, learned_layout_id, { lesson, values, learned })
  }
  await tx.raw(
    `delete from learned_layouts l where l.id = ? and not exists (select from lessons s where s.learned_layout_id = l.id)`,
    [earlier?.learned_layout_id ?? null],
  )
}

async function addLesson(
  tx: Tx,
  { id: annotation_id, queue_id, confirmed_at }: Confirmed,
  learned_layout_id: number,
  { lesson, values, learned }: Taught,
): Promise<void> {
  await tx('lessons').insert({
    annotation_id,
    learned_layout_id,
    queue_id,
    taught_at: confirmed_at,
    keys: queueKeys(queue_id, lesson.fingerprint),
    lesson: JSON.stringify(lesson),
    described: JSON.stringify(describeLesson(lesson)),
    outcomes: JSON.stringify(
      learned && learned.layout === learned_layout_id ? outcomesOf(learned.proposals, values) : {},
    ),
  })
  await tx('learned_layouts').where({ id: learned_layout_id }).update({ modified_at: tx.fn.now(), modified_by: null })
  await tx.raw(
    `delete from lessons where annotation_id in (
       select annotation_id from lessons where learned_layout_id = ?
        order by taught_at desc, annotation_id desc offset ?)`,
    [learned_layout_id, MAX_LESSONS],
  )
}

async function layoutOf(tx: Tx, queue_id: number, { fingerprint }: Lesson): Promise<number | undefined> {
  let best: { id: number; found: number } | undefined
  for (const { id, lessons } of await layoutsLike(tx, queue_id, fingerprint)) {
    const found = Math.max(0, ...lessons.map(({ lesson }) => similarity(lesson.fingerprint, fingerprint)))
    if (found >= MIN_SIMILARITY && (!best || found > best.found)) best = { id, found }
  }
  return best?.id
}

async function newLayout(tx: Tx, owner: { organization_id: number; queue_id: number }): Promise<number> {
  await makeRoom(tx, owner.queue_id, MAX_LAYOUTS)
  const { id } = await LearnedLayout.query(tx).insert(owner).returning('id')
  return id
}
