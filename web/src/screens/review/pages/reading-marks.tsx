/** Shows where the service is reading text, which takes a moment for images. */
import type { Page } from '../../../api/types.ts'
import { percentages } from './percentages.ts'
import type { PagesView } from './view.ts'

export function ReadingMarks({ view, page }: { view: PagesView; page: Page }) {
  return (
    <>
      {view.reading.value
        .filter((mark) => mark.page === page.number)
        .map(({ rectangle }, index) => (
          <span key={index} class="page-reading" aria-hidden="true" style={percentages(rectangle, page)}>
            <span class="spinner" />
          </span>
        ))}
    </>
  )
}
