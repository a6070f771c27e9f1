/** The fields of the annotation by section. */
import type { Review } from '../store/review.ts'

export function FieldList({ review }: { review: Review }) {
  return (
    <ul>
      {review.fields.value.map(({ id, schema }) => (
        <li key={id}>
          {schema.label}: {review.valueOf(id)}
        </li>
      ))}
    </ul>
  )
}
