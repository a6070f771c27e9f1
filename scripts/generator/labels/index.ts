import { en } from './en.ts'
import { de } from './de.ts'
import { fr } from './fr.ts'
import { es } from './es.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { cs } from './cs.ts'
import { pt } from './pt.ts'

export type LabelKey = keyof typeof en
export type Labels = Readonly<Record<LabelKey, string>>

export const LABELS: Readonly<Record<string, Labels>> = { en, de, fr, es, it, nl, pl, cs, pt }
