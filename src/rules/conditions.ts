/** Conditions of triggers, workflows and their steps: validation and evaluation. */
export { checkTriggerCondition, TRIGGER_EVENTS, type TriggerEvent } from './conditions/check-trigger.ts'
export { isMissing, recordsOf, triggerHolds, type TriggerRecord } from './conditions/trigger-holds.ts'
export { checkWorkflowCondition, factsOf, workflowHolds, type Facts, type Fact } from './conditions/workflow.ts'
