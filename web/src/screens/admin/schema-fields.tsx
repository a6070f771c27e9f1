/** The fields of a schema with what defines them; searchable. */
import { useState } from 'preact/hooks'
import type { Queue, Schema, SchemaDatapoint, SchemaMultivalue, SchemaSection } from '../../api/types.ts'
import { columnsOf } from '../../app/schema-fields.ts'
import { formatNumber, t } from '../../i18n/index.ts'
import { TextField } from '../../ui/fields.tsx'
import { Panel } from '../../ui/panel.tsx'
import { constraintsOf, searchSchema, sourceOf, type Constraint } from './rules.ts'

export function SchemaFields({ schema, queue }: { schema: Schema; queue: Queue }) {
  const [text, setText] = useState('')
  const found = searchSchema(schema.content, text)
  return (
    <div class="admin">
      <div class="schema-head">
        <p class="soft">
          {schema.name}
          {schema.queues.length > 1 && ` · ${t('admin.sharedSchema', { count: schema.queues.length })}`}
        </p>
        <TextField
          label={t('admin.findField')}
          hideLabel
          placeholder={t('admin.findField')}
          type="search"
          onInput={setText}
        />
      </div>
      {!found.length && <p class="notice">{t('admin.noField')}</p>}
      {found.map((section) => (
        <Section key={section.id} section={section} fallback={queue.default_score_threshold} />
      ))}
    </div>
  )
}

function Section({ section, fallback }: { section: SchemaSection; fallback: number }) {
  const fields = section.children.filter((child) => child.category === 'datapoint')
  const tables = section.children.filter((child) => child.category === 'multivalue')
  return (
    <Panel title={section.label || section.id} {...(section.description ? { hint: section.description } : {})}>
      {section.hidden && <p class="soft">{t('admin.hiddenSection')}</p>}
      {fields.length > 0 && <FieldTable name={section.label} fields={fields} fallback={fallback} />}
      {tables.map((table) => (
        <Table key={table.id} table={table} fallback={fallback} />
      ))}
    </Panel>
  )
}

function Table({ table, fallback }: { table: SchemaMultivalue; fallback: number }) {
  const { min_occurrences: min, max_occurrences: max } = table
  const isTable = table.children.category === 'tuple'
  return (
    <div class="schema-table">
      <h3>
        {table.label || table.id}{' '}
        <span class="soft">
          {t(isTable ? 'admin.table' : 'admin.list')} · <code>{table.id}</code>
          {min ? ` · ${t('admin.minRows', { count: min })}` : ''}
          {max ? ` · ${t('admin.maxRows', { count: max })}` : ''}
        </span>
      </h3>
      <FieldTable name={table.label} fields={columnsOf(table)} fallback={fallback} />
    </div>
  )
}

interface FieldTableProps {
  name: string
  fields: readonly SchemaDatapoint[]
  /** Threshold of the queue, for fields without one. */
  fallback: number
}

const FieldTable = ({ name, fields, fallback }: FieldTableProps) => (
  <div class="scroll-x" tabIndex={0} role="group" aria-label={name}>
    <table class="table schema-fields">
      <thead>
        <tr>
          <th scope="col">{t('insights.field')}</th>
          <th scope="col">{t('admin.type')}</th>
          <th scope="col">{t('admin.constraints')}</th>
          <th scope="col">{t('admin.source')}</th>
          <th scope="col" class="number">
            {t('insights.threshold')}
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <FieldRow key={field.id} field={field} fallback={fallback} />
        ))}
      </tbody>
    </table>
  </div>
)

function FieldRow({ field, fallback }: { field: SchemaDatapoint; fallback: number }) {
  const source = sourceOf(field)
  return (
    <tr>
      <th scope="row" class="field-name">
        {field.label || field.id} <code class="soft">{field.id}</code>
        {field.hidden && <span class="status">{t('admin.hiddenField')}</span>}
        {field.can_export === false && <span class="status">{t('admin.notExported')}</span>}
      </th>
      <td>
        {t(`admin.fieldType.${field.type}`)} {field.format && <code class="soft">{field.format}</code>}
        {field.type === 'enum' && field.options && <Options field={field} />}
      </td>
      <td>
        <ul class="chips">
          {constraintsOf(field).map((constraint) => (
            <li key={constraint.kind}>{constraintText(constraint)}</li>
          ))}
        </ul>
      </td>
      <td>
        {t(`admin.source.${source}`)}{' '}
        {source === 'formula' && field.formula ? (
          <details>
            <summary>{t('admin.formula')}</summary>
            <pre tabIndex={0}>{field.formula}</pre>
          </details>
        ) : (
          <code class="soft">{field.rir_field_names?.join(', ')}</code>
        )}
      </td>
      <td class="number">
        {source !== 'captured' ? (
          <span class="soft">{t('insights.noThreshold')}</span>
        ) : (field.score_threshold ?? null) === null ? (
          <span class="soft" title={t('admin.ofQueue')}>
            {formatNumber(fallback)} <span class="small">{t('admin.ofQueue')}</span>
          </span>
        ) : (
          formatNumber(field.score_threshold!, { maximumFractionDigits: 3 })
        )}
      </td>
    </tr>
  )
}

const Options = ({ field: { options } }: { field: SchemaDatapoint }) => (
  <details>
    <summary>{t('admin.optionCount', { count: options!.length })}</summary>
    <ul class="option-names">
      {options!.map(({ value, label }) => (
        <li key={value}>
          {label || value} <code class="soft">{value}</code>
        </li>
      ))}
    </ul>
  </details>
)

function constraintText(constraint: Constraint) {
  if (constraint.kind === 'pattern') return <code>{constraint.pattern}</code>
  return t(`admin.constraint.${constraint.kind}`, { count: 'count' in constraint ? constraint.count : 0 })
}
