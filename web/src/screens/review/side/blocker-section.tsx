/** Why the document was not automated, in sentences. */
import { request, isEmbedded } from '../../../api/client.ts'
import type { AutomationBlocker } from '../../../api/types.ts'
import { formatShare, t } from '../../../i18n/index.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { Review } from '../store/review.ts'
import { reasonGroups, reasonSentence, type Reason, type ReasonGroup } from './blockers.ts'
import { PlaceButton } from './place-button.tsx'
import { labelIn, type Place } from './places.ts'
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
  const loaded = useResource(resourceOf(review, url, () => request<AutomationBlocker>(url)))
  if (!loaded.value) return null
  const groups = reasonGroups(loaded.value.content)
  if (!groups.length) return null
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
    </section>
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
  return t(key, values)
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
