/** The labels of the organization, and changes to those of an annotation. */
import { idOf, all, isEmbedded, request } from '../../../api/client.ts'
import type { Label } from '../../../api/types.ts'
import { showError } from '../../../ui/toasts.tsx'
import type { Review } from '../store/review.ts'
import { createResource } from './resource.ts'

/** Read once, and again when a document has an unknown label. */
export const labels = createResource(() => all<Label>('/labels', { ordering: 'name' }))

/** URLs of labels that were asked for and do not exist, such as deleted ones. */
const asked = new Set<string>()

/** Returns the labels with these URLs, in the order of their names. */
export function labelsAt(urls: readonly string[]): Label[] {
  const known = labels.value.value
  if (isEmbedded() || !urls.length) return []
  const missing = urls.filter((url) => !known?.some((label) => label.url === url) && !asked.has(url))
  if (known === undefined || (known !== null && missing.length)) {
    for (const url of missing) if (known) asked.add(url)
    void labels.load()
  }
  return (known ?? []).filter(({ url }) => urls.includes(url))
}

/** Adds or removes a label. It is shown at once; a refusal reverses it. */
export async function applyLabel(review: Review, url: string, isAdded: boolean): Promise<void> {
  const { annotation } = review
  const put = (present: boolean) => {
    const others = annotation.value.labels.filter((one) => one !== url)
    annotation.value = { ...annotation.value, labels: present ? [...others, url] : others }
  }
  put(isAdded)
  try {
    await request('/labels/apply', {
      body: {
        operations: isAdded ? { add: [url] } : { remove: [url] },
        objects: { annotations: [annotation.value.url] },
      },
    })
  } catch (error) {
    put(!isAdded)
    showError(error)
  }
}

/** Creates a label, and adds it to the annotation. Throws ApiError. */
export async function createLabel(review: Review, name: string, color: string): Promise<void> {
  const label = await request<Label>('/labels', { body: { name, color } })
  labels.value.value = [...(labels.value.value ?? []).filter(({ id }) => id !== idOf(label.url)), label].sort(
    (one, other) => one.name.localeCompare(other.name),
  )
  await applyLabel(review, label.url, true)
}
