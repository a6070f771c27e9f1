import type { Language } from './classes.ts'

export const ro: Language = {
  stopWords: 'sau cu pentru sunt prin fara pana dumneavoastra rugam aceasta acest cele dupa catre fost vor asupra',
  months:
    'ianuarie ian|februarie feb febr|martie mar|aprilie apr|mai|iunie iun|iulie iul|august aug|septembrie sept sep|octombrie oct|noiembrie noi nov|decembrie dec',
  labels: {
    total:
      'total | total general | total factură | valoare totală | total cu tva | total inclusiv tva | valoare cu tva | total valoare | suma totală | total lei | total ron | valoare totală cu tva | total valoare cu tva | valoare factură | totalul facturii | total bon | sumă totală',
    base: 'total fără tva | valoare fără tva | subtotal | bază impozabilă | baza impozabilă | baza de impozitare | total net | valoare netă | total valoare fără tva | valoare totală fără tva | baza tva | suma fără tva | bază tva',
    tax: 'tva | total tva | valoare tva | valoarea tva | suma tva | t v a | total taxe | taxa pe valoarea adăugată | cuantum tva',
    due: 'total de plată | de plată | sumă de plată | suma de plată | rest de plată | total plată | de achitat | total de achitat | sold de plată | suma datorată | total general de plată | rămas de plată | valoare de plată | de încasat',
    paid: 'achitat | plătit | avans | suma achitată | încasat | plăți efectuate | avans achitat | suma plătită | total achitat',
    cash: 'numerar | cash',
    card: 'card | card bancar',
    change: 'rest',
    rounding: 'rotunjire | rotunjiri',
    discount: 'reducere | discount | rabat | reduceri',
    charge: 'transport | cost transport | taxa de transport | livrare | cheltuieli de transport',
    rate: 'cota tva | cotă tva | tva % | cota | procent tva',
    balance: 'sold precedent | sold anterior | sold curent',
    date: 'data | dată',
    invoice_date:
      'data emiterii | data facturii | data factură | data emitere | emisă la | emis la | data emiterii facturii | data documentului | din data | data de emitere | data întocmirii | emisă la data',
    due_date:
      'data scadenței | scadența | data scadentă | scadență | termen de plată | data scadenta | termen plată | plătibil până la | data limită de plată | scadent la | a se plăti până la | data plății | termenul de plată | scadența la',
    delivery_date:
      'data livrării | data livrare | data prestării | data expediției | data prestației | livrat la | data livrarii',
    order_date: 'data comenzii | data comandă',
    print_date: 'data tipăririi | tipărit la | data listării',
    period: 'perioada | perioada de facturare | perioada facturată | perioadă de facturare',
    time: 'ora',
    invoice_no:
      'factura no | factură no | factura | număr factură | numărul facturii | nr facturii | seria și numărul | serie și număr | serie no | seria no | factura fiscală no | factură fiscală no | factura seria | factura serie | no facturii | no factură | număr document | no document | document no | chitanța no | chitanță no | bon no | bon fiscal no | factura proformă no | proforma no | nota de credit no | factura storno no | seria factură | factură seria',
    order_no:
      'comanda no | comandă no | comanda | număr comandă | numărul comenzii | no comenzii | no comandă | referință comandă | comanda client | comanda dvs | comandă client no | bon de comandă',
    seller_order_no: 'comanda noastră | no comanda internă | comandă internă | lucrare no',
    customer_no:
      'cod client | număr client | id client | no client | codul clientului | cod abonat | client no | cod partener',
    delivery_no:
      'aviz no | no aviz | aviz de însoțire no | aviz însoțire no | număr aviz | aviz expediție no | no avizului',
    reference: 'referință | referința | referința dvs | proiect | observații | mențiuni | obiect',
    our_ref: 'referința noastră',
    contract_no:
      'contract | contract no | număr contract | no contract | conform contract no | poliță no | cod contract',
    transaction_no: 'tranzacția no | id tranzacție | cod autorizare | no tranzacție',
    account_no: 'cont | contul | cont bancar | cont no | număr cont | cont bancă',
    iban: 'iban | cod iban | cont iban | contul iban',
    bic: 'swift | bic | cod swift | cod bic | swift bic',
    vat_id:
      'cif | c i f | cod fiscal | cod tva | cod unic de înregistrare | cod de identificare fiscală | cod de înregistrare fiscală | cod de înregistrare în scopuri de tva | cod înregistrare tva | no tva | cui cif | cif cui | cod identificare fiscală | cod fiscal cui',
    tax_no: 'cnp',
    company_no:
      'no reg com | registrul comerțului | reg com | no registrul comerțului | no ord reg com | nr ord registrul comerțului | no înregistrare | număr de înregistrare | no înreg reg com',
    phone: 'telefon | tel | mobil',
    fax: 'fax',
    email: 'email | e mail | adresă de email',
    web: 'web | website | pagina web',
    terminal: 'casa de marcat | punct de lucru | terminal | magazin',
    cashier: 'casier | operator | emis de | întocmit de | vânzător | delegat',
    page: 'pagina | pag',
    corrected_no: 'factura inițială | la factura | factura corectată | factura stornată | factură de referință',
    bill_to:
      'client | cumpărător | beneficiar | facturat către | date client | adresa de facturare | către | cumpărătorul | datele clientului | plătitor | factura pentru | destinatar',
    ship_to: 'adresa de livrare | adresă de livrare | livrare la | loc livrare | punct livrare | adresa livrare',
    seller:
      'furnizor | vânzător | prestator | emitent | furnizorul | date furnizor | emisă de | prestatorul | datele furnizorului',
    payee: 'titular cont | beneficiar plată | titularul contului | beneficiarul plății',
    attention: 'persoană de contact | persoana de contact | în atenția',
    name: 'nume | denumire | nume firmă',
    address:
      'adresa | adresă | sediul | sediu | sediul social | strada | oraș | județ | județul | cod poștal | localitatea',
    bank: 'banca | bancă | bancă beneficiar | date bancare | detalii bancare | date de plată',
    invoice: 'factură | factură fiscală | factura | factura fiscală | facturi | invoice factura | factură de avans',
    credit_note:
      'factură storno | notă de credit | storno | factura de storno | factură de stornare | notă credit | factură de corecție',
    debit_note: 'notă de debit',
    proforma: 'proformă | factură proformă | factura proforma | ofertă | ofertă de preț | deviz',
    receipt: 'chitanță | chitanța | bon fiscal | bon',
    order: 'comandă | confirmare de comandă | comandă de achiziție',
    delivery_note: 'aviz de însoțire a mărfii | aviz de însoțire | aviz | aviz de expediție | notă de livrare',
    quantity: 'cantitate | cant | cantitatea | ore | buc',
    unit_price: 'preț unitar | preț | preț unitar fără tva | pret unitar | preț pe unitate | p u | tarif',
    line_amount: 'valoare | valoarea',
    code: 'cod | cod produs | cod articol',
    description:
      'denumire produs | denumire produse | descriere | denumirea produselor sau a serviciilor | denumirea produselor sau serviciilor | denumire | produs | articol | denumire produs serviciu | serviciu | explicații',
    unit: 'um | u m | unitate de măsură | unitate',
    currency: 'moneda | monedă | valută | valuta',
    terms: 'condiții de plată | termeni de plată',
    payment_method:
      'modalitate de plată | metodă de plată | modalitatea de plată | mod de plată | metoda de plată | tip plată',
    thanks: 'vă mulțumim | mulțumim',
    place: 'locul emiterii',
  },
  columns: {
    position: 'no crt | nr crt | crt | poz',
    code: 'cod | cod produs | cod articol | cod art',
    description:
      'denumire | descriere | produs | denumire produs | denumire produse | denumirea produselor sau a serviciilor | denumirea produselor sau serviciilor | denumirea produselor | denumire produs serviciu | produse servicii | produs serviciu | serviciu | articol | denumire articol | explicatii | denumirea serviciilor | denumire serviciu | denumire servicii | servicii',
    quantity: 'cantitate | cant | cantitatea | buc | ore | nr buc',
    uom: 'um | u m | unitate | unitate de masura',
    unit_price:
      'pret unitar | pretul unitar | pret | pret unitar fara tva | pret unitar ron | pret unitar lei | pret fara tva | pret unit | p u | tarif | pret unitar fara t v a | pret buc',
    discount: 'reducere | discount | rabat | reducere %',
    rate: 'cota tva | tva % | cota | cota t v a | % tva | procent tva',
    tax: 'valoare tva | valoarea tva | suma tva | tva lei | tva ron | valoarea t v a',
    amount:
      'valoare | valoarea | valoare fara tva | valoare totala | valoare cu tva | total | total fara tva | total cu tva | suma | valoare lei | valoare ron | valoare neta | total lei | total ron | pret total',
    base: 'baza impozabila | baza tva | baza de impozitare | baza',
  },
  describes: 'denumire | descriere',
  net: 'fara tva | net | fara t v a',
  gross: 'cu tva | inclusiv tva',
  summary:
    'total | subtotal | total general | total fara tva | total tva | total cu tva | total de plata | de plata | rest de plata | achitat | avans | numerar | rotunjire | tva | baza impozabila | valoare totala | valoare tva | suma de plata | din care',
  carry: 'report | de reportat | total pagina',
  allowance: 'reducere | discount | rabat',
  included: 'din care | inclusiv',
  units:
    'buc | bucata | bucati | ore | ora | luna | luni | zi | zile | set | cutie | pachet | ml | mp | mc | serv | servicii | an | pers',
  taxWords: 'tva',
  legalForms: 'srl-d | s.r.l.-d | s.c.s | p.f.a | pfa',
  otherForms:
    'societate cu răspundere limitată | persoană fizică autorizată | întreprindere individuală | regie autonomă | societate pe acțiuni',
  countries:
    'românia | ungaria | germania | austria | franța | italia | spania | polonia | olanda | belgia | cehia | slovacia | grecia | turcia | ucraina | republica moldova | moldova | marea britanie | elveția | portugalia | croația | serbia | statele unite | suedia | danemarca | irlanda',
  firstNames:
    'andrei alexandru mihai ion ioan gheorghe vasile florin cristian adrian bogdan daniel constantin marian nicolae radu stefan ionut dan lucian ovidiu sorin elena ioana andreea mihaela gabriela raluca cristina alina simona daniela roxana anca carmen',
  seller:
    'furnizor | furnizorul | furnizorului | vânzător | vânzătorului | prestator | prestatorului | emitent | noastră | nostru',
  buyer:
    'client | clientul | clientului | cumpărător | cumpărătorului | beneficiar | beneficiarului | dvs | dumneavoastră',
  streets: 'strada|bulevardul|bdul|bd|calea|aleea|șoseaua|şoseaua|șos|şos|splaiul|piața|piaţa|intrarea',
  attention: 'în atenția|persoană de contact|persoana de contact|departamentul|departament|delegat',
  organizations:
    'primăria | universitatea | spitalul | asociația | fundația | școala | liceul | comuna | consiliul | ministerul | muzeul | municipiul',
  days: 'zi|zile|de zile',
  durations: 'săptămâni|luni|lună|ani',
  paying: 'plata|plată|plății|achitați|achita|plăti|scadentă',
}
