/** Names of banks by language, separated by `|`, where they are not called `Bank`; `{place}` is a region. */
export const LOCAL_BANKS: Readonly<Record<string, string>> = {
  ro: 'Banca {place}',
  tr: '{place} Bankası A.Ş.',
  el: 'Τράπεζα {place}',
  sk: '{place} banka, a.s.',
  sl: 'Banka {place} d.d.',
  hr: '{place} banka d.d.',
  bg: 'Банка {place} АД',
  uk: 'АТ «{place} Банк»',
  sv: 'Sparbanken {town}|{place} Bank|Handelsbanken {town}',
  da: 'Sparekassen {town}|{place} Bank|Andelskassen {town}',
  nb: 'Sparebanken {town}|{place} Sparebank',
  nn: 'Sparebanken {town}|{place} Sparebank',
  fi: '{place} Osuuspankki|{place} Pankki',
  et: '{place} Pank|{place} Ühistupank',
  lv: '{place} banka|AS {place} banka',
  lt: '{place} bankas|AB {place} bankas',
}
