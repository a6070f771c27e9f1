/** Settings of a queue that matter for review, with their values. They are changed through the API. */
import { PREFIX } from '../../api/prefix.ts'
import type { Queue } from '../../api/types.ts'
import { formatDuration, formatNumber, formatSeconds, t } from '../../i18n/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Facts } from './facts.tsx'
import { durationOf } from './rules.ts'

const onOff = (value: boolean | null | undefined) => t(value ? 'common.on' : 'common.off')

/** What is automated: off, or the level. */
export const automationName = ({ automation_enabled, automation_level }: Queue): string =>
  automation_enabled ? t(`admin.level.${automation_level}`) : t('common.off')

/** For how long documents are kept, in words: the API counts in seconds, so that `90` is easily taken for days. */
export function lifetimeOf({ document_lifetime }: Pick<Queue, 'document_lifetime'>): string {
  if (document_lifetime === null) return t('admin.lifetimeNone')
  const seconds = durationOf(document_lifetime)
  return seconds === null ? document_lifetime : formatDuration(seconds)
}

export function QueueSettings({ queue }: { queue: Queue }) {
  const { settings } = queue
  const timeout = durationOf(queue.session_timeout)
  return (
    <Panel title={t('admin.tab.settings')} hint={t('admin.settingsHint')}>
      <Facts
        facts={[
          [t('admin.automation'), automationName(queue)],
          [t('admin.defaultThreshold'), formatNumber(queue.default_score_threshold, { maximumFractionDigits: 3 })],
          [t('admin.sessionTimeout'), timeout === null ? queue.session_timeout : formatSeconds(timeout)],
          [t('admin.lifetime'), lifetimeOf(queue)],
          [
            t('admin.confirmedState'),
            t(queue.use_confirmed_state ? 'admin.confirmedStateOn' : 'admin.confirmedStateOff'),
          ],
          [t('admin.rejection'), onOff(settings.rejection_config?.enabled ?? true)],
          [t('admin.confirmWithErrors'), onOff(settings.confirm_with_errors_allowed)],
          [t('admin.workflows'), onOff(settings.workflows?.enabled)],
          [t('admin.suggestedEdit'), onOff(settings.suggested_edit === 'suggest')],
          [t('admin.duplicates'), t(`admin.duplicates.${settings.duplicates ?? 'ask'}`)],
          [t('admin.training'), onOff(queue.training_enabled)],
          [t('admin.locale'), queue.locale === 'auto' ? t('admin.localeAuto') : queue.locale],
          [t('admin.mimeTypes'), settings.accepted_mime_types?.join(', ') || t('admin.allTypes')],
        ]}
      />
      <p>
        <a href={`${PREFIX}/api/docs`} target="_blank" rel="noopener">
          {t('admin.changeByApi')} <Icon name="external" size={14} />
        </a>
      </p>
    </Panel>
  )
}
