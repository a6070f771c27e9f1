import type {
  SchemaContent,
  SchemaDatapoint,
  SchemaMultivalue,
  SchemaNode,
  SchemaSection,
  SchemaTuple,
} from './types.ts'

/** A datapoint of a schema with its ancestors; `multivalue` and `tuple` only if it has them. */
export interface PlacedField {
  field: SchemaDatapoint
  section: SchemaSection
  multivalue?: SchemaMultivalue
  tuple?: SchemaTuple
}

/** Yields every datapoint of a schema, including buttons, in the order of the schema. */
export function* datapoints(content: SchemaContent): Generator<PlacedField> {
  for (const section of content) {
    for (const child of section.children) {
      if (child.category === 'datapoint') yield { field: child, section }
      else if (child.children.category === 'datapoint') yield { field: child.children, section, multivalue: child }
      else
        for (const field of child.children.children) yield { field, section, multivalue: child, tuple: child.children }
    }
  }
}

/** Yields every node of a schema, parents before children. */
export function* schemaNodes(content: SchemaContent): Generator<SchemaNode> {
  for (const section of content) {
    yield section
    for (const child of section.children) {
      yield child
      if (child.category !== 'multivalue') continue
      yield child.children
      if (child.children.category === 'tuple') yield* child.children.children
    }
  }
}

/** Schema ids are unique in a schema, so one map serves all look-ups of a request. */
export const nodesById = (content: SchemaContent): Map<string, SchemaNode> =>
  new Map([...schemaNodes(content)].map((node) => [node.id, node]))

export const findField = (content: SchemaContent, id: string): PlacedField | undefined => {
  for (const placed of datapoints(content)) if (placed.field.id === id) return placed
  return undefined
}
