import { nb } from './nb.ts'
import type { Labels } from './index.ts'

/** Nynorsk: the wordings that differ from those of Bokmål. */
export const nn: Labels = {
  ...nb,
  t_invoice: 'Faktura|FAKTURA|Faktura|Salsfaktura|Rekning||Samlefaktura|Honorarfaktura',
  t_reminder: 'Purring|Betalingspåminning|PURRING|1. purring||Påminning|Siste purring',
  t_delivery: 'Pakksetel|PAKKSETEL|Følgjesetel||Leveringssetel|Fraktbrev',
  t_order: 'Tinging|Innkjøpsordre|TINGING|Ordre||Rekvisisjon',
  t_receipt: 'Kvittering|KVITTERING|Salskvittering|Kassakvittering||Bong|Kontantnota',
  t_utility: 'Straumrekning|Faktura|Din straumfaktura|Telefonrekning||Kommunale avgifter|Avrekning',
  t_prepayment: 'Proformafaktura|Forskotsfaktura|A konto-faktura||Delfaktura|Akontofaktura',
  date: 'Fakturadato|Dato|Fakturadato:|Dato:|Utferda||Utferdingsdato|Bilagsdato|Dokumentdato',
  due: 'Forfallsdato|Forfall|Betalingsfrist|Forfallsdato:|Forfell|Betalast innan|Forfallsdag||Siste betalingsdag|Betalingsdato|Betal innan',
  period: 'Periode|Gjeld perioden|Faktureringsperiode||Fakturaperiode|For perioden',
  order: 'Dykkar ordrenr.|Ordrenr.|Tingingsnr.|Dykkar tinging|Ordrenummer|Innkjøpsordre||Kunden sitt ordrenr.|Tinging',
  your_ref: 'Dykkar ref.|Dykkar referanse|Dykkar ref|Kundereferanse||Tingar sin ref.',
  our_ref: 'Vår ref.|Vår referanse|Vår ref|Referanse||Sakshandsamar|Vår kontakt',
  seller: 'Seljar|Leverandør|Avsendar|Frå|Seljar:||Utferdar|Betalingsmottakar',
  buyer: 'Fakturerast til|Kunde|Fakturaadresse|Kjøpar|Faktura til|KUNDE|Kunde:|Mottakar||Fakturamottakar|Tingar',
  ship_to: 'Leveringsadresse|LEVERINGSADRESSE|Leverast til|Levering til||Varemottakar|Leveringsstad',
  web: 'Heimeside|Web|Internett|www||Nettside',
  holder: 'Kontoeigar|Betalingsmottakar|Mottakar||Betalast til',
  method: 'Betalingsmåte|Betaling|Betalingsform||Betalt med',
  terms: 'Betalingsvilkår|Betalingsbet.|Bet.vilkår||Kredittid|Betaling',
  w_terms: 'Netto {days} dagar|{days} dagar netto|{days} dagar|{days} dagar frå fakturadato|innan {days} dagar',
  c_desc: 'Omtale|Tekst|Vare|Produkt|Varetekst|Teneste||Spesifikasjon|Skildring|Produkt/teneste|Varenamn',
  c_qty: 'Antal|ANTAL|Mengd|Tal|Timar|Levert||Tal timar',
  c_unit: 'Eining|Ein.|Eining||Måleining',
  c_price: 'Pris|Einingspris|Pris per stk.|Stykkpris|Pris per eining|Einingspris eks. {tax}||Timepris|Pris eks. {tax}',
  base: 'Netto|Sum eks. {tax}|Nettobeløp|Totalt eks. {tax}|Beløp eks. {tax}|Delsum|{tax}-grunnlag||Avgiftspliktig beløp|Sum utan {tax}|Sum netto',
  tax_of: '{tax} {rate}%|{tax} {rate} %|{rate}% {tax}|{tax} ({rate}%)|{tax}|Av dette {tax} {rate}%||+ {tax} {rate}%',
  tax_sum: '{tax}|Sum {tax}|{tax} totalt|{tax}-beløp||Total {tax}|Meirverdiavgift',
  total:
    'Sum|Totalt|Sum inkl. {tax}|TOTALT|Totalt inkl. {tax}|Totalsum|Fakturabeløp|Sum {currency}||Til saman|Totalbeløp|Beløp inkl. {tax}',
  paid: 'Betalt|Innbetalt|Allereie betalt|Betalt beløp||Innbetalingar|Tidlegare betalt',
  advance: 'Forskot|A konto|Tidlegare fakturert|Forskotsbetalt||Depositum',
  due_amount:
    'Å betale|Beløp å betale|Å BETALE|Sum å betale|Til betaling|Totalt å betale|Å betale {currency}||Att å betale|Restbeløp|Uteståande',
  fee: 'Purregebyr|Forseinkingsrente|Gebyr',
  s_pay:
    'Betalast innan {date}.|Ver venleg og betal innan {date}.|Betalingsfristen er {date}.|Beløpet {amount} skal betalast innan {date}.||Vi ber dykk betale fakturaen seinast {date}.',
  s_days:
    'Betalingsvilkår: netto {days} dagar.|Betalast innan {days} dagar.|Forfall {days} dagar etter fakturadato.||Kredittida er {days} dagar frå fakturadato.',
  s_intro: 'Vi fakturerer følgjande:|Etter dykkar tinging:|Takk for tinginga. Vi fakturerer:|For utført arbeid:',
  s_thanks: 'Takk for handelen!|Takk for oppdraget.|Velkomen att!|Med venleg helsing',
  s_legal:
    'Ved betaling etter forfall kjem forseinkingsrente i tillegg.|Bruk KID ved betaling.|Varene er vår eigedom til dei er fullt ut betalte.|Etter forfall kjem purregebyr i tillegg.',
  s_reverse: 'Snudd avrekning.|Friteke for meirverdiavgift.|Avgiftsfritt sal.',
  s_remind:
    'Etter rekneskapen vår er desse fakturaene ikkje betalte.|Vi kan ikkje sjå at de har betalt fakturaene nedanfor.',
  s_credit: 'Gjeld faktura {number}|Kreditering av faktura {number} av {date}|Krediterer faktura nr. {number}, {date}',
  r_items: 'Tal på varer|Varer',
  r_cashier: 'Kasserar|Kasse|Betent av',
}
