/** Names of banks in languages in which they are not called `Bank`. */
export const LOCAL_BANKS: Readonly<Record<string, string>> = {
  ro: 'Banca {place}',
  tr: '{place} Bankası A.Ş.',
  el: 'Τράπεζα {place}',
  sk: '{place} banka, a.s.',
  sl: 'Banka {place} d.d.',
  hr: '{place} banka d.d.',
  bg: 'Банка {place} АД',
  uk: 'АТ «{place} Банк»',
}
