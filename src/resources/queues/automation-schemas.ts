/** Bodies and answers of `queues/{id}/automation`. */
import { Type } from 'typebox'
import type { AutomationTarget, RowOf } from '../../models/index.ts'
import { CHANGE_TYPES, type ChangeType } from '../../rules/automation/suggestions.ts'

export const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })
const rate = (description: string) => Type.Union([share(description), Type.Null()], { description })
const count = (description: string) => Type.Integer({ minimum: 0, description })
const DAY = Type.String({ format: 'date', description: 'Day, UTC, as `YYYY-MM-DD`.' })
const Estimate = Type.Boolean({ description: 'Whether the rate is based on at least 30 reviewed documents.' })
const FieldId = Type.String({ description: 'Id of the field in the schema.' })

const Blocker = Type.Object({
  blocker: Type.String({ description: 'Type of the blocker.' }),
  document_count: count('Confirmed documents that had it.'),
  granularity: Type.Union([Type.Literal('annotation'), Type.Literal('datapoint')], {
    description: 'Whether it concerns the whole document or a field.',
  }),
  example_annotation_ids: Type.Array(Type.Integer(), { description: 'Ids of the newest of them, at most ten.' }),
})
const blockers = (description: string) => Type.Array(Blocker, { description })

const FieldStatistics = Type.Object({
  schema_id: FieldId,
  is_quality_estimate: Estimate,
  blocked_document_counts: Type.Record(Type.String(), Type.Integer(), {
    description: 'Documents in which the field prevented automation, by type of blocker.',
  }),
  estimated_error_rate: rate(
    'Share of wrong values among those that need no review with this threshold; null with fewer than 30 reviewed documents.',
  ),
  confidence_threshold: rate(
    'Score from which a value needs no review; null if the field has no scores, or always needs a review.',
  ),
  blockers: blockers('What prevented automation, most frequent first.'),
})
const FIELDS = { description: 'Figures of every exported field, in the order of the schema.' }

export const Figures = Type.Object({
  document_automation_rate: share('Share of the confirmed documents that no person confirmed; 0 without documents.'),
  document_touchless_rate: rate(
    'Share of the documents in which no person changed an exported value; null without documents.',
  ),
  document_automation_timeseries: Type.Array(
    Type.Object({
      date: DAY,
      automated_count: count('Documents confirmed without a person.'),
      non_automated_count: count('Documents confirmed by a person.'),
      touched_count: count('Documents in which a person changed an exported value.'),
      touchless_count: count('Documents whose exported values stayed as captured.'),
    }),
    { description: 'Days with confirmed documents, oldest first.' },
  ),
  datapoint_statistics: Type.Array(FieldStatistics, FIELDS),
  document_blockers: blockers('What prevented automation of whole documents, most frequent first.'),
  estimated_error_rate_timeseries: Type.Array(
    Type.Object({
      date: DAY,
      error_rate_estimate: share('The estimate over these documents, also if they are few.'),
      is_quality_estimate: Estimate,
      window_document_count: count('Documents reviewed in the 30 days up to this one.'),
    }),
    { description: 'Days with reviewed documents, oldest first.' },
  ),
  estimated_error_rate: rate(
    'Share of the reviewed documents in which a value that needed no review was wrong; null with fewer than 30.',
  ),
  is_aurora_queue: Type.Literal(false, { description: 'Always false.' }),
})

const accuracy = (description: string) =>
  Type.Array(
    Type.Object({
      from: share('Lowest confidence of the bin.'),
      to: share('Confidence at which the bin ends; only the last one includes it.'),
      count: count('Reviewed values with this confidence.'),
      accurate_count: count('Those that the reviewer left as they were captured.'),
    }),
    { description },
  )
const seconds = (description: string) => Type.Number({ minimum: 0, description })
const secondsOrNull = (description: string) => Type.Union([seconds(description), Type.Null()], { description })

/** The figures of a queue with those that only plots need. */
export const InsightFigures = Type.Object({
  ...Figures.properties,
  datapoint_statistics: Type.Array(
    Type.Object({
      ...FieldStatistics.properties,
      confidence_accuracy: accuracy('Confidence of the captured values of the field against their accuracy.'),
    }),
    FIELDS,
  ),
  confidence_accuracy: accuracy(
    'Confidence of the captured values of all exported fields against their accuracy, in bins of 0.1; bins without values are omitted.',
  ),
  processing_time: Type.Object(
    {
      median_s: secondsOrNull('Median of the seconds that a reviewer had a document open; null without documents.'),
      p90_s: secondsOrNull('90th percentile of these seconds; null without documents.'),
      document_count: count('Reviewed documents whose time is known.'),
      timeseries: Type.Array(
        Type.Object({
          date: DAY,
          median_s: seconds('Median of the seconds of the documents confirmed on this day.'),
          document_count: count('Reviewed documents of the day whose time is known.'),
        }),
        { description: 'Days with such documents, oldest first.' },
      ),
    },
    { description: 'Time per reviewed document, of all of its reviews.' },
  ),
})

export const Projections = Type.Object({
  baseline: { ...Figures, description: 'The figures of the queue as it is.' },
  projections: Type.Array(Figures, {
    description: 'The figures of the reviewed documents with the chosen thresholds.',
  }),
  total_document_count: count('Confirmed documents of the period.'),
  used_document_count: count(
    'Reviewed documents on which the projection is based; the newest 10,000 are read, or 500,000 divided by the number of fields.',
  ),
})

export const SuggestedChanges = Type.Object({
  document_automation_rate: share('Share of the reviewed documents that would need no person with the present set-up.'),
  suggestions: Type.Array(
    Type.Object({
      type: Type.Unsafe<ChangeType>(
        Type.String({
          enum: [...CHANGE_TYPES],
          description:
            '`enable_automation`: set `automation_level` to `confident`; `make_optional`: set `constraints.required` of fields that no document has to ' +
            'false; `automate_empty_fields`: set `settings.automation.automate_empty_fields` to true; `lower_thresholds`: set a target.',
        }),
      ),
      fields: Type.Array(
        Type.Object({
          schema_id: FieldId,
          confidence_threshold: rate('The new threshold; null if the change is not about thresholds.'),
        }),
        { description: 'The fields that change, in the order of the schema.' },
      ),
      document_automation_rate: share(
        'Share of the reviewed documents that would need no person after this change and those before it.',
      ),
      estimated_error_rate: rate(
        'Share of the reviewed documents in which a value that needs no review would have been wrong; null with fewer than 30.',
      ),
    }),
    { description: 'Changes one after the other, the one with the largest effect first; empty if none has an effect.' },
  ),
  used_document_count: count('Reviewed documents on which the suggestions are based.'),
})

const target = {
  type: Type.Unsafe<RowOf<AutomationTarget>['type']>(
    Type.String({
      enum: ['automation_assistant_v1', 'legacy_thresholds'],
      description: 'How the thresholds were chosen.',
    }),
  ),
  automation_rate_target: share('Share of documents that should be automated, from 0 to 1.'),
  error_rate_target: share('Share of errors that is acceptable, from 0 to 1.'),
}
const limit = Type.Union([share('Limit.'), Type.Null()], {
  description: 'Limit for which the threshold was chosen, from 0 to 1; null for none.',
})
const ofField = {
  schema_id: FieldId,
  error_rate_target: share('Share of errors that is acceptable in this field, from 0 to 1.'),
  confidence_threshold: share('Becomes `score_threshold` of the field, from 0 to 1.'),
}
export const TargetBody = Type.Object({
  ...target,
  datapoint_automation_targets: Type.Array(Type.Object({ ...ofField, error_rate_limit: Type.Optional(limit) }), {
    maxItems: 1000,
    description: 'Targets of fields.',
  }),
})
export const Target = Type.Object({
  datetime: Type.String({ format: 'date-time', description: 'Time when it was set, UTC.' }),
  ...target,
  datapoint_automation_targets: Type.Array(Type.Object({ ...ofField, error_rate_limit: limit }), {
    description: 'Targets of fields.',
  }),
})
