import { en } from './en.ts'
import { de } from './de.ts'
import { fr } from './fr.ts'
import { es } from './es.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { cs } from './cs.ts'
import { pt } from './pt.ts'
import { hu } from './hu.ts'
import { ro } from './ro.ts'
import { tr } from './tr.ts'
import { el } from './el.ts'
import { sk } from './sk.ts'
import { sl } from './sl.ts'
import { hr } from './hr.ts'
import { bg } from './bg.ts'
import { uk } from './uk.ts'
import { sv } from './sv.ts'
import { da } from './da.ts'
import { nb } from './nb.ts'
import { nn } from './nn.ts'
import { fi } from './fi.ts'
import { et } from './et.ts'
import { lv } from './lv.ts'
import { lt } from './lt.ts'
import { id } from './id.ts'
import { vi } from './vi.ts'

export type LabelKey = keyof typeof en
export type Labels = Readonly<Record<LabelKey, string>>

export const LABELS: Readonly<Record<string, Labels>> = {
  en,
  de,
  fr,
  es,
  it,
  nl,
  pl,
  cs,
  pt,
  hu,
  ro,
  tr,
  el,
  sk,
  sl,
  hr,
  bg,
  uk,
  sv,
  da,
  nb,
  nn,
  fi,
  et,
  lv,
  lt,
  id,
  vi,
}
