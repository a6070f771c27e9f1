import type { Language } from './classes.ts'

export const lt: Language = {
  stopWords: 'ir pagal nuo iki bei arba prasome yra kad turi bus prie pagrindu dienu jusu musu uz isankstinis tarp',
  months:
    'sausis sausio saus|vasaris vasario|kovas kovo kov|balandis balandžio|gegužė gegužės geg|birželis birželio birž|liepa liepos liep|rugpjūtis rugpjūčio rugp|rugsėjis rugsėjo rugs|spalis spalio spal|lapkritis lapkričio lapkr|gruodis gruodžio gruod',
  labels: {
    total:
      'is viso | viso | bendra suma | suma | suma su pvm | is viso su pvm | viso su pvm | bendra suma su pvm | is viso eur | viso eur | galutine suma | saskaitos suma | bendra saskaitos suma | is viso suma | suma is viso | suma viso | bendra suma eur | suma eur | kaina su pvm | bendra kaina | is viso su pvm eur | suma su pvm eur',
    base: 'suma be pvm | is viso be pvm | viso be pvm | be pvm | bendra suma be pvm | tarpine suma | apmokestinama suma | apmokestinamoji verte | apmokestinamoji suma | apmokestinama verte | neto | neto suma | verte be pvm | suma be mokesciu | suma be pvm eur | is viso be pvm eur | pvm apmokestinama suma',
    tax: 'pvm | pvm suma | is viso pvm | viso pvm | pvm is viso | bendra pvm suma | suma pvm | pvm eur | pvm 21 % | pvm 9 % | pvm 5 % | 21 % pvm | pridetines vertes mokestis | mokesciu suma | pvm viso | mokestis',
    due: 'moketi | moketina suma | is viso moketi | viso moketi | moketi is viso | apmoketi | apmoketina suma | suma apmokejimui | is viso apmokejimui | apmokejimui | bendra moketina suma | galutine moketina suma | suma moketi | likusi suma | neapmoketa suma | liko moketi | moketi eur | moketina suma eur | is viso apmoketi | suma apmoketi | is viso moketi eur | mokejimo suma',
    paid: 'apmoketa | sumoketa | jau sumoketa | apmoketa suma | sumoketa suma | avansas | sumoketas avansas | gautas avansas | isankstinis mokejimas | avansinis mokejimas | gauti mokejimai | isankstinis apmokejimas',
    cash: 'grynieji | grynaisiais | gryni pinigai',
    card: 'kortele | mokejimo kortele | banko kortele | kreditine kortele',
    change: 'graza',
    rounding: 'apvalinimas | suapvalinimas',
    discount: 'nuolaida | nuolaidos | bendra nuolaida | nuolaidos suma | nuolaida is viso',
    charge:
      'pristatymo mokestis | pristatymo kaina | siuntimo islaidos | transporto islaidos | administravimo mokestis | pristatymas | transportavimas',
    deposit: 'uzstatas | depozitas',
    balance: 'likutis | ankstesnis likutis | pradinis likutis | saldo',
    rate: 'pvm tarifas | tarifas | pvm % | mokescio tarifas | pvm tarifas %',
    points: 'taskai | lojalumo taskai',
    saved: 'sutaupete | jus sutaupete',
    count: 'prekiu skaicius',
    vat_word: 'pvm klasifikatorius | pvm klasifikatoriaus kodas',
    words_total: 'suma zodziais | bendra suma zodziais | is viso zodziais | moketina suma zodziais',
    date: 'data',
    invoice_date:
      'saskaitos data | israsymo data | saskaitos israsymo data | israsyta | saskaita israsyta | dokumento data | sudarymo data | isdavimo data | saskaitos fakturos data | kvito data | pirkimo data',
    due_date:
      'apmoketi iki | mokejimo terminas | apmokejimo terminas | saskaitos apmokejimo terminas | terminas | sumoketi iki | moketi iki | saskaita apmoketi iki | apmokejimo data | mokejimo data | atsiskaitymo terminas | apmokejimas iki | sumokejimo terminas',
    delivery_date:
      'pristatymo data | tiekimo data | prekiu pristatymo data | prekiu isdavimo data | paslaugos suteikimo data | paslaugu suteikimo data | pardavimo data | isgabenimo data',
    order_date: 'uzsakymo data | sutarties data',
    print_date: 'atspausdinta | spausdinimo data | galioja iki',
    period:
      'laikotarpis | atsiskaitymo laikotarpis | uz laikotarpi | ataskaitinis laikotarpis | paslaugu laikotarpis | periodas',
    time: 'laikas',
    invoice_no:
      'saskaitos no | saskaita no | saskaitos fakturos no | saskaita faktura no | saskaita faktura | pvm saskaita faktura | pvm saskaita faktura no | pvm saskaitos fakturos no | serija | serija no | serija ir no | saskaitos serija | saskaitos serija ir no | dokumento no | kreditine saskaita no | kreditine saskaita faktura no | kreditines saskaitos no | isankstine saskaita no | isankstine saskaita faktura no | isankstines saskaitos no | kvito no | kvitas no | priminimas no | saskaitos serija no',
    order_no:
      'uzsakymas | uzsakymo no | uzsakymas no | jusu uzsakymas | jusu uzsakymo no | pirkimo uzsakymas | pirkimo uzsakymo no | kliento uzsakymo no | pirkejo uzsakymo no | uzsakymo id',
    seller_order_no: 'musu uzsakymas | musu uzsakymo no | pardavimo uzsakymas | pardavimo uzsakymo no',
    customer_no: 'kliento no | kliento kodas | kliento id | abonento no | moketojo kodas | kliento sutarties no',
    delivery_no: 'vaztarastis | vaztarascio no | vaztarastis no | krovinio vaztarascio no | siuntos no',
    reference:
      'nuoroda | jusu nuoroda | mokejimo paskirtis | paskirtis | imokos kodas | mokejimo nuoroda | pastabos | pastaba | projektas | projekto no | objektas | pasiulymas no | pasiulymo no | komentaras | papildoma informacija | pagrindas | pirkejo nuoroda | kliento nuoroda | projekto pavadinimas',
    our_ref: 'musu nuoroda | saskaita israse | israse',
    contract_no: 'sutartis | sutarties no | sutartis no | poliso no | draudimo liudijimo no',
    transaction_no: 'operacijos no | transakcijos no | autorizacijos kodas',
    account_no:
      'atsiskaitomoji saskaita | banko saskaita | banko saskaitos no | atsiskaitomosios saskaitos no | saskaita banke | ats sask',
    bank_code: 'banko kodas',
    iban: 'iban | iban no | banko saskaita iban | iban saskaita',
    bic: 'bic | swift | swift kodas | bic kodas | swift bic | bic swift | banko swift kodas',
    vat_id:
      'pvm kodas | pvm moketojo kodas | pvm no | pvm moketojo no | pirkejo pvm kodas | pardavejo pvm kodas | kliento pvm kodas | vat no | vat kodas | pvm moketojo kodas no | jusu pvm kodas | pirkejo pvm moketojo kodas | kliento pvm moketojo kodas | pvm mok kodas',
    tax_no: 'asmens kodas | mokesciu moketojo kodas | mokesciu moketojo no',
    company_no:
      'imones kodas | juridinio asmens kodas | im kodas | kodas | registracijos kodas | imones reg no | registro no | individualios veiklos no | individualios veiklos pazymos no | pirkejo imones kodas | pirkejo kodas',
    phone: 'telefonas | tel | tel no | mob | telefono no | mobilus',
    fax: 'faksas | fax',
    email: 'el pastas | el p | el pasto adresas | elektroninis pastas | e pastas | e mail',
    web: 'interneto svetaine | svetaine | www | tinklalapis | internetas',
    number: 'numeris',
    terminal: 'kasa | parduotuve | terminalas | kasos no',
    cashier: 'kasininkas | kasininke | aptarnavo',
    page: 'puslapis | psl | lapas',
    corrected_no:
      'kredituojama saskaita | kredituojamos saskaitos no | pirmine saskaita | taisoma saskaita | pagal saskaita no',
    bill_to:
      'pirkejas | klientas | moketojas | gavejas | uzsakovas | pirkejo rekvizitai | pirkejo duomenys | saskaitos gavejas | paslaugu gavejas | kliento duomenys',
    ship_to: 'pristatymo adresas | prekiu gavejas | krovinio gavejas | pristatymo vieta | iskrovimo vieta',
    payee: 'mokejimo gavejas | lesu gavejas | gavejo pavadinimas | saskaitos savininkas',
    seller:
      'pardavejas | tiekejas | paslaugu teikejas | paslaugos teikejas | pardavejo rekvizitai | pardavejo duomenys | saskaitos isdavejas | vykdytojas | siuntejas',
    attention: 'kontaktinis asmuo | kontaktas',
    name: 'pavadinimas | imone | imones pavadinimas | vardas pavarde',
    address: 'adresas | miestas | pasto kodas | salis | buveine | buveines adresas | registracijos adresas',
    bank: 'bankas | banko rekvizitai | banko pavadinimas | mokejimo rekvizitai | banko duomenys | atsiskaitymo rekvizitai | gavejo bankas',
    invoice: 'saskaita faktura | saskaita',
    tax_invoice: 'pvm saskaita faktura',
    credit_note:
      'kreditine saskaita faktura | kreditine saskaita | kreditine pvm saskaita faktura | pvm kreditine saskaita faktura',
    debit_note: 'debetine saskaita faktura | debetine saskaita | debetine pvm saskaita faktura',
    proforma:
      'isankstine saskaita faktura | isankstine saskaita | isankstinio apmokejimo saskaita | proforma | avansine saskaita | komercinis pasiulymas | proforma saskaita',
    receipt: 'kvitas | kasos cekis | cekis | pirkimo kvitas | pinigu priemimo kvitas | kasos kvitas',
    order: 'uzsakymas | pirkimo uzsakymas | uzsakymo patvirtinimas',
    delivery_note: 'vaztarastis | krovinio vaztarastis | prekiu vaztarastis',
    quantity: 'kiekis | valandos | vnt',
    unit_price: 'kaina | vieneto kaina | vnt kaina | kaina be pvm | kaina eur | vieneto kaina be pvm',
    line_amount: 'suma | is viso | viso | suma eur | verte',
    code: 'kodas | prekes kodas | artikulas | prekes no',
    description:
      'pavadinimas | aprasymas | prekes pavadinimas | paslauga | preke | prekiu pavadinimas | paslaugos pavadinimas | prekes aprasymas',
    unit: 'mato vnt | matavimo vienetas | mato vienetas | vienetas | mat vnt',
    currency: 'valiuta',
    terms: 'apmokejimo salygos | atsiskaitymo salygos | mokejimo salygos',
    payment_method: 'apmokejimo budas | mokejimo budas | atsiskaitymo budas | apmokejimas | mokejimas',
    thanks: 'aciu | dekojame | aciu kad perkate | dekojame uz pirkini',
    place: 'israsymo vieta | surasymo vieta',
  },
  columns: {
    position: 'eil nr | eilnr | eil',
    code: 'kodas | prekes kodas | artikulas | prekes nr | barkodas',
    description:
      'pavadinimas | aprasymas | prekes pavadinimas | paslauga | preke | prekiu pavadinimas | paslaugos pavadinimas | prekes aprasymas | prekes paslaugos pavadinimas | preke paslauga | prekes ir paslaugos | prekiu paslaugu pavadinimas | prekes ar paslaugos pavadinimas | prekes paslaugos',
    quantity: 'kiekis | valandos | kiek | val',
    uom: 'mato vnt | matavimo vienetas | mato vienetas | vienetas | mat vnt | mato | vnt',
    unit_price:
      'kaina | vieneto kaina | vnt kaina | kaina be pvm | kaina eur | kaina su pvm | vieneto kaina be pvm | kaina uz vieneta | kaina vnt | vieneto kaina eur',
    discount: 'nuolaida | nuolaida % | nuol %',
    rate: 'pvm % | pvm tarifas | pvm | tarifas | pvm proc | pvm tarifas %',
    tax: 'pvm suma | pvm eur | suma pvm | mokestis',
    amount:
      'suma | is viso | viso | suma eur | suma be pvm | suma su pvm | is viso be pvm | is viso su pvm | verte | bendra suma | is viso eur | suma be pvm eur | suma su pvm eur | viso be pvm | viso su pvm | verte be pvm',
    base: 'apmokestinama suma | apmokestinamoji verte | be pvm | apmokestinama verte',
    date: 'data | pristatymo data',
    other: 'svoris | valiuta',
  },
  net: 'be pvm',
  gross: 'su pvm',
  describes: 'pavadinimas | aprasymas | prekes pavadinimas',
  summary:
    'is viso | viso | bendra suma | tarpine suma | suma be pvm | suma su pvm | is viso be pvm | is viso su pvm | viso be pvm | viso su pvm | pvm | pvm suma | is viso pvm | apvalinimas | moketi | moketina suma | is viso moketi | viso moketi | apmoketa | sumoketa | avansas | saskaitos suma | apmokestinama suma | likutis | graza',
  carry: 'perkelta | perkeliama | perkelta is puslapio',
  allowance: 'nuolaida',
  included: 'iskaitant',
  units:
    'vnt | val | valanda | valandos | diena | dienos | men | menuo | pak | pakuote | deze | rulonas | pora | komplektas | kompl | litras | kart | dien | rit | metai',
  taxWords: 'pvm',
  otherForms: 'uždaroji akcinė bendrovė | akcinė bendrovė | mažoji bendrija',
  countries:
    'lietuva | latvija | estija | lenkija | suomija | švedija | norvegija | danija | vokietija | prancūzija | italija | ispanija | nyderlandai | belgija | šveicarija | austrija',
  firstNames:
    'jonas tomas darius mindaugas gintaras vytautas rimantas artūras eglė rūta rasa jurgita daiva aušra vilma',
  seller: 'pardavėjas | pardavėjo | tiekėjas | tiekėjo',
  buyer: 'pirkėjas | pirkėjo | mokėtojo | užsakovo | kliento',
  organizations: 'universitetas | savivaldybė | ligoninė | bendrija | asociacija | gimnazija | mokykla',
  days: 'dienų|dienos',
  durations: 'savaičių|mėn',
  paying: 'apmokėti|sumokėti|mokėjimo',
}
