/** What the actions that edit pages take and answer (filled-gaps 4.3, 4.4). */
import { Type } from 'typebox'
import { DATA_SOURCES } from '../../domain/annotations/edit-parts.ts'
import { Url } from '../legacy/fields.ts'
import { DurationParts } from './actions.ts'

const MAX_PARTS = 500
const MAX_PAGES = 2_000

export const Angle = Type.Integer({ enum: [0, 90, 180, 270] })
const Rotation = Type.Optional(Angle)
const Given = (collection: string) => Type.Unsafe<string>({ type: 'string', 'x-references': collection })
const Many = (collection: string) => Type.Optional(Type.Array(Given(collection), { maxItems: MAX_PARTS }))
const Json = Type.Optional(Type.Record(Type.String(), Type.Unknown()))
const Metadata = Type.Optional(Type.Object({ annotation: Json, document: Json }))
const Duration = Type.Optional(DurationParts)
const Source = Type.Optional(Type.String({ enum: [...DATA_SOURCES] }))
const PageUrl = Given('pages')
const ParentPages = Type.Array(
  Type.Object({ page: PageUrl, rotation_deg: Rotation, deleted: Type.Optional(Type.Boolean()) }),
  { minItems: 1, maxItems: MAX_PAGES },
)
const Part = Type.Object({
  annotation: Type.Optional(Given('annotations')),
  target_queue: Type.Optional(Given('queues')),
  document_name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  parent_pages: ParentPages,
  metadata: Metadata,
  values: Json,
})
export const EditBody = Type.Object({
  delete: Many('annotations'),
  move: Type.Optional(
    Type.Array(Type.Object({ annotation: Given('annotations'), target_queue: Given('queues') }), {
      maxItems: MAX_PARTS,
    }),
  ),
  edit: Type.Optional(Type.Array(Part, { maxItems: MAX_PARTS })),
  stop_reviewing: Many('annotations'),
  stop_parent: Type.Optional(Type.Boolean()),
  edit_data_source: Source,
  processing_duration: Duration,
})
export const InPlaceBody = Type.Object({
  parent_pages: ParentPages,
  target_queue: Type.Optional(Given('queues')),
  metadata: Metadata,
  edit_data_source: Source,
  processing_duration: Duration,
})
/** Of the older `edit` and `split`. */
export const OldBody = Type.Object({
  documents: Type.Array(
    Type.Object({
      pages: Type.Array(Type.Object({ page: PageUrl, rotation_deg: Rotation }), { minItems: 1, maxItems: MAX_PAGES }),
      metadata: Metadata,
    }),
    { minItems: 1, maxItems: MAX_PARTS },
  ),
  processing_duration: Duration,
})
export const CancelBody = Type.Object({
  annotations: Type.Array(Given('annotations'), { maxItems: MAX_PARTS }),
  cancel_parent: Type.Optional(Type.Boolean()),
  processing_duration: Duration,
})
export const Results = Type.Object({ results: Type.Array(Type.Object({ document: Url, annotation: Url })) })
