/** The frame of the screen: navigation, the screen of the present address, sign-in and messages. */
import { useEffect, useState } from 'preact/hooks'
import { expired, isEmbedded, offline } from '../api/client.ts'
import { t } from '../i18n/index.ts'
import { EmbeddedEnded, SignIn, SignInAgain } from '../screens/sign-in/sign-in.tsx'
import { Button } from '../ui/button.tsx'
import { Loading } from '../ui/load.tsx'
import { Questions } from '../ui/question.tsx'
import { sentenceOf, Toasts } from '../ui/toasts.tsx'
import { followTyping } from '../ui/typing.ts'
import { matchPath, route } from './router.ts'
import { screens } from './screens.ts'
import { openSession, startFailure, user } from './session.ts'
import { TopBar } from './top-bar.tsx'

export function App() {
  if (user.value === undefined) return startFailure.value === undefined ? <Loading /> : <StartFailed />
  if (user.value === null) return isEmbedded() ? <EmbeddedEnded /> : <SignIn />
  const { path } = route.value
  for (const { pattern, fill, bare, title, Screen } of screens) {
    const params = matchPath(pattern, path)
    if (!params) continue
    return (
      <Frame fill={fill} bare={bare || isEmbedded()} title={title()}>
        <Screen key={path} params={params} />
      </Frame>
    )
  }
  return (
    <Frame title={t('common.notFound')}>
      <h1 class="notice">{t('common.notFound')}</h1>
    </Frame>
  )
}

/** The service cannot be reached, or has refused to answer for now. */
function StartFailed() {
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    await openSession()
    setBusy(false)
  }
  return (
    <main class="sign-in">
      <div class="notice" role="alert">
        <p>
          {t('app.startFailed')} {sentenceOf(startFailure.value)}
        </p>
        <Button busy={busy} onClick={() => void again()}>
          {t('common.retry')}
        </Button>
      </div>
    </main>
  )
}

interface FrameProps {
  fill?: boolean | undefined
  bare?: boolean | undefined
  title: string
  children: preact.ComponentChildren
}

function Frame({ fill, bare, title, children }: FrameProps) {
  useEffect(() => {
    document.title = `${title} · Sheaf`
  }, [title])
  return (
    <div class="shell">
      {!bare && (
        <>
          <a class="skip" href="#content">
            {t('common.skip')}
          </a>
          <TopBar />
        </>
      )}
      {offline.value && (
        <div class="banner" role="alert">
          {t('app.offline')}
        </div>
      )}
      <main id="content" class={`screen ${fill ? 'fill' : ''}`} tabIndex={-1}>
        {children}
      </main>
      <Questions />
      <SessionEnd />
      <Toasts />
    </div>
  )
}

const typing = followTyping(document)

/** Opens the dialog of a session that has ended. Any request finds that out, also while the user is typing: the dialog waits for the end of the entry. */
function SessionEnd() {
  const [isOpen, setOpen] = useState(false)
  const open = expired.value && (isOpen || !typing.value)
  useEffect(() => setOpen(open), [open])
  return open && <SignInAgain />
}
