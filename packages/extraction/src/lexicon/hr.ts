import type { Language } from './classes.ts'

export const hr: Language = {
  stopWords:
    'ili nije koji koja koje prema molimo robe ovaj ovo nakon biti svih ukoliko putem zahvaljujemo smo ste vam nisu moze',
  months:
    'siječanj siječnja sij|veljača veljače velj|ožujak ožujka ožu|travanj travnja tra|svibanj svibnja svi|lipanj lipnja lip|srpanj srpnja srp|kolovoz kolovoza kol|rujan rujna ruj|listopad listopada lis|studeni studenoga studenog stu|prosinac prosinca pro',
  labels: {
    total:
      'ukupno | sveukupno | ukupan iznos | ukupni iznos | ukupno s pdv om | ukupno eur | iznos računa | ukupno kn | ukupna vrijednost | sveukupan iznos | ukupno sa pdv om | ukupno s pdv | sveukupno s pdv om | iznos s pdv om | ukupan iznos računa | ukupno račun | ukupni iznos računa | ukupno uključujući pdv',
    base: 'osnovica | porezna osnovica | ukupno bez pdv a | iznos bez pdv a | osnovica za pdv | ukupno bez pdv | međuzbroj | neto iznos | vrijednost bez pdv a | osnovica pdv a | ukupna osnovica | neto ukupno | podzbroj | ukupno osnovica | osnovica za porez | cijena bez pdv a',
    tax: 'pdv | iznos pdv a | ukupno pdv | porez | iznos poreza | pdv iznos | porez na dodanu vrijednost | iznos pdv | ukupan pdv | ukupno porez | obračunani pdv | pdv ukupno',
    due: 'za platiti | iznos za plaćanje | za plaćanje | ukupno za platiti | za uplatu | ukupno za plaćanje | iznos za platiti | preostalo za platiti | ukupno za uplatu | iznos za uplatu | platiti | za platiti eur | ukupan iznos za plaćanje | preostali iznos | za naplatu | ukupno za naplatu | preostalo za uplatu | dugovanje',
    paid: 'plaćeno | uplaćeno | predujam | uplaćeni predujam | već plaćeno | avans | primljeni predujam | ukupno plaćeno | akontacija',
    cash: 'gotovina | primljeno',
    card: 'kartica | kreditna kartica | debitna kartica | bankovna kartica',
    change: 'povrat | vraćeno | za vratiti',
    rounding: 'zaokruživanje | zaokruženje | zaokruženo',
    discount: 'popust | rabat | ukupan popust | iznos popusta | popusti',
    charge: 'dostava | poštarina | prijevoz | troškovi dostave | trošak dostave | troškovi prijevoza',
    rate: 'stopa | stopa pdv a | pdv % | % pdv | porezna stopa | stopa poreza | stopa pdv',
    balance: 'prethodno stanje | stari dug | prethodni dug',
    date: 'datum',
    invoice_date:
      'datum računa | datum izdavanja | datum izdavanja računa | datum izrade | izdano | datum fakture | datum i vrijeme izdavanja | datum dokumenta | datum izrade računa | mjesto i datum izdavanja | datum i mjesto izdavanja | datum i vrijeme | datum i vrijeme računa',
    due_date:
      'datum dospijeća | dospijeće | rok plaćanja | dospijeva | datum plaćanja | rok za plaćanje | platiti do | valuta plaćanja | dospjeće | datum valute | dospijeće plaćanja | plaćanje do | dospijeće računa | datum dospjeća',
    delivery_date:
      'datum isporuke | datum obavljene usluge | datum usluge | isporučeno | datum isporuke dobara | datum dostave | datum otpreme | datum isporuke usluge | datum isporuke robe | datum izvršene usluge',
    order_date: 'datum narudžbe | datum narudžbenice',
    print_date: 'ispisano | datum ispisa',
    period: 'razdoblje | obračunsko razdoblje | razdoblje obračuna | za razdoblje',
    time: 'vrijeme | vrijeme izdavanja',
    invoice_no:
      'račun br | račun no | broj računa | račun | račun broj | br računa | broj dokumenta | oznaka računa | faktura br | broj fakture | dokument br | broj odobrenja | odobrenje br | predračun br | broj predračuna | ponuda br | broj ponude | r 1 račun br | račun r1 br | račun r1 no | račun otpremnica br | račun otpremnica no | storno račun br | redni broj računa | opomena br | predujam račun br',
    order_no:
      'narudžba | narudžba br | broj narudžbe | narudžbenica | narudžbenica br | broj narudžbenice | br narudžbe | vaša narudžba | prema narudžbi | po narudžbi | ref narudžbe | narudžba kupca',
    seller_order_no: 'naša narudžba | radni nalog | radni nalog br | broj radnog naloga | nalog br',
    customer_no:
      'broj kupca | šifra kupca | šifra partnera | broj korisnika | šifra korisnika | korisnički broj | id kupca | broj klijenta | šifra komitenta',
    delivery_no: 'otpremnica | otpremnica br | broj otpremnice | dostavnica br | br otpremnice | broj dostavnice',
    reference:
      'referenca | napomena | projekt | predmet | poziv na broj | poziv na br | opis plaćanja | model i poziv na broj | svrha uplate | napomene',
    our_ref: 'naš znak | naša referenca',
    contract_no: 'ugovor | ugovor br | broj ugovora | broj police | po ugovoru | prema ugovoru br',
    transaction_no: 'zki | jir | zaštitni kod',
    account_no:
      'žiro račun | broj žiro računa | broj bankovnog računa | poslovni račun | broj računa primatelja | transakcijski račun | tekući račun | žr',
    iban: 'iban | iban račun | iban broj',
    bic: 'bic | swift | bic swift | swift bic | swift kod',
    vat_id:
      'oib | pdv id | pdv id broj | pdv broj | osobni identifikacijski broj | oib kupca | porezni broj | pdv identifikacijski broj | oib prodavatelja | oib izdavatelja | vat id | pdv id kupca | id za pdv',
    company_no: 'mbs | matični broj | matični broj subjekta | mbo | mat broj | mb obrta',
    phone: 'telefon | tel | mobitel | mob | gsm',
    fax: 'faks | fax | telefaks',
    email: 'email | e mail | e pošta | elektronička pošta',
    web: 'web | www | web stranica',
    terminal: 'blagajna | poslovnica | poslovni prostor | naplatni uređaj | prodajno mjesto | trgovina',
    cashier:
      'blagajnik | operater | izdao | račun izdao | izradio | djelatnik | prodavač | oznaka operatera | fakturirao | račun izradio | konobar | odgovorna osoba',
    page: 'stranica | str',
    corrected_no: 'izvorni račun | originalni račun | po računu | veza račun | storno računa | odobrenje po računu',
    bill_to:
      'kupac | naručitelj | primatelj | primatelj računa | platitelj | podaci o kupcu | adresa za račun | korisnik | klijent | kupac naziv | podaci kupca | primatelj usluge',
    ship_to: 'adresa dostave | adresa isporuke | mjesto isporuke | mjesto dostave | dostaviti na | adresa za dostavu',
    payee: 'primatelj uplate | vlasnik računa | primatelj plaćanja',
    seller:
      'prodavatelj | izdavatelj | dobavljač | izdavatelj računa | isporučitelj | pružatelj usluge | podaci o prodavatelju | prodavač | izvođač | podaci o izdavatelju',
    attention: 'kontakt osoba | na ruke',
    name: 'naziv | ime | tvrtka | ime i prezime | naziv tvrtke',
    address: 'adresa | ulica | mjesto | poštanski broj | sjedište | država',
    bank: 'banka | podaci za plaćanje | naziv banke | podaci za uplatu | kod banke',
    invoice: 'račun | faktura | račun r1 | r1 račun | račun r 1 | račun za predujam | račun otpremnica | e račun',
    credit_note: 'odobrenje | storno račun | storno | knjižno odobrenje | obavijest o odobrenju',
    debit_note: 'terećenje | knjižno zaduženje',
    proforma: 'predračun | ponuda | proforma | proforma račun | ponuda predračun',
    receipt: 'potvrda | priznanica | blagajnički račun | maloprodajni račun | gotovinski račun',
    order: 'narudžba | narudžbenica | potvrda narudžbe',
    delivery_note: 'otpremnica | dostavnica',
    quantity: 'količina | kol | sati',
    unit_price: 'cijena | jedinična cijena | jed cijena | cijena bez pdv a | cijena po jedinici | cijena po jm',
    line_amount: 'iznos | vrijednost | ukupno',
    code: 'šifra | kod | šifra artikla | barkod',
    description:
      'opis | naziv artikla | artikl | usluga | naziv robe usluge | naziv usluge | naziv proizvoda | roba usluga | vrsta robe | stavka',
    unit: 'jm | j mj | jed mj | jedinica mjere | mjera | jedinica',
    currency: 'valuta',
    terms: 'uvjeti plaćanja',
    payment_method: 'način plaćanja | vrsta plaćanja | sredstvo plaćanja',
    thanks: 'hvala | hvala na povjerenju | hvala na kupnji | zahvaljujemo na povjerenju',
    place: 'mjesto izdavanja',
  },
  columns: {
    position: 'rb | r br | red br | redni broj | rbr',
    code: 'sifra | kod | sifra artikla | barkod | sifra proizvoda | kat broj',
    description:
      'opis | naziv | artikl | naziv artikla | usluga | naziv robe usluge | naziv usluge | naziv proizvoda | roba usluga | vrsta robe | stavka | opis usluge | naziv robe | proizvod | naziv robe usluga | opis stavke | vrsta robe usluge | naziv proizvoda usluge | naziv stavke | naziv artikla usluge',
    quantity: 'kolicina | kol | kom | sati | br sati',
    uom: 'jm | j mj | jed mj | jedinica mjere | mjera | jedinica | jed',
    unit_price:
      'cijena | jedinicna cijena | jed cijena | cijena bez pdv a | cijena po jedinici | cijena jm | cijena eur | cijena kn | jed cij | veleprodajna cijena | cijena po jm | prodajna cijena',
    discount: 'popust | rabat | pop % | rab % | popust % | rabat %',
    rate: 'pdv | pdv % | stopa | stopa pdv a | % pdv | stopa pdv',
    tax: 'iznos pdv a | pdv iznos | iznos poreza | iznos pdv',
    amount:
      'iznos | ukupno | vrijednost | iznos bez pdv a | iznos s pdv om | ukupno bez pdv a | ukupno s pdv om | ukupan iznos | iznos eur | vrijednost bez pdv a | iznos kn | ukupno eur | ukupna cijena | neto iznos | ukupno kn',
    base: 'osnovica | porezna osnovica',
  },
  describes: 'opis | naziv',
  net: 'bez pdv | neto',
  gross: 's pdv | bruto',
  summary:
    'ukupno | sveukupno | pdv | osnovica | porezna osnovica | za platiti | ukupan iznos | meduzbroj | predujam | placeno | gotovina | povrat | zaokruzivanje | iznos pdv | iznos za | ukupno pdv | ukupni iznos | za uplatu | porez',
  carry: 'prijenos | donos | prijenos na sljedecu',
  allowance: 'popust | rabat',
  included: 'od toga | u tome',
  units:
    'kom | komad | sati | dan | dana | mj | mjesec | god | usl | usluga | pak | paket | kut | par | set | kpl | kg | osoba',
  taxWords: 'pdv | porez',
  legalForms: 'd.o.o | doo | j.d.o.o | jdoo | d.d | j.t.d | k.d',
  otherForms:
    'društvo s ograničenom odgovornošću | dioničko društvo | obrt | ugostiteljski obrt | zadruga | udruga | ustanova',
  countries:
    'hrvatska | republika hrvatska | slovenija | srbija | bosna i hercegovina | crna gora | mađarska | austrija | njemačka | italija | francuska | španjolska | nizozemska | švicarska | češka | slovačka | poljska | velika britanija | ujedinjeno kraljevstvo | belgija | sjedinjene američke države | makedonija | sjeverna makedonija',
  firstNames:
    'ivan marko josip ante tomislav zoran mario željko stjepan nikola marijan damir goran luka petar krešimir hrvoje dario davor igor branko zvonimir ana marija ivana katarina vesna martina petra maja marina sanja lucija mirjana jasna snježana',
  seller: 'prodavatelj | prodavatelja | izdavatelj | izdavatelja | dobavljač | dobavljača | naša | naše',
  buyer: 'kupac | kupca | naručitelj | naručitelja | primatelj | primatelja | korisnika | vaša | vaše',
  streets: 'ulica|cesta|trg|avenija|šetalište|obala|naselje|prilaz|odvojak',
  attention: 'n/r|na ruke|kontakt osoba|odjel|računovodstvo',
  organizations:
    'grad | općina | sveučilište | bolnica | zaklada | škola | ministarstvo | fakultet | muzej | vrtić | županija',
  days: 'dana|dan',
  durations: 'tjedana|mjeseci|mjeseca|godina',
  paying: 'plaćanje|plaćanja|platiti|platite|uplatiti|uplatite|dospijeva',
}
