import { describe, expect, it } from 'vitest'
import { analyse } from '../../src/find/analyse.ts'
import { looksLikeAddress, looksLikeContact } from '../../src/find/postal.ts'
import type { LabelClass } from '../../src/lexicon/classes.ts'
import { parseDate } from '../../src/normalise/dates.ts'
import { readMonth } from '../../src/normalise/month-names.ts'
import type { LabelledValues } from '../../src/score/labelled-values.ts'
import { findTermsSentence } from '../../src/score/terms.ts'
import { pageOf, type Placed, valuesOf } from '../pages.ts'

interface Expected {
  /** January to December, as dates print them. */
  months: string
  abbreviations: string
  /** Both are 12 March 2026. */
  dates: [string, string]
  labels: [text: string, labelClass: LabelClass][]
  amount: [text: string, value: string]
  sentence: string
}

const LANGUAGES: Readonly<Record<string, Expected>> = {
  swe: {
    months: 'januari februari mars april maj juni juli augusti september oktober november december',
    abbreviations: 'jan feb mars apr maj juni juli aug sep okt nov dec',
    dates: ['den 12 mars 2026', '2026-03-12'],
    labels: [
      ['Fakturanr: 4711', 'invoice_no'],
      ['Fakturadatum: 2026-03-12', 'invoice_date'],
      ['Förfallodag: 2026-04-11', 'due_date'],
      ['OCR-nummer: 471100', 'reference'],
      ['Er referens: Åsa', 'reference'],
      ['Ert ordernr: 88', 'order_no'],
      ['Bankgiro: 5050-1055', 'account_no'],
      ['Momsreg.nr: SE556677889901', 'vat_id'],
      ['Org.nr: 556677-8899', 'company_no'],
      ['Summa exkl. moms 100,00', 'base'],
      ['Moms 25 % 25,00', 'tax'],
      ['Öresavrundning 0,40', 'rounding'],
      ['Att betala 125,00', 'due'],
      ['Fakturaadress:', 'bill_to'],
      ['Kreditfaktura', 'credit_note'],
    ],
    amount: ['Summa 1 234,56 kr', '1234.56'],
    sentence: 'Betala inom 30 dagar och ange fakturans nummer, annars tillkommer ränta enligt lag.',
  },
  dan: {
    months: 'januar februar marts april maj juni juli august september oktober november december',
    abbreviations: 'jan feb mar apr maj jun jul aug sep okt nov dec',
    dates: ['12. marts 2026', '12-03-2026'],
    labels: [
      ['Fakturanummer: 4711', 'invoice_no'],
      ['Fakturadato: 12-03-2026', 'invoice_date'],
      ['Forfaldsdato: 11-04-2026', 'due_date'],
      ['Sidste rettidige betalingsdag: 11-04-2026', 'due_date'],
      ['Rekvisitionsnr.: 88', 'order_no'],
      ['Kontonr.: 0123456789', 'account_no'],
      ['SE-nr.: DK12345674', 'vat_id'],
      ['CVR-nr.: 12345674', 'company_no'],
      ['Beløb ekskl. moms 100,00', 'base'],
      ['Momsbeløb 25,00', 'tax'],
      ['Øreafrunding 0,25', 'rounding'],
      ['I alt inkl. moms 125,00', 'total'],
      ['Til betaling 125,00', 'due'],
      ['Køber:', 'bill_to'],
      ['Sælger:', 'seller'],
      ['Følgeseddel', 'delivery_note'],
      ['Kreditnota', 'credit_note'],
    ],
    amount: ['I alt 1.234,56 kr.', '1234.56'],
    sentence: 'Beløbet bedes betalt senest 14 dage efter modtagelse af fakturaen og ikke kontant.',
  },
  nor: {
    months: 'januar februar mars april mai juni juli august september oktober november desember',
    abbreviations: 'jan feb mars apr mai jun jul aug sep okt nov des',
    dates: ['12. mars 2026', '12.03.2026'],
    labels: [
      ['Fakturanr.: 4711', 'invoice_no'],
      ['Fakturadato: 12.03.2026', 'invoice_date'],
      ['Forfallsdato: 11.04.2026', 'due_date'],
      ['KID: 0047110', 'reference'],
      ['Deres ref.: Kari', 'reference'],
      ['Ordrenr.: 88', 'order_no'],
      ['Kontonr.: 1234 56 78903', 'account_no'],
      ['Org.nr.: 987 654 325', 'company_no'],
      ['Sum eks. mva 100,00', 'base'],
      ['Mva-grunnlag 100,00', 'base'],
      ['Merverdiavgift 25,00', 'tax'],
      ['Øreavrunding 0,40', 'rounding'],
      ['Å betale 125,00', 'due'],
      ['Kjøper:', 'bill_to'],
      // Nynorsk
      ['Kjøpar:', 'bill_to'],
      ['Rekning', 'invoice'],
      ['Betalast innan: 11.04.2026', 'due_date'],
      ['Pakkseddel', 'delivery_note'],
    ],
    amount: ['Sum kr 1 234,56', '1234.56'],
    sentence: 'Ved betaling etter forfall beregnes renter, og dere får gebyr innen 14 dager.',
  },
  fin: {
    months:
      'tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta',
    abbreviations: 'tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu',
    dates: ['12. maaliskuuta 2026', '12.3.2026'],
    labels: [
      ['Laskun numero: 4711', 'invoice_no'],
      ['Laskunro 4711', 'invoice_no'],
      ['Laskun päiväys: 12.3.2026', 'invoice_date'],
      ['Eräpäivä: 26.3.2026', 'due_date'],
      ['Viitenumero: 1 00013', 'reference'],
      ['Ostotilausnumero: 88', 'order_no'],
      ['Asiakasnumero: 12', 'customer_no'],
      ['ALV-tunnus: FI12345671', 'vat_id'],
      ['Y-tunnus: 1234567-1', 'company_no'],
      ['Veroton yhteensä 100,00', 'base'],
      ['Arvonlisävero 25,50', 'tax'],
      ['Maksettava yhteensä 125,50', 'due'],
      ['Laskutusosoite', 'bill_to'],
      ['Myyjä', 'seller'],
      ['Hyvityslasku', 'credit_note'],
      ['Lähete', 'delivery_note'],
    ],
    amount: ['Yhteensä 1 234,56 €', '1234.56'],
    sentence: 'Viivästyskorko peritään korkolain mukaan, mikäli laskun maksu tulee eräpäivän jälkeen.',
  },
  est: {
    months: 'jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember',
    abbreviations: 'jaan veebr märts apr mai juuni juuli aug sept okt nov dets',
    dates: ['12. märts 2026. a', '12.03.2026'],
    labels: [
      ['Arve number: 4711', 'invoice_no'],
      ['Arve kuupäev: 12.03.2026', 'invoice_date'],
      ['Maksetähtaeg: 26.03.2026', 'due_date'],
      ['Viitenumber: 1234561', 'reference'],
      ['Tellimuse nr: 88', 'order_no'],
      ['KMKR nr: EE100931558', 'vat_id'],
      ['Registrikood: 12345678', 'company_no'],
      ['Kokku KM-ta 100,00', 'base'],
      ['KM (24%) 24,00', 'tax'],
      ['Käibemaks 24,00', 'tax'],
      ['Kuulub tasumisele 124,00', 'due'],
      ['Ostja:', 'bill_to'],
      ['Müüja:', 'seller'],
      ['Kreeditarve', 'credit_note'],
      ['Saateleht', 'delivery_note'],
    ],
    amount: ['Kokku 1 234,56 €', '1234.56'],
    sentence: 'Palun tasuge arve tähtajaks, viivis on 0,05% päevas alates maksetähtajast vastavalt lepingule.',
  },
  lav: {
    months: 'janvārī februārī martā aprīlī maijā jūnijā jūlijā augustā septembrī oktobrī novembrī decembrī',
    abbreviations: 'janv febr marts apr maijs jūn jūl aug sept okt nov dec',
    dates: ['2026. gada 12. martā', '12.03.2026.'],
    labels: [
      ['Rēķina Nr. 4711', 'invoice_no'],
      ['Rēķina datums: 12.03.2026.', 'invoice_date'],
      ['Apmaksas termiņš: 26.03.2026.', 'due_date'],
      ['Apmaksāt līdz: 26.03.2026.', 'due_date'],
      ['Pasūtījuma Nr. 88', 'order_no'],
      ['PVN reģ. Nr.: LV40003521600', 'vat_id'],
      ['Reģistrācijas numurs: 40003521600', 'company_no'],
      ['Summa bez PVN 100,00', 'base'],
      ['PVN 21% 21,00', 'tax'],
      ['Kopā apmaksai 121,00', 'due'],
      ['Kopā ar PVN 121,00', 'total'],
      ['Saņēmējs:', 'bill_to'],
      ['Piegādātājs:', 'seller'],
      ['Kredītrēķins', 'credit_note'],
      ['Pavadzīme', 'delivery_note'],
    ],
    amount: ['Kopā 1 234,56 EUR', '1234.56'],
    sentence: 'Lūdzam rēķinu apmaksāt 10 dienu laikā saskaņā ar līgumu; rēķins ir sagatavots elektroniski.',
  },
  lit: {
    months: 'sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio',
    abbreviations: 'sausis vasaris kovas balandis gegužė birželis liepa rugpjūtis rugsėjis spalis lapkritis gruodis',
    dates: ['2026 m. kovo 12 d.', '2026-03-12'],
    labels: [
      ['Sąskaitos Nr. 4711', 'invoice_no'],
      ['Serija ABC Nr. 4711', 'invoice_no'],
      ['Išrašymo data: 2026-03-12', 'invoice_date'],
      ['Apmokėti iki: 2026-03-26', 'due_date'],
      ['Užsakymo numeris: 88', 'order_no'],
      ['PVM mokėtojo kodas: LT119511515', 'vat_id'],
      ['Įmonės kodas: 123456789', 'company_no'],
      ['Suma be PVM 100,00', 'base'],
      ['PVM suma 21,00', 'tax'],
      ['Iš viso 121,00', 'total'],
      ['Mokėtina suma 121,00', 'due'],
      ['Pirkėjas:', 'bill_to'],
      ['Pardavėjas:', 'seller'],
      ['PVM sąskaita faktūra', 'tax_invoice'],
      ['Kreditinė sąskaita faktūra', 'credit_note'],
    ],
    amount: ['Iš viso 1 234,56 EUR', '1234.56'],
    sentence: 'Prašome apmokėti sąskaitą iki nurodytos datos pagal sutartį arba kreiptis prie kasos.',
  },
}

const CASES = Object.entries(LANGUAGES)

describe.each(CASES)('the lexicon of %s', (language, { months, abbreviations, dates, labels, amount, sentence }) => {
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1)

  it('has the names of months and their abbreviations', () => {
    expect(months.split(' ').map((name) => readMonth(name)?.month)).toEqual(numbers)
    expect(abbreviations.split(' ').map((name) => readMonth(name)?.month)).toEqual(numbers)
  })

  it('has the dates of the country', () => {
    expect(dates.map((date) => parseDate(date))).toEqual(['2026-03-12', '2026-03-12'])
  })

  it.each(labels)('reads %s', (text, labelClass) => {
    const found = analyse(pageOf([[60, 60, text]])).labels.filter(({ start }) => start === 0)
    expect([...(found[0]?.classes ?? [])]).toContain(labelClass)
    expect([...found[0]!.languages]).toContain(language)
  })

  it('reads amounts with groups of thousands', () => {
    expect(valuesOf('amount', amount[0])).toContain(amount[1])
  })

  it('is recognized by its sentences', () => {
    const lines = [sentence, ...labels.slice(0, 3).map(([text]) => text)]
    expect(analyse(pageOf(lines.map((text, i): Placed => [60, 60 + 30 * i, text]))).language).toBe(language)
  })
})

describe('names of companies in the north of Europe', () => {
  it.each([
    'Norrvik Papper AB',
    'Østvang Papir A/S',
    'Fjellsaga Papir ASA',
    'Saimanpaperi Oyj',
    'Korpelan Paja T:mi',
    'Saarepaber OÜ',
    'SIA "Jūrmalas Papīrs"',
    'UAB „Nemuno popierius“',
    'MB "Popieriaus namai"',
  ])('%s is one of them', (name) => {
    expect(valuesOf('name', name)).toContain(name)
    expect(analyse(pageOf([[60, 60, name]])).candidates.name[0]?.traits).toContain('legal')
  })

  it.each(['Papier ou carton', 'Carta, sia bianca', 'Louisville KY 40202', 'Data plan 500 MB'])(
    '%s has no legal form',
    (text) => {
      const [name] = analyse(pageOf([[60, 60, text]])).candidates.name
      expect(name?.traits ?? []).not.toContain('legal')
    },
  )
})

describe('addresses in the north of Europe', () => {
  it.each([
    'Storgatan 12',
    'Södra Ringvägen 4 B',
    'Box 123',
    '111 22 Stockholm',
    'Vesterbrogade 3, 2. sal',
    'Østre Allé 44',
    'Kongens gate 5',
    'Postboks 41',
    'Hämeenkatu 4',
    'Mannerheimintie 12 A 3',
    'PL 123',
    'Tartu mnt 5',
    'Pikk tn 7-2',
    'Brīvības iela 10',
    'Ventspils, LV-3601',
    'Gedimino pr. 9',
    'Vilniaus g. 12A',
  ])('%s is one', (text) => {
    expect(looksLikeAddress(text)).toBe(true)
  })

  it.each(['Garantie 24 Monate', 'Pris pr. 100 stk', 'Storage box 40 l', 'Brigade 7', 'Legrand 16 A', 'Gate valve 5'])(
    '%s is none',
    (text) => {
      expect(looksLikeAddress(text)).toBe(false)
    },
  )

  it.each([
    'Org.nr 556677-8899',
    'Tlf. 22 33 44 55',
    'Puh. 09 123 4567',
    'Tālr. 67123456',
    'El. paštas: info@popierius.lt',
  ])('%s is a contact', (text) => {
    expect(looksLikeContact(text)).toBe(true)
  })
})

describe('sentences about payment in the north of Europe', () => {
  it.each([
    'Betalas inom 30 dagar.',
    'Beløbet betales inden 30 dage.',
    'Betales innen 30 dager.',
    'Maksuaika 30 päivää.',
    'Tasuda 30 päeva jooksul.',
    'Apmaksāt 30 dienu laikā.',
    'Apmokėti per 30 dienų.',
  ])('%s is found, and its days are no amount', (text) => {
    const { layout, candidates } = analyse(pageOf([[60, 60, text]]))
    const values: LabelledValues = {}
    findTermsSentence(layout, values)
    expect(values.terms?.value).toBe(text)
    expect(candidates.amount).toEqual([])
  })
})
