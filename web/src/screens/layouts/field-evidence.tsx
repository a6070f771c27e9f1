import { formatNumber, t } from '../../i18n/index.ts'
import { byInterest, placeOf, type FieldEvidence } from './rules.ts'

interface FieldEvidenceProps {
  fields: readonly FieldEvidence[]
  /** Names of the fields by the name in the engine. */
  labels: ReadonlyMap<string, string>
}

/** What a layout knows about each field. */
export const FieldEvidenceTable = ({ fields, labels }: FieldEvidenceProps) => (
  <>
    <h3>{t('layouts.fieldEvidence')}</h3>
    <div class="scroll-x" tabIndex={0} role="group" aria-label={t('layouts.fieldEvidence')}>
      <table class="table evidence">
        <thead>
          <tr>
            <th scope="col">{t('layouts.field')}</th>
            <th scope="col">{t('layouts.place')}</th>
            <th scope="col" class="number">
              {t('layouts.confirmedIn')}
            </th>
            <th scope="col" class="number">
              {t('layouts.emptyIn')}
            </th>
            <th scope="col" class="number">
              {t('layouts.hits')}
            </th>
            <th scope="col" class="number">
              {t('layouts.misses')}
            </th>
          </tr>
        </thead>
        <tbody>
          {byInterest(fields).map((field) => (
            <tr key={field.field}>
              <th scope="row" class="field-name">
                {labels.get(field.field) ?? <code>{field.field}</code>}
              </th>
              <td>
                <Places field={field} />
              </td>
              <td class="number">{formatNumber(field.documents)}</td>
              <td class="number">{field.empty ? formatNumber(field.empty) : <None />}</td>
              <td class="number">{field.hits ? formatNumber(field.hits) : <None />}</td>
              <td class={`number ${field.misses ? 'missed' : ''}`}>
                {field.misses ? formatNumber(field.misses) : <None />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </>
)

const None = () => <span class="soft">0</span>

function Places({ field: { anchors, documents, empty } }: { field: FieldEvidence }) {
  if (!anchors.length)
    return <span class="soft">{t(documents === empty ? 'layouts.alwaysEmpty' : 'layouts.noPlace')}</span>
  return (
    <ul class="places">
      {anchors.map((anchor) => {
        const place = placeOf(anchor)
        return (
          <li key={anchor}>
            {place ? (
              <>
                <span class="soft">{t(`layouts.${place.kind}`, { page: place.text })}</span>{' '}
                {place.kind !== 'onPage' && place.text}
              </>
            ) : (
              anchor
            )}
          </li>
        )
      })}
    </ul>
  )
}
