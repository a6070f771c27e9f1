import { createAnnotation, updateAnnotation, type Editor } from '../../domain/annotations/annotations.ts'
import { joinUpload } from '../../domain/intake/upload-hooks.ts'
import { removeAnnotation } from '../../domain/annotations/removal/remove.ts'
import { Annotation } from '../../models/index.ts'
import { admins, allowed, assignedQueues, can } from '../access.ts'
import { defineResource, type Resource } from '../framework/define.ts'
import type { Request } from '../framework/request.ts'
import { create } from '../framework/verbs.ts'
import { copyAction, sideActions } from './actions.ts'
import { contentActions } from './content.ts'
import { contentSchemaAction } from './content-schema.ts'
import { durationActions } from './durations.ts'
import { editActions } from './edit-pages.ts'
import { exportEverywhere } from './export.ts'
import { annotationFields } from './fields.ts'
import { filters, orderingKeys, sideloads } from './list.ts'
import { textActions } from './page-data.ts'
import { replaceAnnotation } from './replace.ts'
import { embeddedActions } from './embedded.ts'
import { lifecycleLink } from './lifecycle-link.ts'
import { lifecycleActions } from './review.ts'
import { searchActions } from './search.ts'
import { countedTotal } from './total.ts'
import { usageReportActions } from './usage-report.ts'
import { liveEvents } from '../live/events.ts'

const editor = ({ who }: Request): Editor => ({ ...who, admin: admins(who) })

export const annotations: Resource<Annotation> = defineResource(Annotation, {
  path: 'annotations',
  singular: 'annotation',
  description: 'A document in a queue with its extracted data.',
  fields: annotationFields,
  filters,
  ordering: orderingKeys,
  sideloads,
  visible: assignedQueues('queue_id'),
  // Creating an annotation is an import. Only administrators delete annotations permanently; other users move them to the bin.
  may: { ...allowed('annotations'), create: can('import') },
  total: countedTotal,
  // New annotations start in `created`; they reach the other statuses by transitions.
  check: ({ values: { status } }, { row }) =>
    row || status === 'created' ? null : { status: [`"${String(status)}" is not a valid choice.`] },
  save: {
    create: async ({ columns: { queue_id, document_id, ...columns } }, request) => {
      const needed = { queue_id: queue_id!, document_id: document_id! }
      const id = await createAnnotation(request.db, editor(request), { ...columns, ...needed }, request.request_id)
      const { credential } = request
      if (credential?.kind === 'token' && needed.document_id)
        await joinUpload(request.db, { annotation_id: id, document_id: needed.document_id, token_id: credential.id })
      return id
    },
    update: (row, { columns }, request) => {
      const { blobs } = request.deps
      return updateAnnotation(request.db, editor(request), row, columns, { blobs, request_id: request.request_id })
    },
    destroy: ({ id }, { deps, who, request_id }) => removeAnnotation(deps, who, id, request_id),
  },
  handlers: {
    // `POST /annotations?format=csv` is the older form of the export across queues.
    create: (request) => (request.query.format ? exportEverywhere(request) : create(annotations, request)),
    replace: replaceAnnotation,
  },
  actions: [...sideActions, ...searchActions, ...usageReportActions],
  itemActions: [
    ...lifecycleActions,
    ...embeddedActions,
    ...editActions,
    copyAction,
    ...durationActions,
    ...textActions,
    ...contentActions,
    contentSchemaAction,
    lifecycleLink,
    liveEvents('annotation'),
  ],
})
