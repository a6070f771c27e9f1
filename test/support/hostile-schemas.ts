/** Schemas that attack the program that checks them. */

/** A schema whose validation takes exponential time: each definition refers twice to the next. */
export function branchingSchema(depth: number): Record<string, unknown> {
  const definitions: Record<string, unknown> = { [`s${depth}`]: { type: 'object' } }
  for (let n = 0; n < depth; n++)
    definitions[`s${n}`] = { allOf: [{ $ref: `#/definitions/s${n + 1}` }, { $ref: `#/definitions/s${n + 1}` }] }
  return { definitions, $ref: '#/definitions/s0' }
}
