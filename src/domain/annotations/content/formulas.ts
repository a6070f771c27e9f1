/** Computes the formula fields of annotations. */
import type { Knex } from 'knex'
import { Annotation, raw } from '../../../models/index.ts'
import { computeFormulas, formulasRead, type Circumstances, type Computed } from '../../../rules/content/formulas.ts'
import type { ContentTree } from '../../../rules/content/index.ts'
import { isOfFormula } from '../../../rules/content/reports.ts'
import type { Message } from '../../../rules/content/validate.ts'
import { objectOf, type Value } from '@sheaf/formula'
import type { SchemaContent } from '../../../rules/schema/index.ts'
import { formulaFields } from '../../../rules/schema/formulas.ts'

/** Computes all formula fields of a tree that is to be stored for the annotation. Without formula fields, no query is needed. */
export async function computeTree(
  db: Knex,
  annotation_id: number,
  tree: ContentTree,
  schema: SchemaContent,
): Promise<Computed> {
  if (formulaFields(schema).length === 0) return { tree, messages: [], blockers: [] }
  return computeFormulas(tree, schema, await circumstancesOf(db, annotation_id, formulasRead(schema, 'annotation')))
}

/** Returns the messages of an annotation with those of its formulas replaced. */
export const withMessages = (stored: readonly Message[] | null, ofFormulas: readonly Message[]): Message[] => [
  ...(stored ?? []).filter((message) => !isOfFormula(message)),
  ...ofFormulas,
]

/** Returns the current day in UTC, and if requested the object `annotation`. */
export async function circumstancesOf(
  db: Knex,
  annotation_id: number,
  withAnnotation: boolean,
): Promise<Circumstances> {
  const day = raw(`to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as today`)
  const row = await Annotation.query(db)
    .findById(annotation_id)
    .select(withAnnotation ? 'annotations.*' : 'annotations.id', day)
    .castTo<(Annotation & { today: string }) | undefined>()
  if (!row) throw new Error(`Annotation ${annotation_id} no longer exists.`)
  const objects = new Map<string, Value>()
  if (withAnnotation) {
    const whole = await row.$fetchGraph('[document, email]', { transaction: db })
    objects.set('annotation', annotationObject(whole))
  }
  return { today: row.today, objects }
}

/** The attributes that docs/formulas.md lists; all are read-only. */
function annotationObject(annotation: Annotation): Value {
  const { id, status, metadata, automated, einvoice, created_at, arrived_at, document, email } = annotation
  return objectOf(
    'annotation',
    { id, status, metadata, automated, einvoice, created_at, arrived_at },
    {
      document: document
        ? objectOf('document', {
            id: document.id,
            original_file_name: document.original_file_name,
            mime_type: document.mime_type,
            metadata: document.metadata,
            created_at: document.created_at,
          })
        : null,
      email: email
        ? objectOf('email', {
            id: email.id,
            subject: email.subject,
            from_email: email.from_email,
            from_name: email.from_name,
            to: email.to.map((one) => one.email),
            body_text_plain: email.body_text_plain,
            metadata: email.metadata,
            created_at: email.created_at,
          })
        : null,
    },
  )
}
