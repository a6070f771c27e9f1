/** Examples of bodies, built from the examples of fields. */
import type { UrlOf } from '../../resources/framework/define.ts'
import type { BodyMode, Field } from '../../resources/framework/fields.ts'
import type { Json } from './responses.ts'

/** Every field that has an example; for PATCH only the first. Undefined when no field has one. */
export function bodyExample(fields: Record<string, Field>, mode: BodyMode, url: UrlOf): Json | undefined {
  const entries = Object.entries(fields)
    .filter(
      ([, field]) => 'example' in field && field.input && (mode === 'create' || !field.createOnly || field.repeated),
    )
    .map(([name, field]) => [name, valueOf(field, url)] as const)
  if (!entries.length) return undefined
  return Object.fromEntries(mode === 'partial' ? entries.slice(0, 1) : entries)
}

/** Ids in the example of a reference become URLs. */
function valueOf({ example, refersTo }: Field, url: UrlOf): unknown {
  if (typeof example === 'function') return (example as (url: UrlOf) => unknown)(url)
  if (!refersTo) return example
  const urlOf = (id: unknown) => (typeof id === 'number' ? url(refersTo, id) : id)
  return Array.isArray(example) ? example.map(urlOf) : urlOf(example)
}
