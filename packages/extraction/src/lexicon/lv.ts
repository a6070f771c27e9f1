import type { Language } from './classes.ts'

export const lv: Language = {
  stopWords:
    'uz lidz tiek saskana musu jusu pie pirms tika nav ludzam dienu laika sanemsanas vai saskanots pec bez derigs paraksta',
  months:
    'janvāris janvārī janvāra janv|februāris februārī februāra febr|marts martā marta|aprīlis aprīlī aprīļa apr|maijs maijā maija|jūnijs jūnijā jūnija jūn|jūlijs jūlijā jūlija jūl|augusts augustā augusta aug|septembris septembrī septembra sept|oktobris oktobrī oktobra okt|novembris novembrī novembra nov|decembris decembrī decembra dec',
  labels: {
    total:
      'kopa | kopsumma | pavisam | pavisam kopa | summa kopa | kopa summa | kopeja summa | rekina summa | rekina kopsumma | gala summa | kopa eur | pavisam eur | kopa ar pvn | summa ar pvn | kopsumma ar pvn | kopeja summa ar pvn | kopa ar pvn eur | pavisam ar pvn | kopa summa ar pvn | summa ar pvn eur | bruto | kopa rekins',
    base: 'summa bez pvn | kopa bez pvn | bez pvn | starpsumma | neto | neto summa | kopa neto | kopsumma bez pvn | kopeja summa bez pvn | apliekama summa | ar pvn apliekama summa | pvn apliekama summa | apliekama vertiba | ar pvn apliekama vertiba | pvn baze | vertiba bez pvn | kopa summa bez pvn | summa bez nodokla | summa bez pvn eur | darijuma summa bez pvn',
    tax: 'pvn | pvn summa | pvn kopa | kopa pvn | summa pvn | pvn eur | pvn 21 % | pvn 12 % | pvn 5 % | 21 % pvn | pievienotas vertibas nodoklis | tai skaita pvn | t sk pvn | nodokla summa | pievienotas vertibas nodokla summa | nodoklis | pvn likme 21 %',
    due: 'apmaksai | kopa apmaksai | summa apmaksai | apmaksai kopa | apmaksai eur | samaksai | kopa samaksai | summa samaksai | pavisam apmaksai | pavisam samaksai | kopsumma apmaksai | kopeja summa apmaksai | apmaksajama summa | maksajama summa | kopa jamaksa | jamaksa | jaapmaksa | neapmaksata summa | atlikums apmaksai | atlikusi summa | parads | kopa apmaksai eur',
    paid: 'apmaksats | samaksats | jau apmaksats | apmaksata summa | samaksata summa | avanss | sanemtais avanss | avansa maksajums | prieksapmaksa | sanemta apmaksa | sanemtie maksajumi',
    cash: 'skaidra nauda | skaidra nauda eur',
    card: 'karte | maksajumu karte | bankas karte | norekinu karte | kreditkarte',
    change: 'izdots atlikums | atlikums izdots',
    rounding: 'noapalosana | noapalots',
    discount: 'atlaide | atlaides | kopeja atlaide | atlaides summa | atlaide kopa',
    charge: 'piegades maksa | piegades izmaksas | transporta izmaksas | apkalposanas maksa | transporta pakalpojumi',
    deposit: 'drosibas nauda | depozits',
    balance: 'saldo | sakuma saldo | beigu saldo | ieprieksejais atlikums',
    rate: 'pvn likme | likme | pvn % | nodokla likme | pvn likme %',
    points: 'punkti',
    saved: 'jus ietaupijat | ietaupijums',
    count: 'precu skaits',
    vat_word: 'pvn sadalijums | pvn kopsavilkums',
    words_total: 'summa vardiem | kopa vardiem | summa apmaksai vardiem | vardiem',
    date: 'datums',
    invoice_date:
      'rekina datums | izrakstisanas datums | rekina izrakstisanas datums | izrakstits | rekins izrakstits | dokumenta datums | izdosanas datums | sagatavosanas datums | pavadzimes datums | noformesanas datums | rekina datums un vieta',
    due_date:
      'apmaksas termins | samaksas termins | maksajuma termins | rekina apmaksas termins | apmaksat lidz | samaksat lidz | apmaksa lidz | termins | apmaksas datums | samaksas datums | jaapmaksa lidz | rekinu apmaksat lidz | apmaksas termins lidz | jasamaksa lidz',
    delivery_date:
      'piegades datums | precu piegades datums | preces piegades datums | pakalpojuma sniegsanas datums | pakalpojumu sniegsanas datums | izsniegsanas datums | darijuma datums | preces izsniegsanas datums | piegades diena',
    order_date: 'pasutijuma datums',
    print_date: 'izdrukats | izdrukas datums | deriga lidz | derigs lidz',
    period: 'periods | norekinu periods | par periodu | rekina periods | pakalpojuma periods | apmaksas periods',
    time: 'laiks | plkst',
    invoice_no:
      'rekins no | rekina no | rekins | rekins pavadzime | rekins pavadzime no | pavadzime rekins no | dokumenta no | kreditrekins no | kreditrekina no | avansa rekins no | avansa rekina no | prieksapmaksas rekins no | ceka no | kvits no | atgadinajums no | rekina serija un no',
    order_no:
      'pasutijums | pasutijuma no | pasutijums no | jusu pasutijums | jusu pasutijuma no | klienta pasutijums | klienta pasutijuma no | pirkuma pasutijums | pirkuma pasutijuma no | pirceja pasutijuma no',
    seller_order_no: 'musu pasutijums | musu pasutijuma no | pardosanas pasutijums | pardosanas pasutijuma no',
    customer_no: 'klienta no | klienta kods | klients no | klienta id | abonenta no | klienta konts',
    delivery_no:
      'pavadzime | pavadzimes no | pavadzime no | precu pavadzime | precu pavadzimes no | precu pavadzime no | sutijuma no | transporta pavadzime no',
    reference:
      'atsauce | atsauces no | jusu atsauce | maksajuma merkis | maksajuma atsauce | maksajuma references no | piezimes | piezime | projekts | projekta no | objekts | piedavajums no | piedavajuma no | pamatojums | komentars | papildu informacija | pamatojoties uz | pirceja atsauce | klienta atsauce | projekta nosaukums',
    our_ref: 'musu atsauce | sagatavoja | izrakstija | rekinu sagatavoja | rekinu izrakstija',
    contract_no: 'ligums | liguma no | ligums no | polises no | polise no',
    transaction_no: 'darijuma no | transakcijas no | autorizacijas kods',
    account_no: 'konts | konta no | bankas konts | bankas konta no | norekinu konts | norekinu konta no | konts no',
    iban: 'iban | konts iban | iban konts | konta no iban | iban no',
    bic: 'bic | swift | swift kods | bic kods | bankas kods | swift bic | bic swift | kods swift',
    vat_id:
      'pvn no | pvn reg no | pvn registracijas no | pvn maksataja no | pvn maksataja reg no | pvn maksataja kods | pvn kods | pvn identifikacijas no | pvn maksataja registracijas no | vat no | vat reg no | pirceja pvn no | klienta pvn no | pirceja pvn reg no | klienta pvn reg no | jusu pvn no',
    tax_no: 'personas kods | nodoklu maksataja kods | nodoklu maksataja no | nodoklu maksataja registracijas no',
    company_no:
      'reg no | registracijas no | vienotais registracijas no | vienotais reg no | uznemuma reg no | uznemuma registracijas no | registracijas kods | pirceja reg no',
    phone: 'talrunis | talr | tel | telefons | mob | talruna no | mobilais',
    fax: 'fakss | fax',
    email: 'e pasts | epasts | e mail | email | e pasta adrese',
    web: 'majaslapa | majas lapa | timekla vietne | www | interneta vietne',
    number: 'numurs',
    terminal: 'kase | veikals | terminals | kases no',
    cashier: 'kasieris | apkalpoja | kasiere',
    page: 'lapa | lpp',
    corrected_no: 'kreditetais rekins | sakotnejais rekins | labojamais rekins | kredits rekinam | pie rekina no',
    bill_to:
      'pircejs | maksatajs | klients | sanemejs | pasutitajs | rekina sanemejs | pakalpojuma sanemejs | pakalpojumu sanemejs | pirceja rekviziti | norekinu adrese | klienta dati | pirceja nosaukums',
    ship_to: 'piegades adrese | precu sanemejs | preces sanemejs | piegades vieta | izkrausanas vieta',
    payee: 'maksajuma sanemejs | sanemeja nosaukums | konta ipasnieks',
    seller:
      'pardevejs | piegadatajs | pakalpojuma sniedzejs | pakalpojumu sniedzejs | nosutitajs | precu nosutitajs | izpilditajs | rekina izrakstitajs | rekina izsniedzejs | pardeveja rekviziti | izsniedzejs | preces nosutitajs',
    attention: 'kontaktpersona',
    name: 'nosaukums | uznemums | uznemuma nosaukums | vards uzvards',
    address: 'adrese | juridiska adrese | faktiska adrese | pasta indekss | pilseta | valsts',
    bank: 'banka | bankas rekviziti | bankas nosaukums | maksajuma rekviziti | bankas dati | norekinu rekviziti | sanemeja banka',
    invoice: 'rekins | rekins pavadzime | pavadzime rekins | pakalpojumu rekins',
    tax_invoice: 'nodokla rekins | pvn rekins',
    credit_note: 'kreditrekins | kredita rekins | kreditpavadzime',
    debit_note: 'debeta rekins | debetrekins',
    proforma: 'avansa rekins | prieksapmaksas rekins | proforma | proforma rekins | piedavajums',
    receipt: 'ceks | kvits | kases ceks | pirkuma ceks | maksajuma kvits',
    order: 'pasutijums | pasutijuma apstiprinajums | pirkuma pasutijums',
    delivery_note: 'pavadzime | precu pavadzime | transporta pavadzime',
    quantity: 'daudzums | skaits | daudz | stundas',
    unit_price: 'cena | vienibas cena | cena par vienibu | cena bez pvn | vien cena | cena eur',
    line_amount: 'summa | kopa | summa eur | vertiba',
    code: 'kods | artikuls | preces kods | artikula no | produkta kods',
    description:
      'nosaukums | apraksts | preces nosaukums | pakalpojums | prece | pakalpojuma nosaukums | preces apraksts | saturs',
    unit: 'mervieniba | merv | vieniba',
    currency: 'valuta',
    terms:
      'apmaksas noteikumi | apmaksas kartiba | samaksas kartiba | samaksas noteikumi | maksajuma nosacijumi | apmaksas nosacijumi',
    payment_method: 'apmaksas veids | samaksas veids | maksajuma veids | norekinu veids | apmaksa',
    thanks: 'paldies | paldies par pirkumu | paldies par sadarbibu',
    place: 'izrakstisanas vieta | darijuma vieta',
  },
  columns: {
    position: 'nr p k | npk | n p k',
    code: 'kods | artikuls | preces kods | artikula nr | produkta kods | svitrkods',
    description:
      'nosaukums | apraksts | preces nosaukums | pakalpojums | prece | pakalpojuma nosaukums | preces apraksts | saturs | preces pakalpojuma nosaukums | precu nosaukums | prece pakalpojums | preces un pakalpojumi | darijuma apraksts | preces pakalpojumi',
    quantity: 'daudzums | skaits | daudz | stundas',
    uom: 'mervieniba | merv | vieniba | mer vien | merv',
    unit_price:
      'cena | vienibas cena | cena par vienibu | cena bez pvn | vien cena | cena eur | cena par vien | vienibas cena eur | cena bez pvn eur | cena ar pvn',
    discount: 'atlaide | atlaide % | atl %',
    rate: 'pvn | pvn % | pvn likme | likme | pvn likme %',
    tax: 'pvn summa | pvn eur | summa pvn | nodoklis',
    amount:
      'summa | kopa | summa eur | summa bez pvn | summa ar pvn | kopa bez pvn | kopa ar pvn | vertiba | kopa eur | summa bez pvn eur | summa kopa | kopeja summa | vertiba bez pvn | summa ar pvn eur',
    base: 'apliekama summa | apliekama vertiba | bez pvn | pvn baze',
    date: 'datums | piegades datums',
    other: 'svars | valuta',
  },
  net: 'bez pvn',
  gross: 'ar pvn',
  describes: 'nosaukums | apraksts | preces nosaukums',
  summary:
    'kopa | kopsumma | pavisam | starpsumma | summa bez pvn | kopa bez pvn | summa ar pvn | kopa ar pvn | pvn | pvn summa | pvn kopa | kopa pvn | noapalosana | apmaksai | kopa apmaksai | summa apmaksai | samaksai | kopa samaksai | apmaksats | avanss | kopeja summa | tai skaita pvn | rekina summa | summa kopa | pavisam kopa | apliekama summa',
  carry: 'parnests | parnesums | parnests no lapas',
  allowance: 'atlaide',
  included: 'tai skaita | t sk',
  units:
    'gab | st | stunda | stundas | diena | dienas | menesis | men | iepak | iep | kaste | rullis | komplekts | kompl | litri | pak | reize | lapa | tm | gb',
  taxWords: 'pvn',
  otherForms: 'sabiedrība ar ierobežotu atbildību | akciju sabiedrība',
  countries:
    'latvija | lietuva | igaunija | somija | zviedrija | norvēģija | dānija | vācija | polija | francija | itālija | spānija | nīderlande | beļģija | šveice | austrija',
  firstNames: 'jānis andris juris edgars mārtiņš aivars guntis raivis ilze inese līga kristīne dace zane baiba',
  seller: 'pārdevējs | pārdevēja | piegādātājs | piegādātāja',
  buyer: 'pircējs | pircēja | maksātājs | maksātāja | klienta',
  organizations: 'biedrība | nodibinājums | pašvaldība | slimnīca | universitāte | vidusskola',
  days: 'dienu|dienas',
  durations: 'nedēļas|mēneši',
  paying: 'apmaksāt|apmaksa|samaksāt',
}
