/** Conditions of triggers, workflows and their steps: validation and evaluation. */
export { checkTriggerCondition, TRIGGER_EVENTS, type TriggerEvent } from './check-trigger.ts'
export { isMissing, recordsOf, triggerHolds, type TriggerRecord } from './trigger-holds.ts'
export { ATTRIBUTES, checkWorkflowCondition, type Fact } from './check-workflow.ts'
export {
  columnsOf,
  factsOf,
  isUndecided,
  judge,
  judgeAny,
  type Facts,
  type Undecided,
  type Verdict,
} from './workflow-holds.ts'
