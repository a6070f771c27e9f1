import type { Language } from './classes.ts'

export const sv: Language = {
  stopWords: 'och att ar inom vid till fran samt denna inte detta oss enligt utan galler nar eller dagars varor tack',
  months:
    'januari jan|februari feb febr|mars mar|april apr|maj|juni jun|juli jul|augusti aug|september sep sept|oktober okt|november nov|december dec',
  labels: {
    total:
      'summa | totalt | total | totalsumma | totalbelopp | summa inkl moms | totalt inkl moms | total inkl moms | belopp inkl moms | summa inklusive moms | totalt inklusive moms | summa totalt | slutsumma | fakturabelopp | fakturasumma | totalt belopp | summa sek | totalt sek | summa kr | bruttobelopp | brutto | totalpris | ordersumma | totalt pris',
    base: 'netto | nettobelopp | summa exkl moms | totalt exkl moms | total exkl moms | belopp exkl moms | exkl moms | summa exklusive moms | totalt exklusive moms | exklusive moms | delsumma | momsunderlag | beskattningsunderlag | varuvarde | summa netto | belopp fore moms | summa fore moms | momspliktigt belopp | nettosumma | underlag | summa utan moms | moms underlag',
    tax: 'moms | momsbelopp | varav moms | summa moms | moms totalt | total moms | totalt moms | mervardesskatt | moms kr | moms sek | moms belopp',
    due: 'att betala | belopp att betala | summa att betala | totalt att betala | kvar att betala | att betala sek | att betala kr | att betala totalt | aterstaende belopp | utestaende belopp | resterande belopp | restbelopp | saldo att betala | att erhalla | tillgodo | belopp att betala sek',
    paid: 'betalt | inbetalt | redan betalt | betalt belopp | inbetalt belopp | tidigare betalt | erhallet forskott | forskott | avgar forskott | a conto | erhallen betalning | tidigare fakturerat | avgar a conto | handpenning',
    cash: 'kontant | kontanter | mottaget | erhallet',
    card: 'kort | kontokort | kortbetalning | bankkort | betalkort | mottaget kort',
    change: 'tillbaka | vaxel',
    rounding: 'oresavrundning | avrundning | oresutjamning | oresutj | ores avrundning',
    discount: 'rabatt | kassarabatt | avdrag | rabattbelopp | summa rabatt | rotavdrag | rutavdrag',
    charge:
      'frakt | fraktkostnad | fraktavgift | expeditionsavgift | faktureringsavgift | fakturaavgift | porto | leveransavgift | aviavgift | hanteringsavgift | frakt och emballage',
    deposit: 'pant | deposition',
    balance: 'saldo | ingaende saldo | utgaende saldo | tidigare saldo | foregaende saldo',
    rate: 'momssats | moms % | skattesats',
    points: 'poang | bonuspoang',
    saved: 'du har sparat | du sparar',
    count: 'antal artiklar | antal varor | antal rader',
    vat_word: 'momsspecifikation | momsredovisning | momskod',
    words_total: 'belopp i ord',
    date: 'datum',
    invoice_date:
      'fakturadatum | faktura datum | fakturans datum | fakt datum | utfardad | utfardandedatum | dokumentdatum | kvittodatum | kopdatum | datum for faktura',
    due_date:
      'forfallodatum | forfallodag | forfaller | forfaller till betalning | forf datum | betala senast | betalas senast | att betala senast | oss tillhanda | oss tillhanda senast | sista betalningsdag | sista betalningsdatum | betalningsdatum | betalningsdag | senast oss tillhanda | autogirodatum | dras fran kontot',
    delivery_date:
      'leveransdatum | leveransdag | utleveransdatum | datum for leverans | leveranstidpunkt | levererad | utford | leverans datum | lev datum',
    order_date: 'orderdatum | bestallningsdatum | order datum | offertdatum | avtalsdatum',
    print_date: 'utskriftsdatum | utskriven | giltig till',
    period:
      'period | faktureringsperiod | fakturaperiod | avser period | avser perioden | avtalsperiod | debiteringsperiod | fakturerad period',
    time: 'klockslag',
    invoice_no:
      'faktura no | fakturanummer | faktura | fakt no | dokument no | kvitto no | verifikations no | kreditfaktura no | kreditnota no | faktura id | paminnelse no | samlingsfaktura no | delfaktura no | slutfaktura no | fakturans no | proformafaktura no',
    order_no:
      'order no | ordernummer | bestallnings no | bestallning no | ert order no | er order no | er order | er bestallning | ert bestallnings no | inkopsorder | inkopsorder no | kundens order no | kundorder | kundorder no | rekvisition | rekvisitions no | bestallning | order | kundens bestallnings no | inkops no',
    seller_order_no:
      'var order | vart order no | var order no | forsaljningsorder | forsaljningsorder no | orderbekraftelse no',
    customer_no: 'kund no | kundnummer | kund id | ert kund no | kundkod | medlems no',
    delivery_no:
      'foljesedel | foljesedels no | foljesedel no | leverans no | fraktsedel | fraktsedels no | sandnings no | packsedel no',
    reference:
      'er referens | er ref | ert referens no | referens | referens no | ref | ocr | ocr no | ocr referens | meddelande | betalningsreferens | markning | er markning | godsmarke | godsmarkning | projekt | projekt no | arende no | offert | offert no | anmarkning | kostnadsstalle | kundreferens | bestallarreferens | kundens referens | vid betalning ange | projektnamn | ange vid betalning',
    our_ref: 'var referens | var ref | handlaggare',
    contract_no: 'avtal | avtals no | kontrakt | kontrakts no | abonnemang | abonnemangs no | forsakrings no',
    transaction_no: 'transaktion | transaktions no | kontroll no',
    account_no:
      'bankgiro | bankgiro no | bg no | plusgiro | plusgiro no | pg no | postgiro | bankkonto | bankkonto no | konto no | kontonummer | konto | till konto',
    bank_code: 'clearing no | clearingnummer | clearing',
    iban: 'iban | iban no',
    bic: 'bic | swift | bic swift | swift bic | bic kod | swiftkod | swift adress | swift kod | swiftadress',
    vat_id:
      'momsreg no | moms no | momsnummer | moms reg no | momsregistrerings no | moms registrerings no | vat no | vat id | vat reg no | moms id | momsreg | ert vat no | kundens vat no | ert momsreg no | mervardesskatte no | momsregistreringsnummer vat no | kundens momsreg no | koparens vat no | er vat no | koparens momsreg no',
    tax_no: 'person no | personnummer | person org no | org person no',
    company_no:
      'org no | organisations no | organisationsnummer | foretags no | bolags no | organisations no moms | kundens org no | ert org no',
    phone: 'telefon | tel | tfn | telefon no | mobil | mobiltelefon | mobil no | tel no',
    fax: 'fax | telefax',
    email: 'e post | epost | e postadress | mejl | e mail | mail',
    web: 'hemsida | webb | webbplats | webbsida | internet',
    number: 'nummer',
    terminal: 'kassa | butik | terminal | kassa no | butik no',
    cashier: 'kassor | expedit | betjanad av | kassorska',
    page: 'sida | sid | sidan',
    corrected_no:
      'avser faktura | avser faktura no | krediterar faktura | krediterar faktura no | ursprunglig faktura | kredit av faktura | kreditering av faktura | ursprungsfaktura',
    bill_to:
      'fakturaadress | faktureringsadress | faktureras till | faktura till | kund | kopare | fakturamottagare | mottagare | bestallare | kunduppgifter | betalare | kundadress | fakturaadress kund',
    ship_to: 'leveransadress | levereras till | leverans till | godsmottagare | leveransplats | arbetsplats',
    payee: 'betalningsmottagare | kontoinnehavare | betalas till | mottagare av betalning',
    seller:
      'saljare | leverantor | avsandare | utfardare | fakturautstallare | saljande foretag | leverantorsuppgifter',
    attention: 'attn | kontaktperson | kontakt | er kontaktperson',
    name: 'namn | foretagsnamn | foretag',
    address: 'adress | gatuadress | postadress | ort | land | besoksadress | post no',
    bank: 'bank | bankuppgifter | betalningsuppgifter | betalningsinformation | bankforbindelse | betalningsinstruktioner',
    invoice:
      'faktura | rakning | samlingsfaktura | slutfaktura | delfaktura | hyresavi | kundfaktura | forsaljningsfaktura',
    credit_note: 'kreditfaktura | kreditnota | kreditering',
    debit_note: 'debetnota | debetfaktura',
    proforma: 'proforma | proformafaktura | forskottsfaktura | offert',
    receipt: 'kvitto | kassakvitto | kontantnota | kontantfaktura',
    order: 'order | bestallning | inkopsorder | orderbekraftelse | ordererkannande',
    delivery_note: 'foljesedel | packsedel | fraktsedel',
    quantity: 'antal | kvantitet | mangd | timmar | levererat',
    unit_price: 'a pris | apris | pris | styckpris | enhetspris | pris per enhet | pris st | timpris',
    line_amount: 'belopp | summa | radsumma | radbelopp | totalt | nettobelopp',
    code: 'artikel | artikel no | art no | artikelnummer | artikelkod | produktkod | produkt no',
    description:
      'beskrivning | benamning | produkt | text | specifikation | tjanst | artikelbenamning | produktbeskrivning | vara | avser',
    unit: 'enhet | enh',
    currency: 'valuta | valutakod',
    terms: 'betalningsvillkor | betalvillkor | bet villkor | betalningsvillkor dagar | villkor | betaltid',
    payment_method: 'betalningssatt | betalsatt | betalningsmetod | betalning | betalningsform',
    thanks: 'tack for ditt kop | tack for besoket | valkommen ater',
    place: 'leveransort',
  },
  columns: {
    position: 'rad',
    code: 'artikelnr | art nr | artikelnummer | artikel | artnr | artikelkod | produktkod | produktnr',
    description:
      'beskrivning | benamning | produkt | specifikation | tjanst | vara | text | artikelbenamning | produktbeskrivning | produkt tjanst | varor tjanster | benamning specifikation | avser',
    quantity: 'antal | kvantitet | mangd | timmar | levererat | ant | lev ant | lev antal | best antal | tim',
    uom: 'enhet | enh',
    unit_price:
      'a pris | apris | pris | styckpris | enhetspris | pris st | pris enhet | pris per enhet | pris per st | timpris | a pris exkl moms | pris exkl moms | pris kr | a pris kr',
    discount: 'rabatt % | rab % | rab',
    rate: 'moms | moms % | momssats | moms sats | skattesats',
    tax: 'momsbelopp | moms kr | moms sek | moms belopp | varav moms',
    amount:
      'belopp | summa | totalt | radsumma | radbelopp | belopp exkl moms | belopp inkl moms | summa exkl moms | summa inkl moms | nettobelopp | bruttobelopp | belopp kr | summa kr | belopp sek | summa sek | totalt exkl moms | totalt inkl moms | totalpris | total exkl moms | total inkl moms',
    base: 'momsunderlag | underlag | beskattningsunderlag | belopp fore moms',
    date: 'leveransdatum | leveransdag',
    other: 'vikt | valuta',
  },
  net: 'exklusive | utan moms | fore moms',
  gross: 'inklusive',
  describes: 'beskrivning | benamning | specifikation',
  summary:
    'summa | totalt | delsumma | att betala | nettobelopp | nettosumma | varuvarde | moms | momsbelopp | momsunderlag | oresavrundning | avrundning | oresutjamning | exkl moms | summa exkl moms | varav moms | summa att betala | belopp att betala | fakturabelopp | totalsumma | slutsumma | betalt | mottaget',
  carry: 'att transportera | transporteras | overfort fran sida | att overfora',
  allowance: 'avdrag | kassarabatt | rotavdrag | rutavdrag',
  included: 'varav | inklusive',
  units:
    'tim | timme | timmar | dagar | manad | manader | forp | frp | lopm | kvm | rulle | lada | sats | liter | vecka | veckor | styck | burk | pase',
  taxWords: 'mervardesskatt',
  otherForms: 'aktiebolag | handelsbolag | kommanditbolag | ek. för | ekonomisk förening',
  countries:
    'sverige | norge | danmark | finland | island | tyskland | estland | lettland | litauen | polen | frankrike | italien | spanien | storbritannien | nederländerna | belgien | schweiz | österrike',
  firstNames:
    'anders lars erik karl per johan fredrik magnus mikael björn gustav oskar karin kristina birgitta annika ulla astrid linnea',
  seller: 'säljare | säljarens | leverantör | leverantörens',
  buyer: 'köpare | köparens | kund | kundens | ert',
  organizations:
    '*kommun | *förening | *föreningen | *stiftelse | *stiftelsen | *förbund | *förbundet | *universitet | *högskola | *högskolan | *sjukhus | *sjukhuset | samfällighet*',
  days: 'dagars?',
  durations: 'veckor|månader|mån',
  paying: 'betala|betalas|betalning|betalningsvillkor',
}
