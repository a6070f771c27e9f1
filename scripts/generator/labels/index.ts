import { en } from './en.ts'
import { de } from './de.ts'
import { fr } from './fr.ts'

export type LabelKey = keyof typeof en
export type Labels = Readonly<Record<LabelKey, string>>

export const LABELS: Readonly<Record<string, Labels>> = { en, de, fr }
