/** Targets that were set before, newest first. */
import { formatDateTime, formatShare, t } from '../../i18n/index.ts'
import { Show, type Loaded } from '../../ui/load.tsx'
import { NoFigure, Panel } from '../../ui/panel.tsx'
import { threshold } from './projection-table.tsx'
import type { Target } from './types.ts'

interface TargetsProps {
  loaded: Loaded<{ results: Target[] }>
  labels: Map<string, string>
}

export const Targets = ({ loaded, labels }: TargetsProps) => (
  <Panel title={t('insights.targets')} wide>
    <Show loaded={loaded}>
      {({ results }) =>
        results.length ? (
          <div class="scroll-x" tabIndex={0} role="group" aria-label={t('insights.targets')}>
            <table class="table">
              <thead>
                <tr>
                  <th scope="col">{t('insights.targetSet')}</th>
                  <th scope="col" class="number">
                    {t('insights.automated')}
                  </th>
                  <th scope="col" class="number">
                    {t('insights.acceptableShort')}
                  </th>
                  <th scope="col">{t('insights.targetFields')}</th>
                </tr>
              </thead>
              <tbody>
                {results.map((target, index) => (
                  <tr key={index}>
                    <th scope="row" class="field-name">
                      {formatDateTime(target.datetime)}
                    </th>
                    <td class="number">{formatShare(target.automation_rate_target, 1)}</td>
                    <td class="number">{formatShare(target.error_rate_target, 1)}</td>
                    <td>
                      <TargetFields target={target} labels={labels} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ) : (
          <NoFigure>{t('insights.noTargets')}</NoFigure>
        )
      }
    </Show>
  </Panel>
)

const TargetFields = ({
  target: { datapoint_automation_targets: fields },
  labels,
}: {
  target: Target
  labels: Map<string, string>
}) => (
  <details>
    <summary>{t('insights.fieldCount', { count: fields.length })}</summary>
    <ul class="reasons">
      {fields.map(({ schema_id, confidence_threshold, error_rate_limit }) => (
        <li key={schema_id}>
          <span>
            {labels.get(schema_id) ?? schema_id}: {threshold(confidence_threshold)}
          </span>
          {error_rate_limit !== null && (
            <span class="soft">{t('insights.withLimit', { limit: formatShare(error_rate_limit, 2) })}</span>
          )}
        </li>
      ))}
    </ul>
  </details>
)
