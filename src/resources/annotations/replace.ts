import { invalid } from '../../errors.ts'
import type { Annotation } from '../../models/index.ts'
import type { Resource } from '../framework/define.ts'
import { resourceAt } from '../framework/registry.ts'
import type { Answer, Request } from '../framework/request.ts'
import { idFromUrl } from '../framework/urls.ts'
import { load, replace } from '../framework/verbs.ts'

/** Handles PUT of an annotation: the body must contain its document, which cannot change. */
export async function replaceAnnotation(request: Request): Promise<Answer> {
  const resource: Resource<Annotation> = resourceAt('annotations')
  const { document_id } = await load(resource, request, request.params.id)
  const { document, queue }: { document?: unknown; queue?: unknown } = request.body ?? {}
  const required = ['This field is required.']
  if (document === undefined) throw invalid({ document: required, ...(queue === undefined ? { queue: required } : {}) })
  if (idFromUrl('documents', document) !== document_id)
    throw invalid({ document: ['The document of an annotation cannot be changed.'] })
  return replace(resource, request)
}
