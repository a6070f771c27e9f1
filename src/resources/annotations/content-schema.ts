/** The schema in which the content of an annotation is: that of its confirmation, even if the schema was changed since. */
import { Type } from 'typebox'
import { contentSchema } from '../../domain/annotations/content/schema-of.ts'
import type { Annotation, RowOf } from '../../models/index.ts'
import { withoutNulls } from '../../rules/schema/defaults.ts'
import { can } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { orNull, urlOf } from '../framework/fields.ts'
import { ok } from '../framework/request.ts'
import { SchemaContentSchema } from '../queues/schema-nodes.ts'

export const contentSchemaAction: Action<RowOf<Annotation>> = {
  method: 'get',
  path: 'schema',
  summary:
    'Show the schema of the content. Content that was confirmed before a change of the schema stays in the version before the change.',
  may: can('read'),
  responds: {
    status: 200,
    body: Type.Object({
      schema: { ...urlOf('schemas'), description: 'URL of the schema.' },
      version: {
        ...orNull(Type.Integer()),
        description: 'Id of the former version of the schema; null for its present content.',
      },
      content: { ...SchemaContentSchema, description: 'Sections with their fields and tables.' },
    }),
  },
  handle: async ({ db, urls }, { id, schema_id }) => {
    const { version, content } = await contentSchema(db, id)
    return ok({ schema: urls.of('schemas', schema_id), version, content: withoutNulls(content) })
  },
}
