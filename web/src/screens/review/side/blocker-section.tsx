/** Why the document was not automated, in sentences. */
import { request, isEmbedded } from '../../../api/client.ts'
import type { AutomationBlocker } from '../../../api/types.ts'
import { formatNumber, formatShare, t } from '../../../i18n/index.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { Review } from '../store/review.ts'
import { reasonGroups, reasonSentence, type Reason, type ReasonGroup } from './blockers.ts'
import { DuplicateLine } from './duplicate-line.tsx'
import { PlaceButton } from './place-button.tsx'
import { labelIn, type Place } from './places.ts'
import { Problem } from './problem.tsx'
import { inWords } from './reasons.ts'
import { resourceOf, useResource } from './resource.ts'

interface BlockerProps {
  review: Review
  places: ReadonlyMap<number, Place>
}

export function BlockerSection(props: BlockerProps) {
  const url = props.review.annotation.value.automation_blocker
  if (url === null || isEmbedded()) return null
  return <Blocker {...props} url={url} />
}

/** Values of a field that are listed without opening the group. */
const FEW = 3

function Blocker({ review, places, url }: BlockerProps & { url: string }) {
  const resource = resourceOf(review, url, () => request<AutomationBlocker>(url))
  const loaded = useResource(resource)
  if (!loaded.value) return <Problem resource={resource} title={t('side.whyNot')} />
  const all = reasonGroups(loaded.value.content)
  if (!all.length) return null
  const groups = all.filter(({ type }) => type !== UNCONFIRMED)
  return (
    <section class="side-section">
      <h3>
        <Icon name="wand" />
        {t('side.whyNot')}
      </h3>
      <p class="hint">{t('side.whyNotHint')}</p>
      <ul class="side-list">
        {groups.map((group, index) => (
          <li key={index}>
            {group.reasons.length > FEW ? (
              <details class="side-more">
                <summary>
                  <strong>{labelIn(review.schema.content, group.schemaId ?? '')}</strong>{' '}
                  {t(group.isTruncated ? 'side.valuesOrMore' : 'side.values', { count: group.reasons.length })}
                </summary>
                <Reasons review={review} places={places} group={group} />
              </details>
            ) : (
              <Reasons review={review} places={places} group={group} />
            )}
          </li>
        ))}
      </ul>
      <Unconfirmed review={review} places={places} groups={all.filter(({ type }) => type === UNCONFIRMED)} />
    </section>
  )
}

/** Many fields have this reason, most of them empty ones, so they are listed side by side under one sentence. */
const UNCONFIRMED = 'no_validation_sources'

function Unconfirmed({ review, places, groups }: BlockerProps & { groups: readonly ReasonGroup[] }) {
  if (!groups.length) return null
  return (
    <>
      <p class="side-lead">{t('side.unconfirmed')}</p>
      <ul class="side-fields">
        {groups.map(({ schemaId, reasons, isTruncated }) => {
          const left = reasons.filter((reason) => !isDone(review, reason))
          const focusId = places.get((left[0] ?? reasons[0]!).nodeId ?? 0)?.focusId ?? null
          const count = reasons.length > 1 ? ` (${formatNumber(reasons.length)}${isTruncated ? '+' : ''})` : ''
          const text = (
            <>
              {!left.length && <Icon name="check" size={14} />}
              <span>{labelIn(review.schema.content, schemaId ?? '') + count}</span>
              {!left.length && <span class="visually-hidden">{t('side.checked')}</span>}
            </>
          )
          return (
            <li key={schemaId} class={left.length ? '' : 'side-done'}>
              {focusId === null ? (
                <span class="side-suggestion fixed">{text}</span>
              ) : (
                <button
                  type="button"
                  class="side-suggestion"
                  title={t('side.goTo')}
                  onClick={() => review.focus(focusId)}
                >
                  {text}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

function Reasons({ review, places, group }: BlockerProps & { group: ReasonGroup }) {
  const { type, schemaId, reasons } = group
  return (
    <ul class="side-list">
      {reasons.map((reason, index) => (
        <li key={index} class={isDone(review, reason) ? 'side-done' : ''}>
          <PlaceButton review={review} place={placeOf(review, places, schemaId, reason)}>
            {sentence(type, reason)}
            {reason.duplicates.map((duplicate, place) => (
              <span key={place} class="side-duplicate">
                <DuplicateLine review={review} duplicate={duplicate} />
              </span>
            ))}
            {isDone(review, reason) && (
              <span class="side-checked">
                <Icon name="check" size={14} /> {t('side.checked')}
              </span>
            )}
          </PlaceButton>
        </li>
      ))}
    </ul>
  )
}

function sentence(type: string, reason: Reason): string {
  const { key, values } = reasonSentence(type, reason, formatShare)
  return inWords(t(key, values))
}

/** The place of the value; the name of the field alone if the value is hidden or was removed. */
function placeOf(
  review: Review,
  places: BlockerProps['places'],
  schemaId: string | null,
  { nodeId }: Reason,
): Place | undefined {
  if (schemaId === null) return undefined
  return places.get(nodeId ?? 0) ?? { label: labelIn(review.schema.content, schemaId), row: null, focusId: null }
}

/** Whether a person has checked the value since. */
function isDone(review: Review, { nodeId }: Reason): boolean {
  const field = review.fieldById.value.get(nodeId ?? 0)
  return field !== undefined && review.stateOf(field) === 'checked'
}
