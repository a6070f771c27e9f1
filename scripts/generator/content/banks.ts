import type { Random } from '../../train/random.ts'
import { LOCAL_BANKS } from '../data/banks.ts'
import { list } from '../data/list.ts'
import type { Locale } from '../data/locales.ts'
import type { Words } from '../data/words.ts'
import { domesticAccount } from './national.ts'
import { bicOf, fill, ibanOf } from './numbers.ts'

export interface Bank {
  name: string
  iban: string | null
  bic: string
  /** Domestic account number and code of the bank; the code is empty where there is none. */
  account: string
  code: string
}

interface Customer {
  locale: Locale
  bankCountry: string
  town: string
  words: Words
}

/** Invents one or two accounts of a seller. */
export function makeBanks(habits: Random, { locale, bankCountry, town, words }: Customer): Bank[] {
  const account = fill(
    habits,
    habits.pick(
      locale.country === 'CZ' ? ['%#########', '##-%#########', '%########'] : ['%#######', '########', '%#########'],
    ),
  )
  return Array.from({ length: habits.chance(0.12) ? 2 : 1 }, (): Bank => {
    const name = habits.pick(namesOf(locale.language, town, words, habits))
    const iban = ibanOf(habits, bankCountry)
    const bic = bicOf(habits, bankCountry)
    const own = domesticAccount(habits, bankCountry, iban)
    return { name, iban, bic, ...(own ?? { account, code: codeOf(locale.country, habits) }) }
  })
}

function namesOf(language: string, town: string, words: Words, habits: Random): string[] {
  const place = habits.pick(words.places)
  const own = LOCAL_BANKS[language]
  if (own) return list(own).map((name) => name.replace('{town}', town).replace('{place}', place))
  const all = [
    `${place} Bank`,
    `Sparkasse ${town}`,
    `Volksbank ${habits.pick(words.places)} eG`,
    `Banque ${habits.pick(words.places)}`,
    `${habits.pick(words.surnames)} Bank plc`,
    `Raiffeisen ${town}`,
    `Banca ${town}`,
    `Kreditbank ${town}`,
  ]
  return all.slice(...(language === 'de' ? [1, 8] : language === 'fr' ? [3, 5] : [0, 8]))
}

function codeOf(country: string, habits: Random): string {
  if (country === 'GB' || country === 'IE') return fill(habits, '##-##-##')
  if (country === 'US') return fill(habits, '0########')
  return country === 'CZ' ? habits.pick(['0100', '0300', '0800', '2010', '5500', '2700']) : fill(habits, '%#######')
}
