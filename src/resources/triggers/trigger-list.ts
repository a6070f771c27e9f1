import { Type } from 'typebox'
import { FieldError } from '../framework/field-error.ts'
import { makers, Url, urlOf, type FieldBuilder } from '../framework/fields.ts'
import { resolveReferences } from '../framework/relations.ts'

interface Options {
  /** Error message for a list of another length. */
  refusal: string
  required?: boolean
  example?: number[]
}

/** A field with the trigger of an object, as a list of at most one URL; the id is in the column `trigger_id`. */
export function triggerList(description: string, { refusal, required = false, ...options }: Options): FieldBuilder {
  const presence = required ? { required } : { default: [] }
  return makers.custom(
    description,
    {
      ...options,
      ...presence,
      output: Type.Array(urlOf('triggers')),
      input: Type.Array(urlOf('triggers', Type.String())),
    },
    {
      refersTo: 'triggers',
      documented: () => Type.Array(Url, { maxItems: 1, ...(required ? { minItems: 1 } : {}), description }),
      show: ({ trigger_id }: { trigger_id: number | null }, { urls }) =>
        [urls.maybe('triggers', trigger_id) ?? []].flat(),
      accept: async (value, caller) => {
        const ids = await resolveReferences('triggers', value, caller)
        if (ids.length > 1 || (required && !ids.length)) throw new FieldError(refusal)
        return { trigger_id: ids[0] ?? null }
      },
    },
  )
}
