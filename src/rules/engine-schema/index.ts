/** The public interface to the schemas of dedicated engines. */
export * from './types.ts'
export { checkEngineSchema, type ContentErrors } from './check-shape.ts'
export { checkMapping } from './check-mapping.ts'
export { proposeEngineSchema } from './propose.ts'
export { mapQueues, queuesOf } from './stored.ts'
