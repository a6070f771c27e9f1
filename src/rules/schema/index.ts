/** The public interface to a queue's schema: types, validation, traversal and defaults. */
export * from './types.ts'
export { checkSchemaContent, type SchemaErrors } from './check-content.ts'
export type { NodeErrors } from './checks.ts'
export {
  checkAgainstEngine,
  drawFromEngine,
  isExtracted,
  NOT_EXTRACTED,
  sentencesOf,
  withoutSources,
  type EngineField,
} from './engine.ts'
export { datapoints, findField, nodesById, schemaNodes, type PlacedField } from './walk.ts'
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
} from './defaults.ts'
export { containsMatch } from '../input/patterns.ts'
