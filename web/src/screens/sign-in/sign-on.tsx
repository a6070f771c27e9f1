/** Single sign-on: the way to the sign-in page of an organization. */
import './sign-on.css'
import { useState } from 'preact/hooks'
import { API, errorOf, pathOf } from '../../api/client.ts'
import { BASE } from '../../app/router.ts'
import { remember, storage } from '../../app/storage.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { sentenceOf } from '../../ui/toasts.tsx'

const STORED = 'sheaf.organization'

/** Asks for the organization, which the browser remembers, and opens the page of its provider. */
export function SignOn() {
  const stored = storage.getItem(STORED) ?? ''
  const [id, setId] = useState(stored)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const submit = async (event: Event) => {
    event.preventDefault()
    const organization = id.trim()
    if (!/^\d+$/.test(organization)) return setError(t('signIn.noProvider'))
    setBusy(true)
    setError(null)
    const problem = await open(organization)
    if (problem === null) return remember(STORED, organization)
    setError(problem)
    setBusy(false)
  }
  return (
    <details class="sign-on" open={stored !== ''}>
      <summary>{t('signIn.organization')}</summary>
      <form onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('signIn.organizationId')}
          hint={t('signIn.organizationHint')}
          value={id}
          error={error}
          autocomplete="off"
          maxLength={18}
          onInput={setId}
          required
        />
        <Button type="submit" busy={busy}>
          {t('signIn.continue')}
        </Button>
      </form>
    </details>
  )
}

/** Opens the page of the provider. Returns why that is not possible: the service would answer with a page of JSON. */
async function open(organization: string): Promise<string | null> {
  const url = pathOf(`${API}/oauth/login`, { organization, next: `${BASE}/` })
  try {
    const answer = await fetch(url, { redirect: 'manual' })
    if (answer.type !== 'opaqueredirect')
      return answer.status < 429 ? t('signIn.noProvider') : sentenceOf(await errorOf(answer))
  } catch {
    return t('common.unreachable')
  }
  location.assign(url)
  return null
}
