/** Templates of export profiles: their list, and profiles made from them. */
import { Type } from 'typebox'
import { invalid } from '../../errors.ts'
import {
  EXPORT_TEMPLATES,
  EXPORT_TEMPLATE_NAMES,
  settingsOfTemplate,
} from '../../rules/export-profiles/templates/index.ts'
import { allowed } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { orNull, urlOf } from '../framework/fields.ts'
import { resourceAt } from '../framework/registry.ts'
import { ok, type Request } from '../framework/request.ts'
import { create } from '../framework/verbs.ts'
import { Columns } from './profile-schemas.ts'

const text = (description: string) => Type.String({ description })

export const listTemplates: Action = {
  method: 'get',
  path: 'templates',
  summary: 'List the templates of export profiles.',
  may: allowed('export_profiles').list,
  responds: {
    status: 200,
    body: Type.Object({
      results: Type.Array(
        Type.Object({
          name: text('Name of the template.'),
          title: text('Program and kind of file.'),
          description: text('Content of the file, and what must be filled in.'),
          columns: { ...Columns, description: 'Columns of the profile.' },
        }),
        { description: 'The templates.' },
      ),
    }),
  },
  handle: async () =>
    Promise.resolve(
      ok({
        results: EXPORT_TEMPLATES.map(({ name, title, description, settings: { columns } }) => ({
          name,
          title,
          description,
          columns,
        })),
      }),
    ),
}

interface Body {
  template: string
  queue: string
  name?: string
  fields?: Record<string, string | null>
}

export const fromTemplate: Action = {
  method: 'post',
  path: 'from_template',
  summary: 'Create an export profile from a template.',
  may: allowed('export_profiles').create,
  body: Type.Object({
    template: Type.String({ enum: EXPORT_TEMPLATE_NAMES, description: 'Name of the template.' }),
    queue: { ...urlOf('queues', Type.String()), description: 'URL of the queue.' },
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Name of the profile; by default that of the template.',
      }),
    ),
    fields: Type.Optional(
      Type.Record(Type.String(), orNull(Type.String({ maxLength: 255 })), {
        description:
          'Schema ids by the fields of the template that the schema calls otherwise; null leaves their columns empty.',
      }),
    ),
  }),
  example: (url) => ({ template: 'DATEV', queue: url('queues'), fields: { sender_name: 'sender_name' } }),
  responds: { status: 201, body: Type.Ref('export_profiles') },
  handle: async (request: Request<Body>) => {
    const { template, queue, name = template, fields = {} } = request.body
    const found = EXPORT_TEMPLATES.find((one) => one.name === template)
    if (!found) throw invalid({ template: [`"${template}" is not a valid choice.`] })
    for (const id of Object.values(fields))
      if (id !== null && !/^\w+$/.test(id)) throw invalid({ fields: [`"${id}" is not the id of a field.`] })
    return create(resourceAt('export_profiles'), {
      ...request,
      body: { ...settingsOfTemplate(found, fields), name, queue },
    })
  },
}
