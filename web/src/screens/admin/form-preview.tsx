/** How the form of a schema looks to people who review, without a document. */
import type { Schema, SchemaDatapoint, SchemaMultivalue } from '../../api/types.ts'
import { columnsOf } from '../../app/schema-fields.ts'
import { t } from '../../i18n/index.ts'
import { Panel } from '../../ui/panel.tsx'
import { sourceOf } from './rules.ts'

export const FormPreview = ({ schema }: { schema: Schema }) => (
  <div class="admin form-preview">
    <p class="soft">{t('admin.previewHint')}</p>
    {schema.content
      .filter(({ hidden }) => !hidden)
      .map((section) => {
        const fields = section.children.filter((child) => child.category === 'datapoint' && !child.hidden)
        const tables = section.children.filter((child) => child.category === 'multivalue' && !child.hidden)
        if (!fields.length && !tables.length) return null
        return (
          <Panel key={section.id} title={section.label || section.id}>
            <div class="preview-fields">
              {(fields as SchemaDatapoint[]).map((field) => (
                <PreviewField key={field.id} field={field} />
              ))}
            </div>
            {(tables as SchemaMultivalue[]).map((table) => (
              <PreviewTable key={table.id} table={table} />
            ))}
          </Panel>
        )
      })}
  </div>
)

function PreviewField({ field }: { field: SchemaDatapoint }) {
  const label = field.label || field.id
  if (field.type === 'button')
    return (
      <button type="button" class="button" disabled>
        {label}
      </button>
    )
  return (
    <label class="form-field">
      <span class="preview-label">
        {label}
        {field.constraints?.required !== false && (
          <span class="required" title={t('admin.constraint.required')} aria-hidden="true">
            *
          </span>
        )}
      </span>
      <Control field={field} />
      {field.description && <span class="hint">{field.description}</span>}
    </label>
  )
}

/** The control of a field, without effect. */
function Control({ field, label }: { field: SchemaDatapoint; label?: string }) {
  if (field.type === 'enum')
    return (
      <select class="input" aria-label={label} disabled>
        <option>{field.options?.[0]?.label ?? field.options?.[0]?.value ?? ''}</option>
      </select>
    )
  const source = sourceOf(field)
  const isComputed = ['formula', 'lookup', 'reasoning'].includes(source)
  return (
    <input
      class={`input ${field.type === 'number' ? 'right' : ''}`}
      aria-label={label}
      disabled
      placeholder={isComputed ? t(`admin.source.${source}`) : (field.format ?? '')}
    />
  )
}

function PreviewTable({ table }: { table: SchemaMultivalue }) {
  const columns = columnsOf(table).filter(({ hidden }) => !hidden)
  return (
    <div>
      <h3>{table.label || table.id}</h3>
      <div class="scroll-x" tabIndex={0} role="group" aria-label={table.label || table.id}>
        <table class="table preview-table">
          <thead>
            <tr>
              {columns.map((field) => (
                <th key={field.id} scope="col" class={field.type === 'number' ? 'number' : ''}>
                  {field.label || field.id}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              {columns.map((field) => (
                <td key={field.id}>
                  <Control field={field} label={field.label || field.id} />
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </div>
  )
}
