/** Request and response bodies of the actions that edit pages. */
import { Type, type TSchema } from 'typebox'
import { CONTENT_CHOICES, type ContentChoice } from '../../domain/annotations/content/former.ts'
import { DATA_SOURCES, type DataSource } from '../../domain/annotations/pages/edit-parts.ts'
import { Url } from '../framework/fields.ts'
import { Duration } from './durations.ts'

const MAX_PARTS = 500
const MAX_PAGES = 2_000

export const ANGLES = [0, 90, 180, 270] as const
export const ROTATION = 'Clockwise rotation in degrees, added to the current rotation of the page: 0, 90, 180 or 270.'
export const DELETED = 'Whether the page is left out.'
const VALUES = 'Initial values of the new annotation; names start with `edit:`.'

const given = (collection: string, description: string) =>
  Type.Unsafe<string>({ type: 'string', 'x-references': collection, description })
const annotations = (description: string) =>
  Type.Array(given('annotations', 'URL of a part.'), { maxItems: MAX_PARTS, description })
const Rotation = Type.Optional(Type.Integer({ enum: [...ANGLES], description: ROTATION }))
const json = (description: string) => Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description }))
const Metadata = Type.Optional(
  Type.Object(
    { annotation: json('Metadata of the annotation.'), document: json('Metadata of the document.') },
    { description: 'Metadata of the result: JSON objects of at most 4 kB each.' },
  ),
)
const Source = Type.Optional(
  Type.Unsafe<DataSource>(
    Type.String({ enum: [...DATA_SOURCES], description: 'Origin of the change; used for statistics only.' }),
  ),
)
const content = (choices: readonly ContentChoice[], more = '') =>
  Type.Optional(
    Type.Unsafe<ContentChoice>(
      Type.String({
        enum: [...choices],
        description:
          'What happens to the values: `extract` (default) replaces all of them by what is read; `keep` writes those that a ' +
          `person has validated into what is read, and the annotation returns to review.${more}`,
      }),
    ),
  )
const ParentPages = Type.Array(
  Type.Object({
    page: given('pages', 'URL of a page of the annotation.'),
    rotation_deg: Rotation,
    deleted: Type.Optional(Type.Boolean({ description: DELETED })),
  }),
  { minItems: 1, maxItems: MAX_PAGES, description: 'Pages of the annotation that make up the result, in order.' },
)
const targetQueue = () => given('queues', 'URL of the queue of the result; by default the queue of the annotation.')
const Part = Type.Object({
  annotation: Type.Optional(given('annotations', 'URL of an existing part to change; omit it to create a part.')),
  target_queue: Type.Optional(targetQueue()),
  document_name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Name of the file; by default derived from the name of the original.',
    }),
  ),
  parent_pages: ParentPages,
  metadata: Metadata,
  values: json(VALUES),
})
const Move = Type.Object({
  annotation: given('annotations', 'URL of a part.'),
  target_queue: given('queues', 'URL of the new queue.'),
})

export const EditBody = Type.Object({
  delete: Type.Optional(annotations('URLs of parts to delete.')),
  move: Type.Optional(Type.Array(Move, { maxItems: MAX_PARTS, description: 'Parts to move to another queue.' })),
  edit: Type.Optional(Type.Array(Part, { maxItems: MAX_PARTS, description: 'Parts to create or to change.' })),
  stop_reviewing: Type.Optional(annotations('URLs of parts whose review to end.')),
  stop_parent: Type.Optional(
    Type.Boolean({ description: 'Whether to end the review of the annotation; true by default.' }),
  ),
  content: content(['extract', 'keep']),
  edit_data_source: Source,
  processing_duration: Duration,
})
export const InPlaceBody = Type.Object({
  parent_pages: ParentPages,
  target_queue: Type.Optional(targetQueue()),
  metadata: Metadata,
  content: content(['extract', 'keep']),
  edit_data_source: Source,
  processing_duration: Duration,
})
/** Body of the older actions `edit` and `split`. */
export const OldBody = Type.Object({
  documents: Type.Array(
    Type.Object({
      pages: Type.Array(
        Type.Object({ page: given('pages', 'URL of a page of the annotation.'), rotation_deg: Rotation }),
        { minItems: 1, maxItems: MAX_PAGES, description: 'Pages of the document, in order.' },
      ),
      metadata: Metadata,
    }),
    { minItems: 1, maxItems: MAX_PARTS, description: 'Documents to create from the pages.' },
  ),
  processing_duration: Duration,
})
export const CancelBody = Type.Object({
  annotations: annotations('URLs of the parts to release.'),
  cancel_parent: Type.Optional(
    Type.Boolean({ description: 'Whether to end the review of the annotation as well; true by default.' }),
  ),
  processing_duration: Duration,
})
export const RotateBody = Type.Object({
  rotation_deg: Type.Integer({
    enum: [...ANGLES],
    description: 'Clockwise rotation of all pages: 0, 90, 180 or 270 degrees.',
  }),
  content: content(
    CONTENT_CHOICES,
    ' `restore` undoes the last rotation with `keep`: send the rotation that turns the pages back.',
  ),
})

const described = (schema: TSchema, description: string): TSchema => ({ ...schema, description })
const orNull = (schema: TSchema, description: string) => Type.Union([schema, Type.Null()], { description })

export const Results = Type.Object({
  results: Type.Array(
    Type.Object({
      document: described(Url, 'URL of the document.'),
      annotation: described(Url, 'URL of the annotation.'),
    }),
    { description: 'Annotations that were created or changed.' },
  ),
})
const Child = Type.Object({
  url: orNull(Url, 'URL of the part; null for pages that were left out.'),
  queue: orNull(Url, 'URL of its queue; null if the part is not visible to the caller.'),
  status: orNull(Type.String(), 'Status of the part; null if it is not visible to the caller.'),
  started: Type.Boolean({ description: 'Whether the part is also locked for the caller.' }),
  original_file_name: orNull(Type.String(), 'Name of its file; null if the part is not visible to the caller.'),
  parent_pages: Type.Array(
    Type.Object({
      page: described(Url, 'URL of a page of the annotation.'),
      rotation_deg: Type.Integer({ description: ROTATION }),
      deleted: Type.Optional(Type.Boolean({ description: DELETED })),
    }),
    { description: 'Pages of the annotation that make up the part, in order.' },
  ),
  values: Type.Record(Type.String(), Type.Unknown(), { description: VALUES }),
})
export const Started = Type.Object({
  parent_annotation: described(Url, 'URL of the annotation whose pages are edited.'),
  children: Type.Array(Child, { description: 'Parts of the annotation, oldest first.' }),
  session_timeout: Type.String({ description: 'Period of inactivity after which the review ends, as `HH:MM:SS`.' }),
})
