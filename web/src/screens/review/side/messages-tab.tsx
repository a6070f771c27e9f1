/** Messages of checks, hooks and rules, and why the document was not automated. */
import { useMemo } from 'preact/hooks'
import { t } from '../../../i18n/index.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import type { Message } from '../model/state.ts'
import type { Review } from '../store/review.ts'
import { BlockerSection } from './blocker-section.tsx'
import { DuplicateLine } from './duplicate-line.tsx'
import { earlierMessages, groupMessages, type PlacedMessage } from './message-groups.ts'
import { PlaceButton } from './place-button.tsx'
import { placesOf, type Place } from './places.ts'

const ICONS: Record<Message['type'], IconName> = { error: 'alert', warning: 'alert', info: 'help' }
const TITLES = { error: 'side.errors', warning: 'side.warnings', info: 'side.infos' } as const

export function MessagesTab({ review }: { review: Review }) {
  const sections = review.sections.value
  const places = useMemo(() => placesOf(sections), [sections])
  const groups = groupMessages(review.messages.value, places)
  const earlier = earlierMessages(review.annotation.value.messages, review.messages.value)
  return (
    <>
      <div aria-live="polite" aria-busy={review.validating.value}>
        {groups.map(({ type, messages }) => (
          <section key={type} class={`side-section side-messages ${type}`}>
            <h3>
              <Icon name={ICONS[type]} />
              {t(TITLES[type])}
              <span class="side-count">{messages.length}</span>
            </h3>
            <MessageList review={review} messages={messages} places={places} />
          </section>
        ))}
        {!groups.length && (
          <p class="side-calm">
            <Icon name="check" size={18} />
            {t(review.validating.value ? 'side.validating' : 'side.noMessages')}
          </p>
        )}
      </div>
      {earlier.length > 0 && (
        <details class="side-section side-more">
          <summary>{t('side.earlier', { count: earlier.length })}</summary>
          <p class="hint">{t('side.earlierHint')}</p>
          <MessageList review={review} messages={earlier} places={places} />
        </details>
      )}
      <BlockerSection review={review} places={places} />
    </>
  )
}

interface MessageListProps {
  review: Review
  messages: readonly PlacedMessage[]
  places: ReadonlyMap<number, Place>
}

function MessageList({ review, messages, places }: MessageListProps) {
  return (
    <ul class="side-list">
      {messages.map(({ nodeId, content, duplicate }, index) => (
        <li key={`${nodeId} ${index}`}>
          <PlaceButton review={review} place={places.get(nodeId)}>
            {duplicate ? <DuplicateLine review={review} duplicate={duplicate} /> : content}
          </PlaceButton>
        </li>
      ))}
    </ul>
  )
}
