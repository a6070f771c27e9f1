/** The bar of actions on the selected documents. */
import { useState } from 'preact/hooks'
import type { Label, User } from '../../api/types.ts'
import { formatNumber, t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { AssignPanel, LabelPanel } from './bulk-panels.tsx'
import { fits, permittedActions, type Action } from './bulk-rules.ts'
import type { BulkStore } from './bulk-store.ts'
import type { ListStore } from './list-store.ts'
import { Popover } from './popover.tsx'

const ICONS: Partial<Record<Action, IconName>> = {
  postpone: 'clock',
  to_review: 'inbox',
  retry_import: 'rotate',
  retry_export: 'rotate',
  restore: 'back',
  delete: 'trash',
  purge: 'trash',
}
/** Actions that most selections allow; the others appear when the selection allows them. */
const ALWAYS: readonly Action[] = ['postpone', 'delete']

interface BulkBarProps {
  list: ListStore
  bulk: BulkStore
  labels: readonly Label[]
  users: readonly User[]
  onLabelCreated: (label: Label) => void
  onExport: () => void
}

export function BulkBar({ list, bulk, labels, users, onLabelCreated, onExport }: BulkBarProps) {
  const [purges, setPurges] = useState(false)
  const rows = list.selectedRows.value
  const { running, actor } = bulk
  const fitting = (action: Action) => rows.filter(({ annotation }) => fits(action, annotation, actor)).length
  const actions = permittedActions(actor)
  const isBusy = running.value !== null

  /** Says for how many of the selected documents an action is possible, if not for all. */
  const nameOfAction = (action: Action) => {
    const count = fitting(action)
    const name = t(`documents.do.${action}`)
    return count && count < rows.length ? `${name} (${formatNumber(count)})` : name
  }
  const start = (action: Action) => {
    if (action === 'purge') setPurges(true)
    else if (action !== 'label' && action !== 'assign') void bulk.applyAll(action)
  }
  const shown = actions.filter(
    (action) => action !== 'label' && action !== 'assign' && (ALWAYS.includes(action) || fitting(action) > 0),
  )
  const items = [
    ...shown.map((action): MenuItem => ({
      label: nameOfAction(action),
      icon: ICONS[action]!,
      danger: action === 'purge',
      disabled: !fitting(action),
      run: () => start(action),
    })),
    { label: t('documents.exportSelection'), icon: 'download', run: onExport } satisfies MenuItem,
  ]

  return (
    <div class="bulk-bar" role="region" aria-label={t('documents.bulk')}>
      <p class="bulk-count" role="status">
        {running.value
          ? t('documents.running', { done: running.value.done, total: running.value.total })
          : t('documents.selected', { count: formatNumber(rows.length) })}
        {running.value && <progress max={running.value.total} value={running.value.done} aria-hidden="true" />}
      </p>
      <div class="bulk-actions">
        {actions.includes('label') && (
          <Popover
            above
            button={{ icon: 'label', children: t('documents.do.label'), disabled: isBusy || !fitting('label') }}
            title={t('documents.do.label')}
          >
            <LabelPanel {...{ rows, bulk, labels, onLabelCreated }} />
          </Popover>
        )}
        {actions.includes('assign') && (
          <Popover
            above
            button={{ icon: 'person', children: t('documents.do.assign'), disabled: isBusy || !fitting('assign') }}
            title={t('documents.do.assign')}
          >
            <AssignPanel {...{ rows, bulk, users }} />
          </Popover>
        )}
        {items.map(({ label, icon, disabled, danger, run }) => (
          <Button
            key={label}
            class="wide-only"
            {...(icon ? { icon } : {})}
            kind={danger ? 'danger' : 'plain'}
            disabled={Boolean(disabled) || isBusy}
            onClick={run}
          >
            {label}
          </Button>
        ))}
        <div class="narrow-only">
          <Menu button={{ icon: 'more', label: t('documents.moreActions'), disabled: isBusy }} items={items} />
        </div>
      </div>
      <Button
        kind="quiet"
        icon="close"
        label={t(isBusy ? 'documents.stop' : 'documents.clearSelection')}
        keys={isBusy ? '' : 'Esc'}
        onClick={() => (isBusy ? bulk.stop() : list.selectAll(false))}
      />
      {purges && (
        <Dialog
          title={t('documents.purgeTitle')}
          onClose={() => setPurges(false)}
          actions={
            <>
              <Button onClick={() => setPurges(false)}>{t('common.cancel')}</Button>
              <Button
                kind="danger"
                onClick={() => {
                  setPurges(false)
                  void bulk.purge()
                }}
              >
                {t('documents.do.purge')}
              </Button>
            </>
          }
        >
          <p>{t('documents.purgeText', { count: fitting('purge') })}</p>
        </Dialog>
      )}
    </div>
  )
}

/** What an action could not do, by document. */
export function ProblemList({ bulk }: { bulk: BulkStore }) {
  const problems = bulk.problems.value
  if (!problems) return null
  return (
    <section class="problems banner error" role="alert">
      <div>
        <p>{problems.text}</p>
        <ul>
          {problems.items.map(({ id, name, reason }) => (
            <li key={id}>
              <strong>{name}</strong>: {reason}
            </li>
          ))}
        </ul>
      </div>
      <Button kind="quiet" icon="close" label={t('common.close')} onClick={() => (bulk.problems.value = null)} />
    </section>
  )
}
