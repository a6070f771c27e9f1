/** Figures of each field: how often it holds documents back, how often it is wrong, and its threshold. */
import { Fragment } from 'preact'
import { useState } from 'preact/hooks'
import { formatShare, t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Reliability } from '../../ui/plots/reliability.tsx'
import { blockerName, Examples } from './blockers.tsx'
import { NoFigure, Panel } from '../../ui/panel.tsx'
import { threshold } from './projection-table.tsx'
import { heldBack, ordered, type Order } from './rules.ts'
import type { FieldFigures, Figures } from './types.ts'

/** Fields shown at first. */
const SHOWN = 10
const ORDERS: readonly Order[] = ['held', 'errors', 'schema']

interface FieldsProps {
  figures: Figures
  labels: Map<string, string>
  total: number
}

export function Fields({ figures, labels, total }: FieldsProps) {
  const [order, setOrder] = useState<Order>('held')
  const [open, setOpen] = useState<string | null>(null)
  const [all, setAll] = useState(false)
  const fields = ordered(figures.datapoint_statistics, order)
  return (
    <Panel
      title={t('insights.fields')}
      wide
      actions={
        <SelectField
          label={t('insights.order')}
          hideLabel
          value={order}
          options={ORDERS.map((value) => ({ value, label: t(`insights.order.${value}`) }))}
          onChange={(value) => setOrder(value as Order)}
        />
      }
    >
      <div class="scroll-x" tabIndex={0} role="group" aria-label={t('insights.fields')}>
        <table class="table field-figures">
          <thead>
            <tr>
              <th scope="col">{t('insights.field')}</th>
              <th scope="col">{t('insights.heldBack')}</th>
              <th scope="col" class="number">
                {t('insights.fieldErrors')}
              </th>
              <th scope="col" class="number">
                {t('insights.threshold')}
              </th>
              <th>
                <span class="visually-hidden">{t('insights.details')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {(all ? fields : fields.slice(0, SHOWN)).map((field) => (
              <FieldRow
                key={field.schema_id}
                field={field}
                label={labels.get(field.schema_id) ?? field.schema_id}
                total={total}
                isOpen={open === field.schema_id}
                toggle={() => setOpen(open === field.schema_id ? null : field.schema_id)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {fields.length > SHOWN && (
        <Button kind="quiet" icon={all ? 'up' : 'down'} expanded={all} onClick={() => setAll(!all)}>
          {all ? t('insights.fewer') : t('insights.showAll', { count: fields.length })}
        </Button>
      )}
    </Panel>
  )
}

interface FieldRowProps {
  field: FieldFigures
  label: string
  total: number
  isOpen: boolean
  toggle: () => void
}

function FieldRow({ field, label, total, isOpen, toggle }: FieldRowProps) {
  const held = heldBack(field)
  const [most] = field.blockers
  return (
    <Fragment>
      <tr>
        <th scope="row" class="field-name">
          {label}
        </th>
        <td>
          {most ? (
            <span class="held">
              <span class="bar-track" aria-hidden="true">
                <span style={{ width: `${Math.min(1, held / total) * 100}%` }} />
              </span>
              <span>
                {formatShare(Math.min(1, held / total))} <span class="soft">{blockerName(most.blocker)}</span>
              </span>
            </span>
          ) : (
            <span class="soft">{t('insights.neverHeld')}</span>
          )}
        </td>
        <td class="number">
          {field.estimated_error_rate === null ? (
            <span class="soft">{t('insights.tooFewShort')}</span>
          ) : (
            formatShare(field.estimated_error_rate, 1)
          )}
        </td>
        <td class="number">
          {field.confidence_threshold === null ? (
            <span class="soft">{t('insights.noThreshold')}</span>
          ) : (
            threshold(field.confidence_threshold)
          )}
        </td>
        <td class="number">
          <Button
            kind="quiet"
            icon={isOpen ? 'up' : 'down'}
            label={t('insights.detailsOf', { field: label })}
            expanded={isOpen}
            onClick={toggle}
          />
        </td>
      </tr>
      {isOpen && (
        <tr class="details">
          <td colSpan={5}>
            <FieldDetails field={field} label={label} />
          </td>
        </tr>
      )}
    </Fragment>
  )
}

function FieldDetails({ field, label }: { field: FieldFigures; label: string }) {
  const { confidence_accuracy: bins, blockers, confidence_threshold } = field
  const hasValues = bins?.some(({ count }) => count > 0)
  return (
    <div class="field-details">
      <div>
        <h3>{t('insights.reliability')}</h3>
        {hasValues ? (
          <Reliability
            title={`${t('insights.reliability')}: ${label}`}
            bins={bins!}
            threshold={confidence_threshold}
            height={220}
          />
        ) : (
          <NoFigure>{t(bins ? 'insights.noValues' : 'insights.notAvailable')}</NoFigure>
        )}
      </div>
      <div>
        <h3>{t('insights.blockers')}</h3>
        {blockers.length ? (
          <ul class="reasons">
            {blockers.map((one) => (
              <li key={one.blocker}>
                <span>
                  {blockerName(one.blocker)}: {t('insights.documentCount', { count: one.document_count })}
                </span>
                <Examples ids={one.example_annotation_ids} />
              </li>
            ))}
          </ul>
        ) : (
          <NoFigure>{t('insights.neverHeld')}</NoFigure>
        )}
      </div>
    </div>
  )
}
