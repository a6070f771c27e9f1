import { cs } from './words-cs.ts'
import { da } from './words-da.ts'
import { de } from './words-de.ts'
import { en } from './words-en.ts'
import { es } from './words-es.ts'
import { et } from './words-et.ts'
import { fi } from './words-fi.ts'
import { fr } from './words-fr.ts'
import { id } from './words-id.ts'
import { it } from './words-it.ts'
import { lt } from './words-lt.ts'
import { lv } from './words-lv.ts'
import { nb } from './words-nb.ts'
import { nl } from './words-nl.ts'
import { pl } from './words-pl.ts'
import { pt } from './words-pt.ts'
import { vi } from './words-vi.ts'
import { hu } from './words-hu.ts'
import { ro } from './words-ro.ts'
import { tr } from './words-tr.ts'
import { el } from './words-el.ts'
import { sk } from './words-sk.ts'
import { sl } from './words-sl.ts'
import { hr } from './words-hr.ts'
import { bg } from './words-bg.ts'
import { uk } from './words-uk.ts'
import { sv } from './words-sv.ts'
import { my } from './words-abroad.ts'
import { list } from './list.ts'

/** Names, streets, goods and services of a language. In patterns `{n}` and `{m}` are house numbers and `{f}` is a digit. */
export interface Words {
  given: readonly string[]
  surnames: readonly string[]
  streets: readonly string[]
  /** Second lines of addresses. */
  extras: readonly string[]
  trades: readonly string[]
  places: readonly string[]
  /** Legal forms behind the name, or around it: `ТОВ «{name}»`. */
  forms: readonly string[]
  /** Authorities, hospitals, associations. */
  bodies: readonly string[]
  boss: readonly string[]
  office: readonly string[]
  pieces: readonly string[]
  hours: readonly string[]
  measures: readonly string[]
  products: readonly string[]
  attributes: readonly string[]
  services: readonly string[]
  details: readonly string[]
  sections: readonly string[]
  energy: readonly string[]
  policies: readonly string[]
  fantasy: readonly string[]
}

export const SYLLABLES = list(
  'ver|bo|lu|mi|nor|tek|sol|va|ri|ka|den|zo|fi|pra|ax|om|qui|tan|bel|cor|do|el|fen|gra|hel|in|jo|kin|lar|mon|ne|or|pix|ra|sy|tri|ul|vex|wen|xi|yo|zen',
)

export const WORDS: Readonly<Record<string, Words>> = {
  en,
  de,
  fr,
  es,
  it,
  nl,
  pl,
  cs,
  pt,
  my,
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
  nn: nb,
  fi,
  et,
  lv,
  lt,
  id,
  vi,
}

/** Words of a language; a country without own words uses the English ones. */
export const wordsFor = (language: string): Words => WORDS[language] ?? en
