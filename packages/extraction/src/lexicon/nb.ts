import type { Language } from './classes.ts'

/** Norwegian: Bokmål, and the forms of Nynorsk that differ from it. */
export const nb: Language = {
  stopWords:
    'og ikke etter vennligst dager uten dere noen mellom vaere skal gjelder ifolge innen ikkje eit dykk dykkar dagar vennlegast',
  months:
    'januar jan|februar feb febr|mars mar|april apr|mai|juni jun|juli jul|august aug|september sep sept|oktober okt|november nov|desember des',
  labels: {
    total:
      'sum | totalt | total | totalsum | totalbelop | sum inkl mva | totalt inkl mva | total inkl mva | belop inkl mva | fakturabelop | fakturasum | sum totalt | sum inklusive mva | totalt inklusive mva | sum nok | totalt nok | total nok | brutto | bruttobelop | sum kr | ordresum | totalpris | slutsum | samlet belop | totalt kr | fakturatotal | belop inkl merverdiavgift | til saman',
    base: 'netto | nettobelop | sum eks mva | totalt eks mva | total eks mva | belop eks mva | eks mva | sum ekskl mva | totalt ekskl mva | ekskl mva | sum uten mva | delsum | grunnlag | mva grunnlag | grunnlag mva | avgiftsgrunnlag | avgiftspliktig belop | sum for mva | belop for mva | nettosum | sum netto | sum ekskl merverdiavgift | varesum | ordresum eks mva | sum utan mva | netto sum | belop ekskl mva | total ekskl mva | avgiftspliktig | sum eksklusive mva',
    tax: 'mva | mva belop | merverdiavgift | herav mva | mva totalt | sum mva | total mva | mva sum | mva nok | mva kr | av dette mva | belop mva | meirverdiavgift',
    due: 'a betale | belop a betale | sum a betale | totalt a betale | til betaling | gjenstaende belop | restbelop | utestaende belop | utestaende | skyldig belop | a betale nok | total a betale | gjenstar a betale | a betale totalt | til gode | belop til betaling | att a betale | sum til betaling | gjenstaende a betale | rest a betale | utestaande belop',
    paid: 'betalt | allerede betalt | innbetalt | betalt belop | innbetalinger | a konto | akonto | forskudd | forskuddsbetalt | forhandsbetalt | tidligere fakturert | betalt tidligere | innbetalt belop | forskot | innbetalingar | tidligere betalt | allereie betalt | tidlegare betalt | tidlegare fakturert | forskotsbetalt',
    cash: 'kontant | kontanter | mottatt',
    card: 'kort | bankkort | kortbetaling | bankaxept | kredittkort',
    change: 'tilbake | veksel | vekslepenger',
    rounding: 'avrunding | oreavrunding | ore avrunding | oresavrunding',
    discount: 'rabatt | kontantrabatt | fradrag | sum rabatt | rabattbelop | avslag',
    charge:
      'frakt | fraktkostnad | gebyr | fakturagebyr | porto | leveringsgebyr | ekspedisjonsgebyr | fakturagebyr eks mva | forsendelse | emballasje',
    deposit: 'pant | depositum',
    balance: 'saldo | inngaende saldo | forrige saldo | utgaende saldo | tidligere saldo',
    rate: 'mva sats | mva % | avgiftssats | sats',
    points: 'bonuspoeng | poeng',
    saved: 'du har spart | du sparer',
    count: 'antall varer | antall linjer | talet pa varer',
    vat_word: 'mva spesifikasjon | spesifikasjon av mva | mva kode | mva oppstilling | avgiftskode',
    words_total: 'belop i ord | belop med bokstaver',
    date: 'dato',
    invoice_date:
      'fakturadato | faktura dato | fakt dato | utstedt | utstedelsesdato | bilagsdato | dokumentdato | dato for faktura | kjopsdato | kreditnotadato | utferda | utferdingsdato',
    due_date:
      'forfallsdato | forfall | forfaller | forfallsdag | betales innen | betalingsfrist | betalingsdato | forfall dato | betal innen | siste betalingsdag | siste frist for betaling | betales senest | forfaller til betaling | trekkes fra konto | betaling innen | forfell | betalast innan | betal seinast | betal innan',
    delivery_date:
      'leveringsdato | levert | leverings dato | levert dato | utleveringsdato | dato for levering | leveransedato | levert den | utforelsesdato | lev dato',
    order_date: 'ordredato | bestillingsdato | ordre dato | tilbudsdato | tinga dato | avtaledato',
    print_date: 'utskriftsdato | utskrevet | gyldig til',
    period:
      'periode | faktureringsperiode | fakturaperiode | avregningsperiode | gjelder perioden | for perioden | leieperiode | gjeld perioden',
    time: 'klokken | klokka',
    invoice_no:
      'faktura no | fakturanummer | faktura | fakt no | bilags no | dokument no | kreditnota no | kvittering no | kvitterings no | faktura id | purring no | purre no | regnings no | rekning no | bong no | bongnummer | samlefaktura no | salgsfaktura no | proformafaktura no',
    order_no:
      'ordre no | ordrenummer | bestillings no | bestilling | deres ordre no | deres ordre | deres bestilling | innkjopsordre | innkjopsordre no | kundens ordre no | rekvisisjon | rekvisisjons no | po no | bestillingsnummer | ordre | deres bestillings no | innkjops no | tinging | tingings no | dykkar ordre no | kundeordre no | kundens bestillings no | dykkar tinging',
    seller_order_no:
      'var ordre | vart ordre no | var ordre no | salgsordre | salgsordre no | ordrebekreftelse no | salsordre no',
    customer_no: 'kunde no | kundenummer | kunde id | deres kunde no | debitor no | medlems no | kundekode',
    delivery_no:
      'pakkseddel | pakkseddel no | folgeseddel | folgeseddel no | leverings no | fraktbrev | fraktbrev no | sendings no | leveranse no | pakksedler',
    reference:
      'referanse | ref | referanse no | deres ref | deres referanse | kundereferanse | prosjekt | prosjekt no | kid | kid no | melding | betalingsreferanse | vedrorende | tilbud | tilbud no | tilbuds no | merknad | merket | dykkar ref | dykkar referanse | bestillers ref | merking | prosjektnavn | sak | saks no | kundens referanse | gjelder | kommentar | buyer ref',
    our_ref: 'var ref | var referanse | saksbehandler | var kontakt | sakshandsamar',
    contract_no:
      'avtale no | kontrakt no | kontrakt | avtale | abonnement | abonnements no | forsikrings no | polise no | avtalenummer',
    transaction_no: 'transaksjon | transaksjons no | autorisasjon',
    account_no:
      'konto no | kontonummer | konto | bankkonto | bankkonto no | til konto | bankgiro | innbetalingskonto | betales til konto | bankkontonummer',
    bank_code: 'clearingkode | bankkode',
    iban: 'iban | iban no',
    bic: 'bic | swift | swift kode | bic kode | swift bic | bic swift | swift adresse | swiftkode',
    vat_id:
      'mva no | mva registrerings no | mva reg no | vat no | vat id | foretaksregisteret mva | org no mva | organisasjons no mva | vat reg no | deres mva no | avgifts no | kundens mva no | kjopers mva no',
    tax_no: 'fodsels no | person no | skatte no',
    company_no:
      'org no | organisasjons no | organisasjonsnummer | foretaks no | foretaksregisteret | bedrifts no | organisasjons nummer | firma no | deres org no | kundens org no | kjopers org no',
    phone: 'telefon | tlf | tlf no | mobil | mobil no | telefon no | tel | sentralbord',
    fax: 'faks | fax | telefaks',
    email: 'e post | epost | e postadresse | e mail | mail',
    web: 'hjemmeside | nettside | nettsted | web | www | internett | heimeside',
    number: 'nummer',
    terminal: 'kasse | butikk | terminal | kasse no',
    cashier: 'kasserer | betjent av | ekspeditor | medarbeider | kasserar',
    page: 'side',
    corrected_no:
      'gjelder faktura | gjelder faktura no | krediterer faktura | kreditering av faktura | opprinnelig faktura | kredit av faktura | gjeld faktura',
    bill_to:
      'faktureres til | faktura til | fakturaadresse | kunde | kjoper | mottaker | faktureringsadresse | bestiller | fakturamottaker | kundeinformasjon | betaler | kundeadresse | kjopar | mottakar | tingar | fakturerast til | fakturamottakar',
    ship_to:
      'leveringsadresse | leveres til | levering til | varemottaker | leveringssted | leverast til | leveringsstad | varemottakar',
    payee: 'betalingsmottaker | kontoeier | betales til | kontohaver | betalingsmottakar | kontoeigar | betalast til',
    seller: 'selger | leverandor | avsender | utsteder | fakturautsteder | seljar | avsendar | utferdar',
    attention: 'att | attn | kontaktperson | kontakt',
    name: 'navn | firma | firmanavn | foretak | namn',
    address: 'adresse | poststed | post no | land | sted | besoksadresse | postadresse',
    bank: 'bank | bankopplysninger | betalingsinformasjon | bankforbindelse | betalingsopplysninger | bankdetaljer | betalingsopplysningar',
    invoice: 'faktura | regning | salgsfaktura | samlefaktura | sluttfaktura | rekning | salsfaktura | honorarfaktura',
    credit_note: 'kreditnota | kreditfaktura | kreditt nota',
    debit_note: 'debetnota | debitnota',
    proforma: 'proforma | proformafaktura | tilbud | forskuddsfaktura | forskotsfaktura | proforma faktura',
    receipt: 'kvittering | kassakvittering | salgskvittering | bong | kontantnota | salskvittering',
    order: 'ordre | ordrebekreftelse | innkjopsordre | bestilling | ordrestadfesting | tinging | rekvisisjon',
    delivery_note: 'pakkseddel | folgeseddel | fraktbrev | folgjesetel | pakksetel',
    quantity: 'antall | mengde | timer | levert | antal | timar | mengd',
    unit_price:
      'pris | enhetspris | stykkpris | a pris | pris pr stk | pris pr enhet | pris per stk | timepris | enhetspris eks mva | einingspris | stk pris',
    line_amount: 'belop | sum | linjesum | totalt | nettobelop | linjebelop',
    code: 'vare no | varenummer | artikkel no | produkt no | varekode | produktkode | art no | artikkel',
    description:
      'beskrivelse | tekst | produkt | tjeneste | vare | spesifikasjon | varebeskrivelse | betegnelse | varetekst | omtale | skildring | teneste',
    unit: 'enhet | enh | eining',
    currency: 'valuta | valutakode',
    terms:
      'betalingsbetingelser | betalingsbetingelse | betalingsvilkar | bet betingelser | betalingsbet | kredittid | bet vilkar',
    payment_method: 'betalingsmate | betalingsmetode | betalingsform | betaling | betalt med | betalingsmiddel',
    thanks: 'takk for handelen | takk for besoket | velkommen tilbake | takk for din bestilling',
    place: 'leveringssted land',
  },
  columns: {
    position: 'linje | linjenr',
    code: 'varenr | vare nr | varenummer | varekode | artikkelnr | produktnr | art nr | produktkode | artikkel | prodnr',
    description:
      'beskrivelse | tekst | produkt | tjeneste | vare | spesifikasjon | varebeskrivelse | betegnelse | varetekst | produkt tjeneste | varenavn | omtale | skildring | teneste | vare tjeneste | navn | varenamn',
    quantity: 'antall | mengde | timer | levert | ant | antal | timar | mengd | antall timer | tal | tal timar',
    uom: 'enhet | enh | eining',
    unit_price:
      'pris | enhetspris | stykkpris | a pris | pris pr stk | pris pr enhet | pris per stk | pris stk | timepris | pris eks mva | enh pris | enhetspris eks mva | einingspris | pris nok | pris kr | stk pris | pris enhet',
    discount: 'rabatt % | rab % | rab | avslag',
    rate: 'mva | mva % | mva sats | mva kode',
    tax: 'mva belop | mva kr | mva nok | belop mva | herav mva',
    amount:
      'belop | sum | linjesum | totalt | linjebelop | nettobelop | sum eks mva | sum inkl mva | belop eks mva | belop inkl mva | totalt eks mva | totalt inkl mva | total eks mva | total inkl mva | belop nok | sum nok | belop kr | sum kr | totalpris | netto belop | belop ekskl mva | sum ekskl mva | netto sum',
    base: 'grunnlag | mva grunnlag | avgiftsgrunnlag | avgiftspliktig belop | grunnlag mva',
    date: 'dato | leveringsdato',
    other: 'vekt | valuta',
  },
  net: 'eks | ekskl | eksklusive | uten mva | utan mva',
  gross: 'inklusive | inkl mva',
  describes: 'beskrivelse | varebeskrivelse | spesifikasjon',
  summary:
    'totalt | delsum | sum | a betale | til betaling | nettobelop | mva | mva belop | merverdiavgift | mva grunnlag | avgiftspliktig | avgiftsfritt | avgiftsfri | avrunding | oreavrunding | eks mva | herav mva | fakturabelop | belop a betale | sum a betale | betalt | restbelop | nettosum | totalsum | utestaende',
  carry: 'overfort | overfores | overfort fra side | transport til neste side | overforast',
  allowance: 'fradrag | kontantrabatt | avslag',
  included: 'herav | inklusive',
  units:
    'timer | timar | dager | dagar | mnd | maned | maneder | pakke | pk | eske | rull | sett | kvm | lopemeter | liter | pose | pall | bunt | styk | stykk',
  taxWords: 'merverdiavgift | meirverdiavgift',
  otherForms: 'aksjeselskap | allmennaksjeselskap',
  countries:
    'norge | noreg | sverige | danmark | finland | island | tyskland | estland | latvia | litauen | polen | frankrike | italia | spania | storbritannia | nederland | belgia | sveits | østerrike',
  firstNames: 'ole odd kjell arne knut geir trond tor svein håkon øyvind inger solveig randi turid ragnhild kari',
  seller: 'selger | selgers | leverandør | leverandørens | seljar',
  buyer: 'kjøper | kjøpers | kjøpar | kundens | deres | dykkar',
  organizations:
    '*kommune | *forening | *foreningen | *stiftelse | *stiftelsen | *forbund | *forbundet | *universitet | universitetet | *høgskole | *sykehus | *sykehuset | borettslaget | *idrettslag',
  days: 'dager|dagar',
  durations: 'uker|måneder|mnd',
  paying: 'betales|betalast|betaling|betalingsbetingelser|betal',
}
