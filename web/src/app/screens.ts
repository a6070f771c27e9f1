/** The screens by address; the first pattern that fits applies. */
import type { ComponentType } from 'preact'
import { t } from '../i18n/index.ts'
import { Documents } from '../screens/documents/documents.tsx'
import { Queues } from '../screens/queues/queues.tsx'
import { ReviewScreen } from '../screens/review/review.tsx'
import { lazy } from './lazy.tsx'

export interface ScreenProps {
  /** Parts of the path named in the pattern. */
  params: Record<string, string>
}

interface Screen {
  /** Path below `/app`, with names such as `:id`. */
  pattern: string
  /** Name in the title of the window. */
  title: () => string
  Screen: ComponentType<ScreenProps>
  /** Uses the whole window and scrolls inside. */
  fill?: boolean
  /** Has no navigation above it. */
  bare?: boolean
}

const admin = () => import('../screens/admin/index.ts')
const Admin = lazy(async () => (await admin()).Admin)
const AdminQueue = lazy(async () => (await admin()).AdminQueue)
const AdminHook = lazy(async () => (await admin()).AdminHook)
const Insights = lazy(async () => (await import('../screens/insights/insights.tsx')).Insights)
const Layouts = lazy(async () => (await import('../screens/layouts/layouts.tsx')).Layouts)
const Delegations = lazy(async () => (await import('../screens/delegations/delegations.tsx')).Delegations)
const EditScreen = lazy(async () => (await import('../screens/editing/edit-screen.tsx')).EditScreen)

export const screens: readonly Screen[] = [
  { pattern: '/', title: () => t('queues.title'), Screen: Queues },
  { pattern: '/documents/:id', title: () => t('review.title'), Screen: ReviewScreen, fill: true, bare: true },
  { pattern: '/embedded/document/:id', title: () => t('review.title'), Screen: ReviewScreen, fill: true, bare: true },
  { pattern: '/queues/:id', title: () => t('documents.title'), Screen: Documents },
  { pattern: '/queues/:id/insights', title: () => t('queues.insights'), Screen: Insights },
  { pattern: '/queues/:id/layouts', title: () => t('queues.learned'), Screen: Layouts },
  { pattern: '/delegations', title: () => t('delegations.title'), Screen: Delegations },
  { pattern: '/admin', title: () => t('app.admin'), Screen: Admin },
  { pattern: '/admin/queues/:id', title: () => t('app.admin'), Screen: AdminQueue },
  { pattern: '/admin/hooks/:id', title: () => t('app.admin'), Screen: AdminHook },
  { pattern: '/documents/:id/edit', title: () => t('editing.title'), Screen: EditScreen, fill: true },
]
