/** For engines that merge claims of others, such as a language model, with the values of the extraction. Loads no stage of it. */
export { applyCurve, type Curve } from './calibrate/calibration.ts'
export { isPrintedField } from './ground/kinds.ts'
export type { Claim, Claims, Dropped, GroundedValue, Grounding } from './ground/types.ts'
export { findChecks } from './score/checks.ts'
export { isSame } from './xml/merge.ts'
