/** Locales of queues, as `en_GB`: a language with an optional region or script. */

const PARTS = /^([a-z]{2,3})(?:[_-](?:([A-Za-z]{2})|([A-Za-z]{4})))?$/
const names = (type: 'language' | 'region' | 'script') => new Intl.DisplayNames('en', { type, fallback: 'none' })
const languages = names('language')
const regions = names('region')
const scripts = names('script')
/** A code of CLDR for no region. */
const NO_REGION = 'ZZ'

/** Returns true for `auto` and for locales whose parts are codes that CLDR knows. */
export function isKnownLocale(locale: string): boolean {
  if (locale === 'auto') return true
  const [, language, region, script] = PARTS.exec(locale) ?? []
  if (!language || !languages.of(language)) return false
  if (region) return region.toUpperCase() !== NO_REGION && regions.of(region.toUpperCase()) !== undefined
  return !script || scripts.of(script) !== undefined
}
