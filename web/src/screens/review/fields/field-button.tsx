/** A button of the schema, which runs the hooks of the queue or opens their page. */
import { useState } from 'preact/hooks'
import { safeUrl } from '../../../app/embedded.ts'
import { Button } from '../../../ui/button.tsx'
import type { FieldView } from '../model/content.ts'
import type { Review } from '../store/review.ts'

export function FieldButton({ review, field }: { review: Review; field: FieldView }) {
  const [busy, setBusy] = useState(false)
  const { id, schema } = field
  const popup = safeUrl(schema.popup_url ?? null)
  const press = async () => {
    if (popup !== null) window.open(popup, '_blank', 'noopener,noreferrer')
    setBusy(true)
    await review.press(id)
    setBusy(false)
  }
  return (
    <div class="field button-field" data-field={id} data-schema={schema.id}>
      <Button
        icon={popup === null ? 'wand' : 'external'}
        busy={busy}
        disabled={review.readOnly.value !== null}
        onClick={() => void press()}
      >
        {schema.label}
      </Button>
    </div>
  )
}
