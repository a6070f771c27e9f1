import { PREFIX } from '../api/prefix.ts'
import { LANGUAGES, language, setLanguage, t } from '../i18n/index.ts'
import logo from '../logo.svg'
import { countDrafts, removeDrafts } from '../screens/review/model/drafts.ts'
import { Link } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { sentenceOf, showError, showMessage } from '../ui/toasts.tsx'
import { APPEARANCES, appearance, setAppearance } from './appearance.ts'
import { BASE, confirmLeaving, navigate, openPage, route } from './router.ts'
import { isAdmin, mayDelegate, signOut, user } from './session.ts'
import { storage } from './storage.ts'

/** Navigation and the menu of the user. */
export function TopBar() {
  const { path } = route.value
  return (
    <header class="topbar">
      <Link to="/" class="brand">
        <img src={logo} alt="" width="26" height="26" />
        Sheaf
      </Link>
      <nav aria-label={t('common.menu')}>
        <Link to="/" current={path === '/' || path.startsWith('/queues')}>
          {t('app.queues')}
        </Link>
        {isAdmin.value && (
          <Link to="/admin" current={path.startsWith('/admin')}>
            {t('app.admin')}
          </Link>
        )}
      </nav>
      <div class="end">
        <AccountMenu />
      </div>
    </header>
  )
}

/** Signs out. Entries that have not been sent yet would stay readable for the next user of the browser, so they are discarded. */
async function leave(): Promise<void> {
  const userId = user.value?.id ?? 0
  const count = countDrafts(storage, userId)
  if (count ? !confirm(t('app.discardDrafts', { count })) : !confirmLeaving()) return
  try {
    await signOut()
  } catch (error) {
    return showError(new Error(t('app.signOutFailed', { reason: sentenceOf(error) })))
  }
  removeDrafts(storage, userId)
  // A new page: nothing that the user has seen stays in memory.
  openPage(`${BASE}/`)
}

export function AccountMenu() {
  const { username = '', first_name = '', last_name = '' } = user.value ?? {}
  const name = `${first_name} ${last_name}`.trim() || username
  return (
    <Menu
      button={{ kind: 'quiet', icon: 'person', label: t('app.account'), children: name }}
      items={[
        ...LANGUAGES.map(({ code, name: label }) => ({
          label,
          checked: language.value === code,
          run: () => void setLanguage(code).catch(() => showMessage(t('common.unreachable'))),
        })),
        null,
        ...APPEARANCES.map((value) => ({
          label: t(`app.${value}`),
          checked: appearance.value === value,
          run: () => setAppearance(value),
        })),
        null,
        ...(mayDelegate.value
          ? [{ label: t('delegations.title'), icon: 'person' as const, run: () => navigate('/delegations') }]
          : []),
        {
          label: t('app.documentation'),
          icon: 'external',
          run: () => void window.open(`${PREFIX}/api/docs`, '_blank', 'noopener'),
        },
        { label: t('app.signOut'), icon: 'close', run: () => void leave() },
      ]}
    />
  )
}
