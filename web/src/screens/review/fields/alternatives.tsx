/** Other values that the engine found for the active field; Alt and a number takes one. */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { formatShare, t } from '../../../i18n/index.ts'
import { keyLabel } from '../../../ui/keys.ts'
import type { FieldView } from '../model/content.ts'
import type { Candidate, Review } from '../store/review.ts'

const MAX_ALTERNATIVES = 9
/** Candidates by id of the node, for each review that is open. */
const known = new WeakMap<Review, Map<number, Candidate[]>>()
/** Alternatives of the active field, which the keys take. */
export const offered = signal<readonly Candidate[]>([])

/** Returns the candidates other than the present value. */
export const othersThan = (value: string, candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter((candidate) => candidate.value !== '' && candidate.value !== value).slice(0, MAX_ALTERNATIVES)

async function load(review: Review, id: number): Promise<Candidate[]> {
  const cache = known.get(review) ?? new Map<number, Candidate[]>()
  known.set(review, cache)
  const found = cache.get(id) ?? (await review.candidates(id).catch(() => []))
  cache.set(id, found)
  return found
}

export function Alternatives({ review, field }: { review: Review; field: FieldView }) {
  const { id } = field
  const value = review.valueOf(id)
  useEffect(() => {
    let isCurrent = true
    offered.value = []
    void load(review, id).then((candidates) => isCurrent && (offered.value = othersThan(value, candidates)))
    return () => {
      isCurrent = false
      offered.value = []
    }
  }, [id, value])
  if (review.readOnly.value !== null || !offered.value.length) return null
  return (
    <ul class="alternatives" aria-label={t('review.alternatives')}>
      {offered.value.map((candidate, index) => (
        <li key={`${candidate.page}-${candidate.value}`}>
          <button
            type="button"
            title={t('review.takeAlternative', {
              keys: keyLabel(`Alt+${index + 1}`),
              share: formatShare(candidate.confidence),
            })}
            // Keeps the focus, and with it what is typed, where it is.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => review.pick(id, candidate)}
          >
            <kbd>{index + 1}</kbd>
            <span>{candidate.value}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
