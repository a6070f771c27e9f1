import type { Language } from './classes.ts'

export const da: Language = {
  stopWords: 'og af ikke bedes venligst kun jeres jer uden dage senest mellem hos herunder blev tak udgor gaeldende',
  months:
    'januar jan|februar feb febr|marts mar|april apr|maj|juni jun|juli jul|august aug|september sep sept|oktober okt|november nov|december dec',
  labels: {
    total:
      'i alt | ialt | total | samlet belob | total inkl moms | i alt inkl moms | ialt inkl moms | belob inkl moms | totalbelob | fakturabelob | fakturatotal | total dkk | i alt dkk | ialt dkk | sum | brutto | bruttobelob | i alt inklusive moms | total inklusive moms | totalpris | total belob | samlet pris | slutsum | i alt kr | total kr | faktura total',
    base: 'subtotal | netto | nettobelob | total ekskl moms | i alt ekskl moms | ialt ekskl moms | belob ekskl moms | ekskl moms | momspligtigt belob | momsgrundlag | moms grundlag | varebelob | i alt uden moms | total uden moms | nettosum | i alt eksklusive moms | total eksklusive moms | belob for moms | total for moms | total excl moms | i alt excl moms | excl moms | momspligtig | varer i alt | delsum | mellemsum | netto i alt',
    tax: 'moms | momsbelob | moms i alt | heraf moms | total moms | salgsmoms | moms belob | moms dkk | samlet moms | meromsaetningsafgift',
    due: 'at betale | til betaling | belob til betaling | skyldigt belob | restbelob | i alt at betale | total til betaling | at betale i alt | udestaende belob | udestaende | til betaling dkk | resterende belob | belob at betale | saldo til betaling | skyldig saldo | at betale dkk | tilgodehavende | at indbetale | til udbetaling | restance',
    paid: 'betalt | allerede betalt | indbetalt | betalt belob | indbetalinger | a conto | acontobelob | forudbetalt | modtaget betaling | tidligere faktureret | aconto faktureret | fratrukket a conto',
    cash: 'kontant | kontanter | modtaget',
    card: 'kort | dankort | betalingskort | kreditkort | visa dankort | kortbetaling',
    change: 'retur | byttepenge | tilbage',
    rounding: 'afrunding | oreafrunding | ore afrunding | oredifference',
    discount: 'rabat | kontantrabat | fradrag | samlet rabat | rabatbelob',
    charge:
      'fragt | forsendelse | gebyr | fakturagebyr | porto | leveringsomkostninger | fragtomkostninger | ekspeditionsgebyr | levering gebyr | emballage',
    deposit: 'pant | depositum',
    balance: 'saldo | forrige saldo | primosaldo | tidligere saldo',
    rate: 'momssats | moms % | sats',
    points: 'bonuspoint',
    saved: 'du har sparet | du sparer',
    count: 'antal varer | antal linjer',
    vat_word: 'momsspecifikation | momsopgorelse | momskode',
    words_total: 'belob i ord',
    date: 'dato',
    invoice_date:
      'fakturadato | faktura dato | udstedelsesdato | udstedt | bilagsdato | dokumentdato | dato for faktura | kreditnotadato | bondato | kobsdato | fakt dato | udskrevet faktura',
    due_date:
      'forfaldsdato | forfald | forfalder | forfaldsdag | betales senest | betalingsdato | sidste rettidige betalingsdag | sidste rettidige indbetalingsdag | sidste betalingsdato | betalingsfrist | senest betaling | betaling senest | rettidig betaling | forfalder til betaling | betales inden | traekkes pa konto | seneste betalingsdato | sidste betalingsdag | sidste rettidige betaling',
    delivery_date:
      'leveringsdato | leveret | leverings dato | afsendelsesdato | levering dato | leveret den | dato for levering | ydelsesdato | lev dato',
    order_date: 'ordredato | bestillingsdato | ordre dato | tilbudsdato | kobsdato ordre',
    print_date: 'udskriftsdato | udskrevet | gyldig til',
    period: 'periode | faktureringsperiode | fakturaperiode | afregningsperiode | for perioden | opkraevningsperiode',
    time: 'klokken | tidspunkt',
    invoice_no:
      'faktura no | fakturanummer | faktura | fakt no | bilags no | bilag no | dokument no | kreditnota no | bon no | bonnummer | faktura id | rykker no | rykkerskrivelse no | regning no | regnings no | slutfaktura no | acontofaktura no | proformafaktura no',
    order_no:
      'ordre no | ordrenummer | rekvisitions no | rekvisition | rekv no | jeres ordre no | jeres ordre | deres ordre no | kundens ordre no | indkobsordre | indkobsordre no | bestillings no | bestilling | po no | deres rekvisition | indkobs no | ordre | deres ordre | kundeordre | rekvirent no | kobsordre no | kobsordre',
    seller_order_no:
      'vores ordre no | vores ordre | salgsordre | salgsordre no | sags no | sag no | vor ordre no | vor ordre | ordrebekraeftelse no',
    customer_no:
      'kunde no | kundenummer | kunde id | debitor no | debitornummer | deres kunde no | konto no kunde | medlems no | kundekode',
    delivery_no:
      'folgeseddel | folgeseddel no | folgesedler | leverance no | pakkeseddel | pakkeseddel no | fragtbrev | fragtbrev no | forsendelse no | leverings no',
    reference:
      'reference | ref | reference no | deres ref | deres reference | jeres ref | jeres reference | kundereference | projekt | projekt no | vedrorende | vedr | betalingsreference | betalings id | tilbud | tilbud no | tilbuds no | bemaerkning | bemaerkninger | ean no | rekvirent | kontaktreference | personreference | ordrereference | betalingsidentifikation | noter | projektnavn',
    our_ref: 'vores ref | vores reference | vor ref | vor reference | sagsbehandler',
    contract_no: 'kontrakt no | aftale no | aftalenummer | police no | abonnement | abonnements no | kontrakt | aftale',
    transaction_no: 'transaktion | transaktions no | autorisation | autorisations no',
    account_no:
      'konto no | kontonummer | konto | bankkonto | girokonto | kreditor no | kreditornummer | fi kreditor no | betalingskonto',
    bank_code: 'registrerings no | bank reg no | bankens reg no | bankregistrerings no',
    iban: 'iban | iban no',
    bic: 'bic | swift | swift kode | bic kode | swift bic | bic swift | swift adresse | swiftkode',
    vat_id:
      'moms no | momsnummer | se no | vat no | momsregistrerings no | cvr se no | moms reg no | vat id | eu moms no | cvr moms no | deres vat no | momsreg no | cvr vat no | deres moms no | kundens moms no | kundens vat no | kobers vat no | deres se no',
    tax_no: 'skatte no | cpr no',
    company_no: 'cvr no | cvr | cvr nummer | virksomheds no | firma no | deres cvr no | kundens cvr no | kobers cvr no',
    phone: 'telefon | tlf | tlf no | mobil | mobil no | telefon no | tel | hovednummer',
    fax: 'fax | telefax',
    email: 'e mail | email | mail | mailadresse | e post',
    web: 'hjemmeside | web | www | website | internet',
    number: 'nummer',
    terminal: 'kasse | butik | terminal | kasse no | butik no',
    cashier: 'ekspedient | kassemedarbejder | betjent af | medarbejder',
    page: 'side',
    corrected_no:
      'vedrorende faktura | vedr faktura | krediterer faktura | kreditering af faktura | oprindelig faktura | kredit til faktura | vedrorende faktura no',
    bill_to:
      'faktureres til | faktura til | fakturaadresse | kunde | kober | modtager | faktureringsadresse | debitor | bestiller | kundeoplysninger | fakturamodtager | kundeadresse',
    ship_to: 'leveringsadresse | leveres til | levering til | varemodtager | leveringssted | sendes til',
    payee: 'betalingsmodtager | kontohaver | betales til | belobsmodtager',
    seller: 'saelger | leverandor | afsender | udsteder | fakturaudsteder | kreditor',
    attention: 'att | attn | kontaktperson | kontakt',
    name: 'navn | firma | firmanavn | virksomhedsnavn',
    address: 'adresse | post no | land | vej',
    bank: 'bank | pengeinstitut | bankoplysninger | betalingsoplysninger | bankforbindelse | betalingsinformation | bankinformation',
    invoice: 'faktura | regning | salgsfaktura | slutfaktura | samlefaktura | afregning | opkraevning',
    credit_note: 'kreditnota | kreditfaktura',
    debit_note: 'debitnota',
    proforma: 'proforma | proformafaktura | tilbud | forudbetalingsfaktura | proforma faktura',
    receipt: 'kvittering | kassebon | bon | kassekvittering',
    order: 'ordre | ordrebekraeftelse | indkobsordre | bestilling | rekvisition',
    delivery_note: 'folgeseddel | pakkeseddel | fragtbrev',
    quantity: 'antal | maengde | timer | leveret antal',
    unit_price: 'stk pris | pris | enhedspris | a pris | pris pr stk | pris pr enhed | stykpris | timepris | pr stk',
    line_amount: 'belob | i alt | ialt | linjetotal | pris i alt | total | linjebelob',
    code: 'vare no | varenummer | artikel no | varekode | produkt no | produktkode',
    description:
      'beskrivelse | tekst | produkt | ydelse | vare | specifikation | varebeskrivelse | betegnelse | varetekst',
    unit: 'enhed | enh',
    currency: 'valuta | valutakode',
    terms:
      'betalingsbetingelser | betalingsbetingelse | betaling betingelser | betalingsvilkar | kredittid | betalingsfrist dage',
    payment_method: 'betalingsmetode | betalingsmade | betalingsform | betaling | betalt med',
    thanks: 'tak for handlen | tak for din ordre | tak for besoget | tak fordi du handlede',
    place: 'leveringssted land',
  },
  columns: {
    position: 'linje | linjenr',
    code: 'varenr | vare nr | varenummer | varekode | artikelnr | produktnr | vare no | produktkode',
    description:
      'beskrivelse | tekst | produkt | ydelse | vare | specifikation | varebeskrivelse | betegnelse | varetekst | produkt ydelse | produktnavn | varenavn | navn',
    quantity: 'antal | maengde | timer | leveret | ant | antal timer',
    uom: 'enhed | enh',
    unit_price:
      'stk pris | pris | enhedspris | a pris | pris pr stk | pris pr enhed | stykpris | timepris | pr stk | pris stk | pris ekskl moms | enh pris | salgspris | pris dkk | stkpris',
    discount: 'rabat % | rab % | rabat i %',
    rate: 'moms | moms % | momssats | sats',
    tax: 'momsbelob | moms belob | moms kr | moms dkk | heraf moms',
    amount:
      'belob | i alt | ialt | pris i alt | linjetotal | linjebelob | subtotal | totalpris | belob ekskl moms | belob inkl moms | total ekskl moms | total inkl moms | i alt ekskl moms | i alt inkl moms | belob dkk | i alt dkk | samlet pris | total pris | nettobelob | total dkk | belob i dkk',
    base: 'momsgrundlag | momspligtigt belob | grundlag',
    date: 'dato | leveringsdato',
    other: 'vaegt | valuta',
  },
  net: 'ekskl | eksklusive | uden moms',
  gross: 'inklusive',
  describes: 'beskrivelse | varebeskrivelse | specifikation',
  summary:
    'i alt | ialt | subtotal | at betale | til betaling | nettobelob | moms | momsbelob | moms i alt | momsgrundlag | momspligtigt belob | momsfritaget belob | momsfri | afrunding | oreafrunding | ekskl moms | heraf moms | fakturatotal | samlet belob | belob til betaling | betalt | restbelob | total inkl moms | total ekskl moms | varebelob | delsum | mellemsum',
  carry: 'overfort | transporteres | overfores | overfort fra side | transport til naeste side',
  allowance: 'rabat | fradrag | kontantrabat',
  included: 'heraf | inklusive',
  units:
    'timer | dage | maned | maneder | mdr | pakke | pk | kasse | rulle | saet | ruller | kvm | lbm | styk | liter | dase | pose | palle',
  taxWords: 'salgsmoms',
  otherForms: 'aktieselskab | anpartsselskab | a.m.b.a',
  countries:
    'danmark | sverige | norge | finland | island | tyskland | estland | letland | litauen | polen | frankrig | italien | spanien | storbritannien | nederlandene | belgien | schweiz | østrig | færøerne | grønland',
  firstNames: 'jens søren mads rasmus mikkel henrik jørgen niels kirsten mette hanne lone birthe pernille',
  seller: 'sælger | sælgers | leverandør | leverandørens',
  buyer: 'køber | købers | kunde | kundens | deres',
  organizations:
    '*kommune | *forening | *foreningen | fonden | *forbund | *forbundet | *universitet | *sygehus | *hospitalet',
  days: 'dage',
  durations: 'uger|måneder|mdr',
  paying: 'betales|betalt|betaling|betalingsbetingelser|indbetales',
}
