import { describe, expect, it } from 'vitest'
import { isDateFormat } from '../../../src/rules/content/date-format.ts'
import { NUMBER_FORMATS } from '../../../src/rules/content/number-format.ts'
import { formatsOf } from '../../../src/rules/queues/locale.ts'

describe('formatsOf', () => {
  it.each([
    ['en_GB', 'DD/MM/YYYY', '#,##0.#'],
    ['auto', 'DD/MM/YYYY', '#,##0.#'],
    ['en_US', 'MM/DD/YYYY', '#,##0.#'],
    ['de_DE', 'DD.MM.YYYY', '#.##0,#'],
    ['de_AT', 'DD.MM.YYYY', '# ##0,#'],
    ['de_CH', 'DD.MM.YYYY', "#'##0.#"],
    ['fr_FR', 'DD/MM/YYYY', '# ##0,#'],
    ['cs_CZ', 'D.M.YYYY', '# ##0,#'],
    ['sk_SK', 'D.M.YYYY', '# ##0,#'],
    ['pl_PL', 'DD.MM.YYYY', '# ##0,#'],
    ['nl_NL', 'DD-MM-YYYY', '#.##0,#'],
    ['it_IT', 'DD/MM/YYYY', '#.##0,#'],
    ['es_ES', 'DD/MM/YYYY', '#.##0,#'],
    ['sv_SE', 'YYYY-MM-DD', '# ##0,#'],
    ['zh_CN', 'YYYY-MM-DD', '#,##0.#'],
    ['th_TH', 'DD/MM/YYYY', '#,##0.#'],
  ])('returns how people of %s write dates and numbers', (locale, date, number) => {
    expect(formatsOf(locale)).toEqual({ date, number })
  })

  it('returns formats that schemas may have, for every language with a region', () => {
    for (const locale of [
      'ar_EG',
      'fa_IR',
      'hi_IN',
      'ja_JP',
      'ko_KR',
      'bg_BG',
      'hr_HR',
      'lv_LV',
      'en_ZA',
      'pt_BR',
      'zz',
      'de_Latn',
    ]) {
      const { date, number } = formatsOf(locale)
      expect([isDateFormat(date), NUMBER_FORMATS.includes(number)], `${locale}: ${date}`).toEqual([true, true])
    }
  })
})
