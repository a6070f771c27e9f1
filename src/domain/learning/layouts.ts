import type { Knex } from 'knex'
import { LearnedLayout, TaughtLesson } from '../../models/index.ts'
import { rowsOf } from '../rows.ts'

/** Changes and deletes layouts; their lessons go with them. */
export const layoutRows = rowsOf(LearnedLayout)

export interface FieldEvidence {
  field: string
  documents: number
  empty: number
  hits: number
  misses: number
  anchors: string[]
}

export interface LayoutEvidence {
  documents: number
  last_confirmed_at: string | null
  /** Ids of annotations, the latest first. */
  annotations: number[]
  fields: FieldEvidence[]
}

const MAX_EXAMPLES = 5
const MAX_ANCHORS = 3

/** Returns what layouts have learned, by id: from how many documents, and for each field where its values are and how proposals fared. */
export async function evidenceOf(db: Knex, layoutIds: readonly number[]): Promise<Map<number, LayoutEvidence>> {
  const rows = await TaughtLesson.query(db)
    .whereIn('learned_layout_id', [...layoutIds])
    .orderBy([
      { column: 'taught_at', order: 'desc' },
      { column: 'annotation_id', order: 'desc' },
    ])
    .select('learned_layout_id', 'annotation_id', 'taught_at', 'described', 'outcomes')
  const byLayout = Map.groupBy(rows, ({ learned_layout_id }) => learned_layout_id)
  return new Map(
    layoutIds.map((id) => {
      const lessons = byLayout.get(id) ?? []
      return [
        id,
        {
          documents: lessons.length,
          last_confirmed_at: lessons[0]?.taught_at ?? null,
          annotations: lessons.slice(0, MAX_EXAMPLES).map(({ annotation_id }) => annotation_id),
          fields: fieldsOf(lessons),
        },
      ]
    }),
  )
}

type Given = Pick<TaughtLesson, 'described' | 'outcomes'>

function fieldsOf(lessons: readonly Given[]): FieldEvidence[] {
  const names = [...new Set(lessons.flatMap(({ described }) => Object.keys(described)))].sort()
  return names.map((field) => {
    const texts = lessons.flatMap(({ described }) => (described[field] === undefined ? [] : [described[field]]))
    const outcomes = lessons.flatMap((lesson) => Object.entries(lesson.outcomes)).filter(([name]) => name === field)
    const places = Map.groupBy(
      texts.filter((text) => text !== null),
      (text) => text,
    )
    const anchors = [...places].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))
    return {
      field,
      documents: texts.length,
      empty: texts.filter((text) => text === null).length,
      hits: outcomes.filter(([, isHit]) => isHit).length,
      misses: outcomes.filter(([, isHit]) => !isHit).length,
      anchors: anchors.slice(0, MAX_ANCHORS).map(([text]) => text),
    }
  })
}
