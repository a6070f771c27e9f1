import type { Language } from './classes.ts'

export const sl: Language = {
  stopWords: 'ki ali pri bo ste smo vam vas iz prosimo ter kot vseh lahko sicer brez glede bodo ni',
  months:
    'januar januarja jan|februar februarja feb|marec marca mar|april aprila apr|maj maja|junij junija jun|julij julija jul|avgust avgusta avg|september septembra sep sept|oktober oktobra okt|november novembra nov|december decembra dec',
  labels: {
    total:
      'skupaj | skupaj z ddv | znesek skupaj | skupni znesek | skupaj eur | znesek z ddv | vrednost z ddv | skupna vrednost | znesek računa | vrednost računa | skupaj vrednost | celotni znesek | skupaj znesek | bruto znesek | znesek računa z ddv | skupaj vključno z ddv | skupna vrednost z ddv | vrednost skupaj',
    base: 'osnova | osnova za ddv | skupaj brez ddv | znesek brez ddv | vrednost brez ddv | neto znesek | davčna osnova | neto vrednost | vmesni seštevek | osnova ddv | skupaj osnova | vmesna vsota | neto skupaj | skupaj neto | skupna vrednost brez ddv',
    tax: 'ddv | znesek ddv | skupaj ddv | davek | davek na dodano vrednost | ddv skupaj | obračunani ddv | znesek davka | vrednost ddv | obračun ddv',
    due: 'za plačilo | skupaj za plačilo | znesek za plačilo | za plačati | preostanek za plačilo | ostane za plačilo | plačati | še za plačilo | skupaj za plačilo eur | znesek za plačilo eur | odprto | neplačano | preostali znesek | za doplačilo',
    paid: 'plačano | že plačano | avans | predplačilo | plačilo | akontacija | plačan znesek | plačano skupaj',
    cash: 'gotovina | prejeto',
    card: 'kartica | plačilna kartica | bančna kartica',
    change: 'vračilo | vrnjeno',
    rounding: 'zaokrožitev | zaokroževanje | izravnava',
    discount: 'popust | rabat | popusti | popust skupaj',
    charge: 'poštnina | dostava | prevoz | stroški dostave | stroški pošiljanja | stroški prevoza',
    rate: 'stopnja | stopnja ddv | ddv % | % ddv | davčna stopnja',
    balance: 'prejšnje stanje | stanje',
    date: 'datum',
    invoice_date:
      'datum računa | datum izdaje | datum izdaje računa | izdano | datum izstavitve | datum fakture | izdan dne | datum dokumenta | kraj in datum izdaje | datum in kraj izdaje | datum izstavitve računa',
    due_date:
      'rok plačila | zapadlost | datum zapadlosti | zapade | datum plačila | rok za plačilo | zapade dne | valuta plačila | plačilo do | rok plačila do | datum valute | zapadlost računa',
    delivery_date:
      'datum opravljene storitve | datum dobave | datum storitve | datum opravljanja | datum odpreme | datum opravljenih storitev | dobavljeno | datum opravljene dobave | storitev opravljena | datum prodaje | datum opr storitve',
    order_date: 'datum naročila',
    print_date: 'datum izpisa | izpisano | natisnjeno',
    period: 'obdobje | obračunsko obdobje | obdobje storitve | obdobje obračuna',
    time: 'ura | čas',
    invoice_no:
      'račun no | račun št | številka računa | št računa | račun | številka dokumenta | št dokumenta | faktura št | dobropis št | številka dobropisa | račun številka | predračun št | številka predračuna | no računa | avansni račun št | št rač | dobropis no | predračun no | dokument št | zaporedna številka računa | opomin št',
    order_no:
      'naročilo | naročilo št | številka naročila | št naročila | naročilnica | naročilnica št | številka naročilnice | vaše naročilo | po naročilu | št naročilnice | naročilo no | naročilnica no',
    seller_order_no: 'naše naročilo | delovni nalog | delovni nalog št | dn št | nalog št',
    customer_no:
      'številka kupca | šifra kupca | šifra stranke | številka stranke | št kupca | kupec št | šifra partnerja | id stranke | šifra plačnika',
    delivery_no: 'dobavnica | dobavnica št | številka dobavnice | št dobavnice | dobavnica no',
    reference: 'sklic | referenca | opomba | projekt | namen | koda namena | zadeva | sklic na številko | opombe',
    our_ref: 'naš znak | naša referenca',
    contract_no: 'pogodba | pogodba št | številka pogodbe | št pogodbe | številka police',
    account_no: 'račun trr | trr | transakcijski račun | številka računa prejemnika | poslovni račun | tekoči račun',
    iban: 'iban | trr iban | iban trr',
    bic: 'bic | swift | bic koda | swift bic | bic swift',
    vat_id:
      'id za ddv | id št za ddv | id ddv | identifikacijska številka za ddv | davčna številka | id številka za ddv | id št ddv | ddv id | davčna št | davčna no | id no za ddv | šifra zavezanca za ddv | id za ddv kupca | identifikacijska št za ddv',
    company_no: 'matična številka | matična št | matična no | registrska številka | mat št',
    phone: 'telefon | tel | gsm | mobitel | mob',
    fax: 'faks | fax | telefaks',
    email: 'email | e mail | e pošta | elektronska pošta | epošta',
    web: 'spletna stran | web | www | splet',
    terminal: 'blagajna | poslovalnica | poslovni prostor | trgovina',
    cashier: 'blagajnik | izdal | prodajalec blagajnik | izdelal | pripravil | odgovorna oseba | operater | izstavil',
    page: 'stran',
    corrected_no: 'k računu | prvotni račun | originalni račun | dobropis k računu | veza na račun',
    bill_to:
      'kupec | naročnik | prejemnik | prejemnik računa | plačnik | naslov za račun | podatki o kupcu | naslovnik | kupec naslov | prejemnik storitve',
    ship_to: 'naslov dostave | dostavni naslov | kraj dostave | prejemnik blaga | naslov za dostavo | mesto dostave',
    payee: 'prejemnik plačila | imetnik računa | naziv prejemnika',
    seller:
      'prodajalec | izdajatelj | dobavitelj | izvajalec | ponudnik | podatki o izdajatelju | izdajatelj računa | podatki o prodajalcu',
    attention: 'kontaktna oseba | v vednost | kontakt',
    name: 'naziv | ime | podjetje | ime in priimek',
    address: 'naslov | ulica | kraj | pošta | poštna številka | sedež | država',
    bank: 'banka | pri banki | podatki za plačilo | naziv banke | podatki o banki',
    invoice: 'račun | faktura | avansni račun | račun za avans | zbirni račun',
    credit_note: 'dobropis | storno | storno račun | popravek računa',
    debit_note: 'bremepis',
    proforma: 'predračun | ponudba | predračun ponudba | profaktura | proforma račun',
    receipt: 'blagajniški prejemek | potrdilo | paragon | potrdilo o plačilu',
    order: 'naročilo | naročilnica | potrditev naročila',
    delivery_note: 'dobavnica | odpremnica | prevzemnica',
    quantity: 'količina | kol | kos | ure',
    unit_price: 'cena | cena na enoto | cena brez ddv | cena na em | neto cena | cena enote',
    line_amount: 'vrednost | znesek | skupaj',
    code: 'šifra | koda | šifra artikla | ident',
    description:
      'opis | naziv artikla | storitev | opis storitve | naziv blaga | naziv storitve | blago storitev | postavka | vrsta blaga',
    unit: 'enota | enota mere',
    currency: 'valuta | denarna enota',
    terms: 'plačilni pogoji',
    payment_method: 'način plačila | plačilno sredstvo | vrsta plačila',
    thanks: 'hvala za nakup | zahvaljujemo se',
    place: 'kraj izdaje',
  },
  columns: {
    position: 'zap st | poz | zap | zaporedna st',
    code: 'sifra | koda | sifra artikla | ident | artikel st',
    description:
      'opis | naziv | artikel | naziv artikla | storitev | opis storitve | blago | blago storitev | naziv blaga | naziv storitve | postavka | vrsta blaga | izdelek | opis artikla | opis blaga | naziv blaga storitve | naziv izdelka | opis postavke',
    quantity: 'kolicina | kol | kos | ure | st ur',
    uom: 'em | enota | me | enota mere',
    unit_price:
      'cena | cena na enoto | cena brez ddv | cena na em | cena em | cena enote | neto cena | cena na kos | cena eur | prodajna cena',
    discount: 'popust | rabat | pop % | rab % | popust % | rabat %',
    rate: 'ddv | ddv % | stopnja ddv | % ddv | stopnja',
    tax: 'znesek ddv | vrednost ddv',
    amount:
      'vrednost | znesek | skupaj | vrednost brez ddv | vrednost z ddv | znesek brez ddv | znesek z ddv | skupaj brez ddv | skupaj z ddv | vrednost eur | znesek eur | neto vrednost | skupni znesek',
    base: 'osnova | osnova za ddv | davcna osnova',
  },
  describes: 'opis | naziv',
  net: 'brez ddv | brez | neto',
  gross: 'z ddv | vkljucno z ddv | bruto',
  summary:
    'skupaj | ddv | osnova | za placilo | skupaj za placilo | znesek ddv | vmesni sestevek | popust skupaj | zaokrozitev | placano | avans | gotovina | vracilo | skupni znesek | znesek za placilo | vrednost brez ddv | skupaj ddv',
  carry: 'prenos | prenos na naslednjo stran',
  allowance: 'popust | rabat',
  included: 'od tega',
  units:
    'kos | kosov | kom | ura | ur | ure | dan | mesec | leto | kpl | paket | zavoj | par | storitev | kg | lit | skatla',
  taxWords: 'ddv',
  legalForms: 'd.o.o | doo | d.d | d.n.o | k.d',
  otherForms:
    'družba z omejeno odgovornostjo | delniška družba | samostojni podjetnik | zavod | zadruga | s.p | z.o.o | z.b.o',
  countries:
    'slovenija | republika slovenija | hrvaška | avstrija | italija | madžarska | nemčija | srbija | bosna in hercegovina | francija | španija | nizozemska | švica | češka | slovaška | poljska | velika britanija | združeno kraljestvo | belgija | združene države amerike',
  firstNames:
    'franc janez marko andrej ivan anton jožef luka matej peter marjan tomaž milan aleš bojan robert rok boštjan matjaž gregor miha martin igor marija ana maja irena mojca mateja nina andreja barbara jožica katja tanja',
  seller: 'prodajalec | prodajalca | izdajatelj | izdajatelja | dobavitelj | dobavitelja | naša | naše',
  buyer: 'kupec | kupca | naročnik | naročnika | prejemnik | prejemnika | stranke | vaša | vaše',
  streets: 'ulica|cesta|trg|naselje|nabrežje|drevored',
  attention: 'v roke|kontaktna oseba|oddelek|računovodstvo',
  organizations:
    'občina | univerza | bolnišnica | društvo | ustanova | šola | ministrstvo | fakulteta | muzej | fundacija',
  days: 'dni|dan|dneh|dneva',
  durations: 'tednov|mesecev|mesece|let',
  paying: 'plačilo|plačila|plačajte|poravnajte|poravnati|zapade',
}
