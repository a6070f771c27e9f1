/** Where operators see the lifecycle of an annotation. */
import { Type } from 'typebox'
import type { Annotation, RowOf } from '../../models/index.ts'
import { annotationWorkflowId } from '../../rules/temporal/workflow-ids.ts'
import { admins } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { ok } from '../framework/request.ts'
import { workflowUrl } from '../temporal-ui.ts'

const Shown = Type.Object({
  workflow_id: Type.String({ description: "Id of the annotation's workflow in Temporal." }),
  temporal_ui: Type.Union([Type.String({ format: 'uri' }), Type.Null()], {
    description: "URL of the workflow in Temporal's UI; null if the UI has no address that the caller can reach.",
  }),
})

export const lifecycleLink: Action<RowOf<Annotation>> = {
  method: 'get',
  path: 'lifecycle',
  summary: "Name the annotation's workflow, and its page in Temporal's UI.",
  may: admins,
  responds: { status: 200, body: Shown },
  handle: ({ deps, urls }, { id }) => {
    const workflow_id = annotationWorkflowId(id)
    return Promise.resolve(ok({ workflow_id, temporal_ui: workflowUrl(deps.config, urls.root, workflow_id) }))
  },
}
