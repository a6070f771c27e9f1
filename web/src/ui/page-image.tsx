/**
 * The image of a page. It loads when it comes near the visible area and has the size of the page from the start, so that nothing moves when
 * it arrives. In a signed-in browser the session authorizes it; an embedded page fetches it with its token.
 */
import './page-image.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { credentials, errorOf, isEmbedded, pathOf } from '../api/client.ts'
import type { Page } from '../api/types.ts'
import { t } from '../i18n/index.ts'
import { Icon } from './icon.tsx'
import { whenNear } from './when-near.ts'

/** Ratio of a sheet of A4, for pages whose size is not known yet. */
const A4 = 210 / 297
/** Waits before further attempts: the service renders pages on the first request and may be busy. */
const RETRY_MS = [1000, 3000, 8000]

export interface PageImageProps {
  page: Pick<Page, 'url' | 'width' | 'height'>
  /** `preview`: at most 300 pixels wide. */
  size: 'preview' | 'full'
  /** Clockwise degrees in addition to the rotation that the service applies: 0, 90, 180 or 270. */
  rotation?: number
  /** Description for assistive technology; `''` if the text beside it says the same. */
  alt: string
  /** Loads at once, such as the page that a user has just opened. */
  eager?: boolean
  /** Loads before other images and requests. */
  urgent?: boolean
  class?: string
  onLoad?: () => void
  /** After the last attempt has failed. */
  onFail?: () => void
  /** Drawn above the image, such as boxes. Not rotated. */
  children?: ComponentChildren
}

/** Returns the width of a page divided by its height, as it is shown with a rotation. */
export function ratioOf({ width, height }: Pick<Page, 'width' | 'height'>, rotation = 0): number {
  const ratio = width && height ? width / height : A4
  return rotation % 180 === 0 ? ratio : 1 / ratio
}

/** Shows a page as wide as its container. `--ratio`, its width divided by its height, lets the styles of a container limit its height. */
export function PageImage(props: PageImageProps) {
  const { page, size, rotation = 0, children } = props
  const isSideways = rotation % 180 !== 0
  const ratio = ratioOf(page, rotation)
  const turned = {
    width: isSideways ? `${100 / ratio}%` : '100%',
    height: isSideways ? `${100 * ratio}%` : '100%',
    transform: `translate(-50%, -50%) rotate(${rotation}deg)`,
  }
  return (
    <div class={`page-image ${props.class ?? ''}`} style={{ '--ratio': String(ratio) }}>
      <Source key={`${page.url}/${size}`} {...props} style={turned} />
      {children}
    </div>
  )
}

type Turned = Record<'width' | 'height' | 'transform', string>

function Source({ page, size, alt, eager, urgent, onLoad, onFail, style }: PageImageProps & { style: Turned }) {
  const place = useRef<HTMLSpanElement>(null)
  const [isNear, setNear] = useState(eager ?? false)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const path = pathOf(`${page.url}/${size === 'full' ? 'content' : 'preview'}`)

  useEffect(() => (isNear ? undefined : whenNear(place.current!, () => setNear(true))), [isNear])
  useEffect(() => {
    if (state === 'failed' && attempt >= RETRY_MS.length) onFail?.()
    if (state !== 'failed' || attempt >= RETRY_MS.length) return
    const timer = setTimeout(() => {
      setState('loading')
      setAttempt(attempt + 1)
    }, RETRY_MS[attempt])
    return () => clearTimeout(timer)
  }, [state, attempt])
  const source = useSource(isNear ? path : null, attempt, () => setState('failed'))

  if (state === 'failed' && attempt >= RETRY_MS.length)
    return (
      <span class="page-image-failed" role={alt ? 'img' : undefined} aria-label={alt || undefined}>
        <Icon name="alert" />
        <span>{t('common.failed')}</span>
      </span>
    )
  if (source === null) return <span ref={place} class="page-image-place" />
  return (
    <img
      key={attempt}
      class={state}
      src={source}
      alt={alt}
      style={style}
      draggable={false}
      decoding="async"
      fetchPriority={urgent ? 'high' : undefined}
      onLoad={() => {
        setState('shown')
        onLoad?.()
      }}
      onError={() => setState('failed')}
    />
  )
}

/** Returns what `src` needs: the path with a session, or an object URL of the fetched image, which is revoked at the end. */
function useSource(path: string | null, attempt: number, onError: () => void): string | null {
  const [object, setObject] = useState<string | null>(null)
  useEffect(() => {
    if (path === null || !isEmbedded()) return
    const abort = new AbortController()
    let url: string | null = null
    const load = async () => {
      const response = await fetch(path, { headers: credentials('GET'), credentials: 'omit', signal: abort.signal })
      if (!response.ok) throw await errorOf(response)
      const blob = await response.blob()
      if (abort.signal.aborted) return
      url = URL.createObjectURL(blob)
      setObject(url)
    }
    load().catch(() => abort.signal.aborted || onError())
    return () => {
      abort.abort()
      setObject(null)
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [path, attempt])
  return isEmbedded() ? object : path
}
