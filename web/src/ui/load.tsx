/** Loads what a screen shows, and shows that it is loading or why it failed. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from '../api/client.ts'
import { t } from '../i18n/index.ts'
import { Button } from './button.tsx'
import { sentenceOf } from './toasts.tsx'

export interface Loaded<T> {
  value: T | undefined
  error: unknown
  /** Loads again; the present value stays until the new one arrives. */
  reload: () => void
  /** Replaces the value without a request. */
  set: (value: T) => void
}

/** Calls `load` at once and when `inputs` change. An answer that a later call has overtaken is dropped. */
export function useLoad<T>(load: (abort: AbortSignal) => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ value?: T; error?: unknown }>({})
  const [count, setCount] = useState(0)
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    const abort = new AbortController()
    latest.current(abort.signal).then(
      (value) => !abort.signal.aborted && setState({ value }),
      (error: unknown) => !abort.signal.aborted && setState((before) => ({ ...before, error })),
    )
    return () => abort.abort()
  }, [...inputs, count])
  return {
    value: state.value,
    error: state.error,
    reload: () => setCount((before) => before + 1),
    set: (value) => setState({ value }),
  }
}

/** Shows `children` of a loaded value; before, that it is loading; or the error with a button to try again. */
export function Show<T>({ loaded, children }: { loaded: Loaded<T>; children: (value: T) => ComponentChildren }) {
  const { value, error, reload } = loaded
  if (value !== undefined) return <>{children(value)}</>
  if (error === undefined) return <Loading />
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <div class="notice" role="alert">
      {isMissing ? (
        <h1>{t('common.notFound')}</h1>
      ) : (
        <>
          <p>{`${t('common.failed')} ${sentenceOf(error)}`}</p>
          <Button onClick={reload}>{t('common.retry')}</Button>
        </>
      )}
    </div>
  )
}

/** Appears after a moment, so that fast answers do not flicker. */
export const Loading = () => (
  <div class="loading" role="status">
    <span class="spinner" aria-hidden="true" />
    <span>{t('common.loading')}</span>
  </div>
)
