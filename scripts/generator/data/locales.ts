/** Language of the labels and country of the seller, with the relative frequency. Documents in English come from many countries. */
export interface Locale {
  code: string
  language: string
  country: string
  weight: number
}

const locale = (code: string, weight: number): Locale => {
  const [language, country] = code.split('-') as [string, string]
  return { code, language, country, weight }
}

export const LOCALES: readonly Locale[] = [
  locale('en-GB', 9),
  locale('en-US', 12),
  locale('en-CA', 3),
  locale('en-AU', 3),
  locale('en-NZ', 1),
  locale('en-IE', 2),
  locale('en-IN', 4),
  locale('en-MY', 4),
  locale('en-ZA', 1),
  locale('en-DE', 2),
  locale('en-NL', 2),
  locale('en-FR', 1),
  locale('en-ES', 1),
  locale('en-IT', 1),
  locale('en-PL', 2),
  locale('en-CZ', 1),
  locale('en-CH', 1),
  locale('en-SE', 2),
  locale('en-NO', 1),
  locale('en-DK', 1),
  locale('de-DE', 13),
  locale('de-AT', 3),
  locale('de-CH', 4),
  locale('fr-FR', 11),
  locale('fr-BE', 2),
  locale('fr-CH', 1),
  locale('es-ES', 7),
  locale('it-IT', 7),
  locale('it-CH', 1),
  locale('nl-NL', 7),
  locale('nl-BE', 2),
  locale('pl-PL', 7),
  locale('cs-CZ', 7),
  locale('pt-PT', 5),
  locale('pt-BR', 2),
  locale('hu-HU', 4),
  locale('ro-RO', 4),
  locale('tr-TR', 4),
  locale('el-GR', 4),
  locale('sk-SK', 4),
  locale('sl-SI', 4),
  locale('hr-HR', 4),
  locale('bg-BG', 4),
  locale('uk-UA', 4),
  locale('sv-SE', 5),
  locale('da-DK', 5),
  locale('nb-NO', 4),
  locale('nn-NO', 1),
  locale('fi-FI', 5),
  locale('et-EE', 4),
  locale('lv-LV', 4),
  locale('lt-LT', 4),
  locale('id-ID', 5),
  locale('vi-VN', 5),
]
