import type { Language } from './classes.ts'

export const pl: Language = {
  stopWords: 'w z na do oraz nie jest dla od przez sie i po za lub prosimy jako faktury',
  months:
    'styczeń stycznia sty|luty lutego lut|marzec marca mar|kwiecień kwietnia kwi|maj maja|czerwiec czerwca cze|lipiec lipca lip|sierpień sierpnia sie|wrzesień września wrz|październik października paź|listopad listopada lis|grudzień grudnia gru',
  labels: {
    total:
      'razem | suma | suma brutto | razem brutto | wartosc brutto | kwota brutto | ogolem | lacznie | brutto | razem do zaplaty | kwota ogolem | wartosc calkowita | suma pln | suma ogolem | ogolem brutto | total | kwota razem | naleznosc ogolem | wartosc brutto razem',
    base: 'netto | wartosc netto | razem netto | suma netto | kwota netto | ogolem netto | podstawa opodatkowania | suma wartosci netto | wartosc netto razem | sprzedaz opodatkowana | podstawa',
    tax: 'vat | kwota vat | podatek vat | podatek | wartosc vat | suma vat | razem vat | suma ptu | ptu | kwota ptu | kwota podatku | podatek ptu',
    due: 'do zaplaty | pozostalo do zaplaty | pozostaje do zaplaty | naleznosc | kwota do zaplaty | pozostalo | lacznie do zaplaty | kwota naleznosci ogolem | naleznosc do zaplaty | saldo do zaplaty | razem do zaplaty | pozostala kwota | do przelewu | kwota do przelewu | do uregulowania | do zapl | suma do zaplaty | ogolem do zaplaty | pozostalo do uregulowania | kwota nalezna | do uiszczenia | kwota pozostala do zaplaty | brakuje do zaplaty | naleznosc razem | zostaje do zaplaty',
    paid: 'zaplacono | wplacono | zaliczka | oplacono | wplata | kwota zaplacona | rozliczono | wplacona zaliczka | pomniejszono o zaliczke | zaplacona kwota',
    cash: 'gotowka | gotowka pln',
    card: 'karta | karta platnicza | karta kredytowa',
    change: 'reszta | reszta pln',
    rounding: 'zaokraglenie',
    discount: 'rabat | upust | opust',
    charge: 'dostawa | koszt dostawy | przesylka | koszty wysylki',
    rate: 'stawka | stawka vat | vat % | % vat',
    words_total: 'slownie | kwota slownie | do zaplaty slownie',
    date: 'data | dnia | z dnia',
    invoice_date:
      'data wystawienia | data faktury | wystawiono dnia | wystawiona dnia | data wystawienia faktury | data dokumentu | wystawiono | faktura z dnia | miejsce i data wystawienia | data i miejsce wystawienia',
    due_date:
      'termin platnosci | termin zaplaty | platne do | data platnosci | zaplata do | platnosc do | do dnia | termin platnosci do | do zaplaty do dnia | zaplacic do | nalezy zaplacic do | prosze zaplacic do | do zaplaty do',
    delivery_date:
      'data sprzedazy | data dostawy | data wykonania uslugi | data wykonania | data zakonczenia dostawy | data dokonania dostawy | data zakonczenia dostawy uslugi | sprzedaz dnia | data dostawy uslugi | data zakonczenia dostawy wykonania uslugi',
    order_date: 'data zamowienia',
    print_date: 'data wydruku | wydrukowano',
    period: 'okres | okres rozliczeniowy | od | za okres',
    time: 'godzina | godz',
    invoice_no:
      'faktura no | faktura vat no | no faktury | faktura | faktura vat | numer faktury | nr faktury | faktura numer | faktura vat numer | paragon no | rachunek no | no dokumentu | nr dokumentu | numer dokumentu | faktura proforma no | faktura korygujaca no | nr | korekta no | paragon fiskalny no | nr rachunku faktury | dokument no | no korekty | numer korekty | no rachunku faktury | nota korygujaca no | nota no | wezwanie no',
    order_no:
      'zamowienie | zamowienie no | no zamowienia | nr zamowienia | numer zamowienia | zamowienie klienta | do zamowienia | nr zamowienia klienta | wasze zamowienie | zam no | no zam',
    customer_no:
      'no klienta | nr klienta | numer klienta | kod klienta | kod nabywcy | id klienta | nr nabywcy | numer nabywcy | no kontrahenta',
    delivery_no: 'wz | dokument wz | no wz | list przewozowy | numer przesylki',
    reference: 'referencja | uwagi | opis | projekt | tytulem | dotyczy | tytul przelewu',
    contract_no: 'umowa | no umowy | nr umowy | numer umowy',
    transaction_no: 'transakcja | no transakcji | nr transakcji',
    account_no:
      'no konta | nr konta | numer konta | rachunek | rachunek bankowy | konto | no rachunku | nr rachunku | konto bankowe | numer rachunku | nr rachunku bankowego | numer rachunku bankowego | rachunek bankowy no',
    iban: 'iban',
    bic: 'bic | swift | kod swift | swift bic | bic swift',
    vat_id:
      'nip | vat ue | nip ue | numer vat | no vat | vat id | nip no | nip nabywcy | nip sprzedawcy | nip vat | vat eu | no nip | numer nip | nip pl | id vat',
    company_no: 'regon | krs | bdo | pesel',
    phone: 'tel | telefon | tel kom | kom | telefon kontaktowy',
    fax: 'fax | faks',
    email: 'email | e mail',
    web: 'www | strona',
    terminal: 'kasa | sklep | kasa no',
    cashier: 'kasjer | wystawil | sprzedawca kasjer | osoba upowazniona do wystawienia | wystawca',
    page: 'strona | str',
    corrected_no: 'faktura korygowana | do faktury | dotyczy faktury | do faktury no',
    bill_to:
      'nabywca | kupujacy | platnik | klient | odbiorca | zamawiajacy | dane nabywcy | kontrahent | dane klienta | nabywca faktury | faktura dla',
    ship_to: 'adres dostawy | miejsce dostawy | adres wysylki',
    payee: 'posiadacz rachunku | wlasciciel rachunku | wlasciciel konta | beneficjent',
    seller_order_no: 'nasze zamowienie | zlecenie no | no zlecenia | zlecenie',
    seller:
      'sprzedawca | wystawca faktury | sprzedajacy | dostawca | dane sprzedawcy | wystawca | dane wystawcy | firma | sprzedawane przez',
    attention: 'osoba kontaktowa | do rak | opiekun | kontakt',
    name: 'nazwa | imie i nazwisko | firma',
    address: 'adres | ulica | miasto | kod pocztowy',
    bank: 'bank | nazwa banku | dane do przelewu',
    invoice: 'faktura | faktura vat | rachunek',
    credit_note: 'faktura korygujaca | korekta | nota kredytowa',
    proforma: 'proforma | faktura proforma | oferta | pro forma',
    receipt: 'paragon | paragon fiskalny | pokwitowanie',
    order: 'zamowienie',
    delivery_note: 'wydanie zewnetrzne | dowod dostawy',
    quantity: 'ilosc | szt | liczba',
    unit_price:
      'cena | cena jednostkowa | cena netto | cena jedn | cena jedn netto | cena brutto | cena jednostkowa netto | c j netto',
    line_amount: 'wartosc | wartosc netto | wartosc brutto | kwota',
    code: 'kod | indeks | kod towaru | pkwiu | symbol',
    description:
      'nazwa towaru | nazwa | opis | nazwa towaru lub uslugi | nazwa towaru uslugi | towar | usluga | nazwa uslugi | nazwa towaru usługi',
    unit: 'jm | j m | jedn | jednostka | jednostka miary',
    currency: 'waluta',
    terms: 'warunki platnosci',
    payment_method:
      'sposob zaplaty | forma platnosci | sposob platnosci | metoda platnosci | platnosc | forma zaplaty | zaplata',
    place: 'miejsce wystawienia | miejsce',
  },
  columns: {
    position: 'lp | l p',
    code: 'kod | indeks | symbol | pkwiu | kod towaru | nr katalogowy',
    description:
      'nazwa | opis | nazwa towaru | nazwa towaru lub uslugi | towar | usluga | nazwa uslugi | towar usluga | nazwa towaru uslugi | nazwa uslugi towaru | przedmiot | nazwa towaru i uslugi | tresc',
    quantity: 'ilosc | il | liczba | szt | ilosc szt | sztuk | godziny | liczba szt',
    uom: 'jedn | jednostka | jedn miary',
    unit_price:
      'cena | cena jedn | cena jednostkowa | cena netto | cena brutto | cena jedn netto | c j netto | cena za szt | cena jed | cena jednostkowa netto | cena jednostkowa brutto | cena szt',
    rate: 'stawka | stawka vat | vat % | st vat',
    tax: 'kwota vat | wartosc vat | kwota podatku | podatek',
    amount:
      'wartosc | wartosc netto | wartosc brutto | kwota | razem | suma | kwota netto | kwota brutto | razem netto | razem brutto | wartosc razem | suma netto | do zaplaty',
    base: 'podstawa | podstawa opodatkowania',
  },
}
