/** The alternatives of the active field, where they are on the page. */
import type { Page } from '../../../api/types.ts'
import { formatShare, t } from '../../../i18n/index.ts'
import { area, overlap } from './geometry.ts'
import { percentages } from './percentages.ts'
import type { Taking } from './taking.ts'
import type { PagesView } from './view.ts'

/** Share of a candidate that the present value covers if both are the same text. */
const SAME = 0.7

export function Candidates({ view, taking, page }: { view: PagesView; taking: Taking; page: Page }) {
  const present = view.activePlace.value
  const shown = taking.candidates.value.filter(
    ({ page: number, rectangle }) =>
      // One that is at the present value would only cover it.
      number === page.number &&
      !(present?.page === number && overlap(present.rectangle, rectangle) > SAME * area(rectangle)),
  )
  return (
    <>
      {shown.map((placed) => {
        const { number, candidate, rectangle } = placed
        const name = t('pages.candidate', {
          number,
          value: candidate.value,
          share: formatShare(candidate.confidence),
        })
        return (
          <button
            key={number}
            type="button"
            class="page-candidate"
            tabIndex={-1}
            title={name}
            aria-label={name}
            style={percentages(rectangle, page)}
            onClick={() => taking.pick(placed)}
          >
            <span class="page-candidate-number" style={{ rotate: `${-view.turn.value}deg` }}>
              {number}
            </span>
          </button>
        )
      })}
    </>
  )
}
