/** Changes of the queue that would automate more documents, the one with the largest effect first; administrators can apply them. */
import { useState } from 'preact/hooks'
import { request } from '../../api/client.ts'
import type { Queue, QueueAutomationSuggestionsResult, Schema } from '../../api/types.ts'
import { isAdmin } from '../../app/session.ts'
import { labelsOf } from '../../app/schema-fields.ts'
import { formatNumber, formatShare, t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Loading, useLoad } from '../../ui/load.tsx'
import { NoFigure, Panel } from '../../ui/panel.tsx'
import { ask } from '../../ui/question.tsx'
import { sentenceOf, showMessage } from '../../ui/toasts.tsx'
import { threshold } from './projection-table.tsx'
import { suggestedRequest, type Suggestion } from './suggested-requests.ts'

interface SuggestionsProps {
  queue: Queue
  schema: Schema
  days: number
  /** Called after a change was applied. */
  applied: () => void
}

export function Suggestions({ queue, schema, days, applied }: SuggestionsProps) {
  const loaded = useLoad(
    (signal) =>
      request<QueueAutomationSuggestionsResult>(`/queues/${queue.id}/automation/suggestions`, {
        query: { days },
        signal,
      }),
    [queue.id, days, queue.modified_at, schema.modified_at],
  )
  return (
    <Panel title={t('insights.suggestions')} hint={t('insights.suggestionsHint')} wide>
      {loaded.error !== undefined && (
        <p class="field-error" role="alert">
          {t('insights.suggestionsFailed')} {sentenceOf(loaded.error)}{' '}
          <Button kind="quiet" onClick={loaded.reload}>
            {t('common.retry')}
          </Button>
        </p>
      )}
      {loaded.value ? (
        <Steps
          {...loaded.value}
          queue={queue}
          schema={schema}
          applied={() => {
            loaded.reload()
            applied()
          }}
        />
      ) : (
        loaded.error === undefined && <Loading />
      )}
    </Panel>
  )
}

interface StepsProps extends QueueAutomationSuggestionsResult, Pick<SuggestionsProps, 'queue' | 'schema' | 'applied'> {}

function Steps({ suggestions, document_automation_rate, used_document_count, queue, schema, applied }: StepsProps) {
  if (used_document_count === 0) return <NoFigure>{t('insights.suggestionsNoDocuments')}</NoFigure>
  if (suggestions.length === 0)
    return <NoFigure>{t('insights.noSuggestion', { rate: formatShare(document_automation_rate, 1) })}</NoFigure>
  return (
    <>
      <p class="hint">
        {t('insights.suggestionsBasis', {
          used: formatNumber(used_document_count),
          rate: formatShare(document_automation_rate, 1),
        })}
      </p>
      <ol class="suggestions">
        {suggestions.map((one, index) => (
          <Step
            key={one.type}
            suggestion={one}
            before={suggestions[index - 1]?.document_automation_rate ?? document_automation_rate}
            queue={queue}
            schema={schema}
            applied={applied}
          />
        ))}
      </ol>
    </>
  )
}

interface StepProps extends Pick<SuggestionsProps, 'queue' | 'schema' | 'applied'> {
  suggestion: Suggestion
  /** Share of automated documents before this change. */
  before: number
}

function Step({ suggestion, before, queue, schema, applied }: StepProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const { type, fields, document_automation_rate: after, estimated_error_rate: errors } = suggestion
  const name = t(`insights.suggestion.${type}`, { count: fields.length })
  const apply = async () => {
    const shared = type === 'make_optional' || type === 'lower_thresholds' ? schema.queues.length - 1 : 0
    const text = t('insights.suggestionText', { before: formatShare(before, 1), after: formatShare(after, 1) })
    const goesOn = await ask({
      title: name,
      text: shared > 0 ? `${text} ${t('insights.suggestionShared', { count: shared })}` : text,
      list: namesOf(suggestion, schema),
      go: t('insights.suggestionApply'),
    })
    if (!goesOn) return
    setBusy(true)
    setError(null)
    try {
      const { path, ...rest } = suggestedRequest(queue, schema, suggestion)
      await request(path, rest)
      showMessage(t('insights.suggestionApplied'))
      applied()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <li>
      <div>
        <b>{name}</b>
        {fields.length > 0 && <span class="soft"> {namesOf(suggestion, schema).join(', ')}</span>}
      </div>
      <span>
        {formatShare(before, 1)} → <strong>{formatShare(after, 1)}</strong>{' '}
        {errors !== null && (
          <span class="soft">{t('insights.suggestionErrors', { rate: formatShare(errors, 1) })}</span>
        )}
      </span>
      {isAdmin.value && (
        <Button busy={busy} onClick={() => void apply()}>
          {t('insights.suggestionApply')}
        </Button>
      )}
      {error !== null && (
        <p class="field-error" role="alert">
          {t('insights.applyFailed')} {sentenceOf(error)}
        </p>
      )}
    </li>
  )
}

/** Returns the names of the fields that a suggestion changes, with their new thresholds. */
function namesOf({ type, fields }: Suggestion, schema: Schema): string[] {
  const labels = labelsOf(schema.content)
  return fields.map(({ schema_id, confidence_threshold }) => {
    const label = labels.get(schema_id) ?? schema_id
    return type === 'lower_thresholds' ? `${label} (${threshold(confidence_threshold)})` : label
  })
}
