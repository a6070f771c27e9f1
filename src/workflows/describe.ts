import type { SearchAttributePair } from '@temporalio/common'
import type { LifecycleState } from '../rules/temporal/lifecycle.ts'
import { summarize } from '../rules/temporal/workflow-summary.ts'
import { searchAttributes } from './contract.ts'

/** Search attributes of an annotation, shown in Temporal's workflow lists. */
export const searchAttributesOf = (state: LifecycleState): SearchAttributePair[] => [
  { key: searchAttributes.organization, value: state.organization_id },
  { key: searchAttributes.queue, value: state.queue_id },
  { key: searchAttributes.annotation, value: state.annotation_id },
  { key: searchAttributes.status, value: state.status },
  ...(state.file === null ? [] : [{ key: searchAttributes.file, value: state.file }]),
]

/** `invoice-17.pdf in Invoices EU`. */
export const summaryOf = ({ file, annotation_id, queue }: LifecycleState): string =>
  summarize({ file: file ?? `Annotation ${annotation_id}`, files: 1, queue })
