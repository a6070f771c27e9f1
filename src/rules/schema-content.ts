/** The public interface to a queue's schema: types, validation, traversal and defaults. */
export * from './schema/types.ts'
export { checkSchemaContent, type SchemaErrors } from './schema/check-content.ts'
export type { NodeErrors } from './schema/checks.ts'
export {
  checkAgainstEngine,
  drawFromEngine,
  isExtracted,
  NOT_EXTRACTED,
  sentencesOf,
  withoutSources,
  type EngineField,
} from './schema/engine.ts'
export { datapoints, findField, nodesById, schemaNodes, type PlacedField } from './schema/walk.ts'
export {
  DEFAULT_DATE_FORMAT,
  DEFAULT_MAX_OCCURRENCES,
  DEFAULT_NUMBER_FORMAT,
  formatOf,
  isComputed,
  isEditableFormula,
  isExportable,
  isRequired,
  maxOccurrences,
  valueTypeOf,
} from './schema/defaults.ts'
export { containsMatch } from './patterns.ts'
