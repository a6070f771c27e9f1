/** Light or dark: as the system, unless the user has chosen. */
import { signal } from '@preact/signals'
import { remember, storage } from './storage.ts'

export const APPEARANCES = ['system', 'light', 'dark'] as const
export type Appearance = (typeof APPEARANCES)[number]

const STORED = 'sheaf.appearance'
const stored = storage.getItem(STORED)
export const appearance = signal<Appearance>(APPEARANCES.find((name) => name === stored) ?? 'system')

appearance.subscribe((value) => {
  if (value === 'system') delete document.documentElement.dataset.appearance
  else document.documentElement.dataset.appearance = value
})

export function setAppearance(value: Appearance): void {
  remember(STORED, value)
  appearance.value = value
}
