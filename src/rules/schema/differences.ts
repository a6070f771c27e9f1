/** What a change of a schema does to its fields. */
import type { Names } from './field-renames.ts'
import { valueTypeOf } from './defaults.ts'
import { renameSchema } from './renames.ts'
import type { SchemaContent, SchemaDatapoint } from './types.ts'
import { datapoints } from './walk.ts'

/** Ids of fields; renamed ones have the new id in the others. */
export interface Differences {
  added: string[]
  removed: string[]
  /** Fields whose values are read as another type. */
  retyped: string[]
  renamed: { from: string; to: string }[]
}

/** Compares the fields of a schema before and after a change with these new ids. */
export function differencesOf(before: SchemaContent, after: SchemaContent, names: Names): Differences {
  const fieldsOf = (content: SchemaContent) => new Map([...datapoints(content)].map(({ field }) => [field.id, field]))
  const [old, now] = [fieldsOf(renameSchema(before, names)), fieldsOf(after)]
  const typeOf = (field: SchemaDatapoint) => `${field.type} ${valueTypeOf(field)}`
  return {
    added: [...now.keys()].filter((id) => !old.has(id)),
    // A node whose id another one has now was given one that ends with a space.
    removed: [...old.keys()].filter((id) => !now.has(id)).map((id) => id.trim()),
    retyped: [...now.values()].flatMap((field) => {
      const former = old.get(field.id)
      return former && typeOf(former) !== typeOf(field) ? [field.id] : []
    }),
    renamed: [...names].map(([from, to]) => ({ from, to })),
  }
}
