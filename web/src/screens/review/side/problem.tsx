import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/button.tsx'
import { sentenceOf } from '../../../ui/toasts.tsx'
import type { Resource } from './resource.ts'

/** Says that a part of the panel could not be loaded; nothing for parts that the API refuses to this user. */
export function Problem({ resource, title }: { resource: Resource<unknown>; title: string }) {
  const { value, error, load } = resource
  if (error.value === undefined || value.value !== undefined) return null
  return (
    <section class="side-section" role="alert">
      <h3>{title}</h3>
      <p class="hint">
        {t('common.failed')} {sentenceOf(error.value)}
      </p>
      <Button onClick={() => void load()}>{t('common.retry')}</Button>
    </section>
  )
}
