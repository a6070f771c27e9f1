import type { Language } from './classes.ts'

export const hu: Language = {
  stopWords:
    'az egy hogy nem vagy kerjuk szerint valamint altal alapjan illetve reszere koszonjuk csak utan kell lehet ezen eseten jelen nincs amely',
  months:
    'január jan|február febr feb|március márc már|április ápr|május máj|június jún|július júl|augusztus aug|szeptember szept szep|október okt|november nov|december dec',
  labels: {
    total:
      'összesen | mindösszesen | végösszeg | bruttó összesen | összesen bruttó | bruttó végösszeg | számla végösszege | számla összesen | teljes összeg | bruttó összeg | számla értéke | számla bruttó végösszege | számla összege | végösszesen | bruttó érték összesen | összesen áfával',
    base: 'nettó összesen | összesen nettó | nettó összeg | nettó végösszeg | áfa alap | adóalap | adó alapja | áfa alapja | részösszeg | nettó érték összesen | áfa nélkül | számla nettó végösszege',
    tax: 'áfa | áfa összesen | áfa összeg | áfa összege | áfa érték | összesen áfa | általános forgalmi adó | áfa értéke | adó összege | adó összesen',
    due: 'fizetendő | fizetendő összeg | fizetendő összesen | fizetendő végösszeg | összesen fizetendő | fizetendő bruttó végösszeg | bruttó fizetendő | számla fizetendő összege | esedékes összeg | hátralék | fennmaradó összeg | még fizetendő | egyenleg',
    paid: 'fizetve | kifizetve | befizetve | előleg | befizetett összeg | kiegyenlítve | eddig fizetve | levont előleg',
    cash: 'készpénz | kp',
    card: 'bankkártya | kártya | hitelkártya',
    change: 'visszajáró',
    rounding: 'kerekítés | kerekítés összege',
    discount: 'kedvezmény | engedmény | árengedmény',
    charge: 'szállítási díj | szállítási költség | kiszállítás | postaköltség | kezelési költség',
    rate: 'áfa kulcs | áfa % | adókulcs | áfakulcs | kulcs',
    date: 'dátum | kelt | kelte',
    invoice_date:
      'számla kelte | kiállítás dátuma | kiállítás kelte | számla dátuma | keltezés | kiállítás napja | kibocsátás dátuma | kiállítás időpontja | kiállítva | számla kiállításának dátuma | számla keltezése | bizonylat kelte | nyugta kelte',
    due_date:
      'fizetési határidő | esedékesség | esedékesség dátuma | fizetés határideje | fizetési határideje | befizetési határidő | fizetendő eddig | esedékes',
    delivery_date:
      'teljesítés | teljesítés dátuma | teljesítés időpontja | teljesítés kelte | teljesítés napja | teljesítési időpont | szállítás dátuma | szállítás időpontja | kézbesítés dátuma',
    order_date: 'rendelés dátuma | megrendelés dátuma | rendelés kelte | megrendelés kelte',
    print_date: 'nyomtatás dátuma | nyomtatva',
    period: 'időszak | elszámolási időszak | számlázási időszak | elszámolt időszak',
    time: 'idő | időpont',
    invoice_no:
      'számla sorszáma | számlaszám | számla száma | számla no | sorszám | bizonylatszám | bizonylat sorszáma | bizonylat száma | nyugta sorszáma | nyugtaszám | díjbekérő sorszáma | díjbekérő száma | számla sz | számla azonosítója | számla azonosító | helyesbítő számla száma | sztornó számla sorszáma | előlegszámla sorszáma | végszámla sorszáma | jóváírás száma',
    order_no:
      'rendelésszám | rendelés száma | megrendelés száma | megrendelés | megrendelésszám | megrendelés sorszáma | rendelési szám | rendelés azonosító | rendelés | rendelés azonosítója | vevő rendelésszáma | rendelés sorszáma',
    seller_order_no: 'munkaszám | belső rendelésszám | munkalap száma',
    customer_no:
      'ügyfélszám | vevőkód | ügyfélkód | vevőszám | ügyfél azonosító | partnerkód | vevő azonosító | vevő kódja | felhasználó azonosító',
    delivery_no: 'szállítólevél száma | szállítólevélszám | szállítólevél sorszáma | szállítólevél no',
    reference: 'hivatkozás | hivatkozási szám | közlemény | megjegyzés | tárgy | projekt',
    our_ref: 'iktatószám | hivatkozási számunk | ügyiratszám',
    contract_no: 'szerződésszám | szerződés száma | szerződés | szerződés azonosító | kötvényszám',
    transaction_no: 'tranzakció azonosító | tranzakciószám | tranzakció száma | engedélyszám',
    account_no: 'bankszámlaszám | bankszámla | bankszámla száma | pénzforgalmi jelzőszám | számlavezető',
    iban: 'iban | iban szám | iban számlaszám',
    bic: 'swift | bic | swift kód | bic kód | swift bic',
    vat_id:
      'adószám | közösségi adószám | eu adószám | uniós adószám | közösségi adószáma | adószáma | eladó adószáma | vevő adószáma | csoportazonosító | csoport azonosító szám',
    tax_no: 'adóazonosító | adóazonosító jel | adóazonosító szám',
    company_no: 'cégjegyzékszám | cg | cégjegyzék száma | nyilvántartási szám | egyéni vállalkozó nyilvántartási száma',
    phone: 'telefon | tel | telefonszám | mobil',
    fax: 'fax | telefax',
    email: 'email | e mail | e mail cím | email cím',
    web: 'web | honlap | weboldal | weblap',
    number: 'azonosító',
    terminal: 'pénztárgép | kassza | üzlet | terminál',
    cashier: 'pénztáros | kiállította | ügyintéző | kiállító neve',
    page: 'oldal',
    corrected_no:
      'eredeti számla | eredeti számla sorszáma | eredeti számla száma | hivatkozott számla | helyesbített számla | sztornózott számla',
    bill_to:
      'vevő | vásárló | megrendelő | számlabefogadó | ügyfél | számlázási cím | vevő adatai | számlafizető | vevő neve | fizető',
    ship_to: 'szállítási cím | átvevő | kézbesítési cím | címzett | teljesítés helye',
    seller:
      'eladó | szállító | kibocsátó | számlakibocsátó | szolgáltató | kiállító | eladó adatai | szolgáltató adatai | eladó neve | értékesítő',
    payee: 'kedvezményezett | számlatulajdonos | kedvezményezett neve',
    attention: 'kapcsolattartó | részére',
    name: 'név | megnevezése | cégnév | neve',
    address: 'cím | székhely | utca | város | irányítószám | címe',
    bank: 'bank | bank neve | számlavezető bank | pénzintézet | banki adatok | fizetési adatok',
    invoice:
      'számla | előlegszámla | végszámla | elektronikus számla | egyszerűsített számla | átutalásos számla | készpénzes számla | e számla',
    credit_note:
      'helyesbítő számla | sztornó számla | jóváíró számla | jóváírás | érvénytelenítő számla | stornó számla | sztornó',
    debit_note: 'terhelési értesítő',
    proforma: 'díjbekérő | proforma számla | árajánlat | ajánlat | proforma | díjbekérő levél',
    receipt: 'nyugta | nem adóügyi bizonylat | pénztárbizonylat | bevételi pénztárbizonylat',
    order: 'megrendelés | megrendelőlap | rendelés visszaigazolás',
    delivery_note: 'szállítólevél | szállítási jegy',
    quantity: 'mennyiség | menny | darab | db',
    unit_price: 'egységár | nettó egységár | egység ár | bruttó egységár',
    line_amount: 'nettó érték | bruttó érték | érték | nettó ár | bruttó ár',
    code: 'cikkszám | termékkód | kód | vtsz | szj | teszor',
    description: 'megnevezés | termék | leírás | szolgáltatás | termék megnevezése | áru megnevezése | tétel',
    unit: 'egység | mennyiségi egység',
    currency: 'pénznem | deviza | devizanem | valuta',
    terms: 'fizetési feltételek | fizetési feltétel',
    payment_method: 'fizetési mód | fizetés módja | fizetés módja és határideje',
    thanks: 'köszönjük a vásárlást | köszönjük vásárlását',
    place: 'kiállítás helye',
  },
  columns: {
    position: 'ssz | sorszam | sor',
    code: 'cikkszam | kod | termekkod | vtsz | szj | teszor | vtsz szj | vtsz teszor',
    description:
      'megnevezes | termek | leiras | szolgaltatas | termek megnevezese | szolgaltatas megnevezese | aru megnevezese | tetel | termek szolgaltatas | termek szolgaltatas megnevezese | tetel megnevezese | cikk megnevezese | arucikk',
    quantity: 'mennyiseg | menny | db | darab | darabszam | ora',
    uom: 'me | m e | egyseg | mennyisegi egyseg | menny egys | mertekegyseg',
    unit_price: 'egysegar | netto egysegar | egys ar | brutto egysegar | netto e ar | egyseg ar | netto ar',
    discount: 'kedvezmeny | engedmeny | kedv | kedv %',
    rate: 'afa kulcs | afa % | afakulcs | afa | adokulcs | kulcs',
    tax: 'afa ertek | afa osszege | afa osszeg | afa erteke | ado',
    amount:
      'netto ertek | brutto ertek | ertek | netto osszesen | brutto osszesen | osszesen | netto osszeg | brutto osszeg | osszeg | netto | brutto | brutto ar | netto ertek ft | brutto ertek ft',
    base: 'afa alap | adoalap | afa alapja | ado alapja | netto alap',
  },
  describes: 'megnevezes | leiras',
  net: 'netto | afa nelkul',
  gross: 'brutto | afaval',
  summary:
    'osszesen | mindosszesen | vegosszeg | netto osszesen | brutto osszesen | fizetendo | afa | afa osszesen | reszosszeg | adoalap | kerekites | fizetve | eloleg | fizetendo osszesen | szamla vegosszege | keszpenz | visszajaro | osszeg',
  carry: 'athozat | atvitel | kovetkezo oldalra',
  allowance: 'kedvezmeny | engedmeny | arengedmeny',
  included: 'ebbol | melybol',
  units: 'db | darab | ora | fo | nap | honap | csomag | doboz | klt | fm | par | tekercs | alkalom | lap | ev',
  taxWords: 'afa',
  legalForms: 'kft | zrt | nyrt | bt | kkt | k.f.t | z.r.t',
  otherForms:
    'korlátolt felelősségű társaság | zártkörűen működő részvénytársaság | betéti társaság | részvénytársaság | egyéni vállalkozó | szövetkezet | rt',
  countries:
    'magyarország | ausztria | németország | szlovákia | csehország | lengyelország | románia | horvátország | szlovénia | szerbia | ukrajna | olaszország | franciaország | svájc | hollandia | spanyolország | egyesült királyság | egyesült államok | dánia | svédország | finnország | írország | portugália | görögország | törökország',
  firstNames:
    'lászló istván józsef jános zoltán sándor ferenc gábor attila péter tamás zsolt tibor andrás csaba imre lajos györgy balázs katalin ilona erzsébet éva ágnes judit zsuzsanna ildikó krisztina andrea mária nagy kovács szabó tóth horváth varga kiss molnár németh farkas balogh',
  seller: 'eladó | szállító | kibocsátó | szolgáltató | kiállító | eladói',
  buyer: 'vevő | megrendelő | vásárló | ügyfél | vevői',
  streets: 'utca|út|útja|tér|tere|krt|körút|körútja|köz|sétány|fasor|sor|rakpart|dűlő',
  attention: 'kapcsolattartó|ügyintéző|titkárság|pénzügyi osztály|könyvelés',
  organizations:
    'önkormányzat* | egyetem* | alapítvány* | egyesület* | kórház* | társasház* | iskola* | óvoda* | múzeum* | hivatal*',
  days: 'nap|napos|napon|napot|naptól',
  durations: 'hét|hetes|hónap|hónapos|év',
  paying: 'fizetés|fizetési|fizetendő|fizetni|kiegyenlíteni|egyenlítse|átutalás|utalja',
}
