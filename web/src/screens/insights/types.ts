/** What `automation` of a queue answers. Services of earlier versions leave out the figures that are optional here. */
import type {
  QueueAutomationInsightsResult,
  QueueAutomationProjectionsResult,
  QueueAutomationTargetsResult,
} from '../../api/types.ts'
import type { Bin } from '../../ui/plots/bins.ts'

export interface ProcessingTime {
  median_s: number | null
  p90_s: number | null
  document_count: number
  timeseries: { date: string; median_s: number | null; document_count: number }[]
}

export type FieldFigures = QueueAutomationInsightsResult['datapoint_statistics'][number] & {
  confidence_accuracy?: Bin[]
}
export type Blocker = FieldFigures['blockers'][number]

export type Figures = Omit<QueueAutomationInsightsResult, 'datapoint_statistics'> & {
  datapoint_statistics: FieldFigures[]
  confidence_accuracy?: Bin[]
  processing_time?: ProcessingTime
}

export type Projection = Omit<QueueAutomationProjectionsResult, 'baseline' | 'projections'> & {
  baseline: Figures
  projections: Figures[]
}

export type Target = QueueAutomationTargetsResult['results'][number]
