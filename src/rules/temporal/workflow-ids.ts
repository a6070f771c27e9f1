/** Ids of workflows: `<kind>/<id of the row>`. Operators search for them in Temporal's UI. */

export const uploadWorkflowId = (uploadId: number): string => `upload/${uploadId}`
export const annotationWorkflowId = (annotationId: number): string => `annotation/${annotationId}`
export const approvalWorkflowId = (runId: number): string => `approval/${runId}`
export const queueDeletionWorkflowId = (queueId: number): string => `delete-queue/${queueId}`
export const deletionWorkflowId = (deletionId: number): string => `deletion/${deletionId}`
export const emailWorkflowId = (emailId: number): string => `email/${emailId}/send`
export const incomingEmailWorkflowId = (emailId: number): string => `email/${emailId}`
export const exportDeliveryWorkflowId = (deliveryId: number): string => `export-delivery/${deliveryId}`
export const letterWorkflowId = (letterId: number): string => `letter/${letterId}/send`
export const functionWorkflowId = (hookId: number): string => `function/${hookId}`
export const hookScheduleWorkflowId = (hookId: number): string => `hook/${hookId}/schedule`
export const redeliveryWorkflowId = (runId: number): string => `redelivery/${runId}`
export const rulesWorkflowId = (annotationId: number): string => `rules/${annotationId}`
export const schemaWorkflowId = (schemaId: number): string => `schema/${schemaId}`
/** One workflow learns from all annotations of a queue, in the order of their confirmation. */
export const learningWorkflowId = (queueId: number): string => `learning/${queueId}`
/** One workflow counts the usage of the whole installation. */
export const USAGE_WORKFLOW_ID = 'usage'

const PATTERNS = {
  upload: /^upload\/(\d+)$/,
  annotation: /^annotation\/(\d+)$/,
  approval: /^approval\/(\d+)$/,
  rules: /^rules\/(\d+)$/,
  'delete-queue': /^delete-queue\/(\d+)$/,
  deletion: /^deletion\/(\d+)$/,
  email: /^email\/(\d+)\/send$/,
  'incoming-email': /^email\/(\d+)$/,
  letter: /^letter\/(\d+)\/send$/,
  function: /^function\/(\d+)$/,
  'hook-schedule': /^hook\/(\d+)\/schedule$/,
  redelivery: /^redelivery\/(\d+)$/,
  schema: /^schema\/(\d+)$/,
  learning: /^learning\/(\d+)$/,
  usage: /^usage$/,
} as const
export type WorkflowKind = keyof typeof PATTERNS

/** Returns the kind and the row of a workflow id; null for an id that this service does not create. The id of `usage` is 0. */
export function parseWorkflowId(workflowId: string): { kind: WorkflowKind; id: number } | null {
  for (const [kind, pattern] of Object.entries(PATTERNS)) {
    const match = pattern.exec(workflowId)
    if (match) return { kind: kind as WorkflowKind, id: Number(match[1] ?? 0) }
  }
  return null
}
