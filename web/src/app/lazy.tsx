/** Screens that are loaded when they are opened for the first time, so that the first one starts sooner. */
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../i18n/index.ts'
import { Button } from '../ui/button.tsx'
import { Loading } from '../ui/load.tsx'

/** Returns a component that loads the real one. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let Loaded: ComponentType<P> | undefined
  return function Lazy(props: P) {
    const [state, setState] = useState<'loading' | 'shown' | 'failed'>(Loaded ? 'shown' : 'loading')
    useEffect(() => {
      if (Loaded) return
      load().then(
        (component) => {
          Loaded = component
          setState('shown')
        },
        () => setState('failed'),
      )
    }, [])
    if (Loaded) return <Loaded {...props} />
    if (state === 'loading') return <Loading />
    // The files of an earlier version are gone after an update of the service; the page must be loaded again for the new ones.
    return (
      <div class="empty" role="alert">
        <p>{t('common.failed')}</p>
        <Button onClick={() => location.reload()}>{t('common.retry')}</Button>
      </div>
    )
  }
}
