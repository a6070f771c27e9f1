/** Sign-in, as a page of its own or as a dialog over what the user was doing. */
import { useState } from 'preact/hooks'
import { ApiError, isEmbedded } from '../../api/client.ts'
import { route } from '../../app/router.ts'
import { signIn, user } from '../../app/session.ts'
import { t } from '../../i18n/index.ts'
import logo from '../../logo.svg'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { sentenceOf } from '../../ui/toasts.tsx'
import { SignOn } from './sign-on.tsx'

export const SignIn = () => (
  <main class="sign-in">
    <div class="card">
      <h1 class="brand">
        <img src={logo} alt="" width="34" height="34" />
        Sheaf
      </h1>
      {route.value.query.get('sign_on') === 'failed' && (
        <p class="field-error" role="alert">
          {t('signIn.signOnFailed')}
        </p>
      )}
      <SignInForm />
      <SignOn />
    </div>
  </main>
)

/** The token of an embedded URL is missing, used up or too old. */
export const EmbeddedEnded = () => (
  <main class="sign-in">
    <div class="notice" role="alert">
      <h1>{t('signIn.embeddedEnded')}</h1>
    </div>
  </main>
)

/** Shown when the session has ended: what the user has entered stays behind it. */
export const SignInAgain = () => (
  <Dialog title={t('signIn.title')}>
    <p>{t(isEmbedded() ? 'signIn.embeddedEnded' : 'signIn.again')}</p>
    {!isEmbedded() && <SignInForm name={user.value?.username ?? ''} />}
  </Dialog>
)

function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return sentenceOf(error)
  if (error.status === 401) return t('signIn.wrong')
  if (error.status === 429) return t('signIn.throttled', { seconds: error.retryAfter ?? 60 })
  return sentenceOf(error)
}

function SignInForm({ name = '' }: { name?: string }) {
  const [username, setUsername] = useState(name)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  const submit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setError(null)
    try {
      const before = user.value?.id
      await signIn(username, password)
      // What is behind the dialog belongs to the user who had signed in before.
      if (before !== undefined && user.value && user.value.id !== before) return location.reload()
      // The login succeeded, but the next request was refused: the browser has received no session.
      if (user.value === null) setError(t('signIn.noSession'))
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('signIn.user')}
        value={username}
        onInput={setUsername}
        autocomplete="username"
        autofocus={!name}
        required
      />
      <TextField
        label={t('signIn.password')}
        type="password"
        value={password}
        onInput={setPassword}
        autocomplete="current-password"
        autofocus={Boolean(name)}
        error={error}
        required
      />
      <Button type="submit" kind="primary" busy={busy}>
        {t('signIn.submit')}
      </Button>
    </form>
  )
}
