/** The screens by address; the first pattern that fits applies. */
import type { ComponentType } from 'preact'
import { t } from '../i18n/index.ts'
import { EditScreen } from '../screens/editing/edit-screen.tsx'
import { Queues } from '../screens/queues/queues.tsx'

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

export const screens: readonly Screen[] = [
  { pattern: '/', title: () => t('queues.title'), Screen: Queues },
  { pattern: '/documents/:id/edit', title: () => t('editing.title'), Screen: EditScreen, fill: true },
]
