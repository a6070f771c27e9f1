/** For administrators: the workflow of the annotation in Temporal's UI. */
import { request } from '../../../api/client.ts'
import { safeUrl } from '../../../app/embedded.ts'
import { t } from '../../../i18n/index.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { Review } from '../store/review.ts'
import { resourceOf, useResource } from './resource.ts'

interface Lifecycle {
  workflow_id: string
  temporal_ui: string | null
}

export function TemporalLink({ review }: { review: Review }) {
  const path = `/annotations/${review.id}/lifecycle`
  const found = useResource(resourceOf(review, 'lifecycle', () => request<Lifecycle>(path))).value
  const url = safeUrl(found?.temporal_ui ?? null)
  if (!found || url === null) return null
  return (
    <a class="button" href={url} target="_blank" rel="noopener noreferrer" title={found.workflow_id}>
      <Icon name="external" />
      <span>{t('side.workflow')}</span>
    </a>
  )
}
