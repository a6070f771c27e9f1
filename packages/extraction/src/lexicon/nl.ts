import type { Language } from './classes.ts'

export const nl: Language = {
  stopWords: 'het een van voor wij uw op met zijn naar bij ons deze wordt niet en te aan onder graag binnen onze',
  months:
    'januari jan|februari feb|maart mrt|april apr|mei|juni jun|juli jul|augustus aug|september sep sept|oktober okt|november nov|december dec',
  labels: {
    total:
      'totaal | totaalbedrag | totaal incl btw | totaal inclusief btw | factuurbedrag | eindbedrag | eindtotaal | te totaal | bedrag incl btw | totaal bedrag | totaal te betalen | totaalprijs | factuurtotaal | totaal eur | bedrag inclusief btw | totaal factuur | bruto | totaal incl | totaal inclusief | te betalen incl btw',
    base: 'subtotaal | totaal excl btw | totaal exclusief btw | netto | nettobedrag | bedrag excl btw | maatstaf van heffing | grondslag | excl btw | totaal netto | basis btw | maatstaf | belastbaar bedrag | totaal excl | netto totaal | btw basis | over | btw grondslag | subtotaal excl btw | totaal exclusief',
    tax: 'btw | btw bedrag | totaal btw | b t w | omzetbelasting | bedrag btw | btw totaal | belasting | btw hoog | btw laag | 21 btw',
    due: 'te betalen | te voldoen | nog te betalen | openstaand bedrag | verschuldigd bedrag | te betalen bedrag | openstaand | restbedrag | bedrag te betalen | saldo te betalen | resterend bedrag | te voldoen bedrag | te ontvangen | totaal te betalen | totaal te voldoen | te betalen incl btw | door u te betalen | openstaand saldo | nog te voldoen | over te maken | totaal verschuldigd | bedrag te voldoen | over te maken bedrag | te betalen totaal | nog openstaand | totaal openstaand | netto te betalen | af te schrijven bedrag | resteert te betalen | te vorderen bedrag',
    paid: 'betaald | reeds betaald | aanbetaling | voldaan | reeds voldaan | voorschot | voorschotten | betaalde voorschotten | gefactureerd voorschot',
    cash: 'contant | contant ontvangen | ontvangen',
    card: 'pin | pinbetaling | bankpas | creditcard | bancontact | kaart',
    change: 'wisselgeld | terug',
    rounding: 'afronding | afrondingsverschil',
    discount: 'korting | kredietbeperking | betalingskorting | totaal korting',
    charge: 'verzendkosten | vrachtkosten | porto | toeslag | bezorgkosten',
    balance: 'vorig saldo | saldo',
    rate: 'btw tarief | btw % | tarief | percentage',
    count: 'aantal artikelen',
    date: 'datum',
    invoice_date:
      'factuurdatum | datum factuur | factuur datum | documentdatum | datum van uitgifte | facturatiedatum | factuur van | bondatum',
    due_date:
      'vervaldatum | vervaldag | te betalen voor | betalen voor | uiterste betaaldatum | betaaldatum | betaling voor | uiterlijk | te voldoen voor | betalen uiterlijk | verval datum | uiterlijke betaaldatum | verloopdatum | betaal uiterlijk | uiterlijk te betalen op | wordt afgeschreven op | incassodatum | te betalen op | betaal voor | te voldoen uiterlijk | graag betalen voor | betalen op | gelieve te betalen voor | te betalen uiterlijk | uiterste betaaldag',
    delivery_date:
      'leverdatum | leveringsdatum | datum levering | verzenddatum | afleverdatum | datum van levering | datum prestatie',
    order_date: 'besteldatum | orderdatum | datum bestelling',
    print_date: 'geprint op | afdrukdatum | geldig tot',
    period: 'periode | factuurperiode | van | tot | tot en met | t m',
    time: 'tijd | tijdstip',
    invoice_no:
      'factuur no | factuurnummer | factuur | fact no | documentnummer | bonnummer | bon no | nota no | notanummer | document no | factuurno | creditnota no | creditfactuur no | creditnota nummer | factuur id | facturnummer | kredietnota no | aanmaning no | herinnering no | creditno | declaratie no',
    order_no:
      'order no | ordernummer | bestelnummer | bestel no | bestelbon no | uw bestelling | uw ordernummer | inkoopordernummer | inkooporder | po nummer | uw order | bestelling | inkooporder no | uw bestelnummer | bestelbon | bestelbonnummer | opdracht no | uw bestelno | po no | klant order | uw po no | order no klant',
    seller_order_no: 'onze order | verkooporder | onze order no | opdrachtnummer',
    customer_no:
      'klant no | klantnummer | debiteur no | debiteurnummer | relatie no | relatienummer | uw klantnummer | klantcode | debiteuren no | klant id | lidnummer',
    delivery_no:
      'pakbon | pakbon no | pakbonnummer | leverbon | leveringsbon | leveringsbon no | zending no | vrachtbrief',
    reference:
      'referentie | uw referentie | kenmerk | uw kenmerk | ref | betreft | omschrijving project | project | betalingskenmerk | gestructureerde mededeling | mededeling | offerte | offerte no | offertenummer | projectnummer | t a v | contactpersoon',
    our_ref: 'onze referentie | ons kenmerk',
    contract_no: 'contract no | contractnummer | polisnummer | overeenkomst',
    transaction_no: 'transactie | transactienummer | autorisatiecode | autorisatie',
    account_no: 'rekening no | rekeningnummer | rekening | bankrekening | bankrekeningnummer | rek no',
    iban: 'iban | iban no | ibannummer',
    bic: 'bic | swift | bic code | bic swift | swift code',
    vat_id:
      'btw no | btw nummer | btw id | btw identificatienummer | btw | ondernemingsnummer btw | btw nr | b t w no | btw id no | uw btw no | btw identificatie no | ondernemings no',
    tax_no: 'fiscaal nummer | rsin | ob no | ob nummer',
    company_no:
      'kvk | kvk no | kvk nummer | k v k | handelsregister | ondernemingsnummer | ond no | kamer van koophandel | hr no | rpr | k v k no | inschrijving kvk',
    phone: 'telefoon | tel | telefoonnummer | mobiel | gsm | t',
    fax: 'fax',
    email: 'e mail | email | mail',
    web: 'website | web | www | internet',
    number: 'nummer',
    terminal: 'kassa | filiaal | terminal | winkel',
    cashier: 'kassamedewerker | medewerker | bediend door | verkoper',
    page: 'pagina | blad',
    bill_to:
      'factuur aan | klant | factuuradres | afnemer | aan | factureren aan | koper | klantgegevens | factuuradres klant | opdrachtgever | gefactureerd aan | debiteur | verzekeringnemer | factuur voor | klantadres | factuuradressering',
    ship_to: 'afleveradres | verzendadres | bezorgadres | leveringsadres | leveren aan | leveradres | verzenden naar',
    payee: 'ten name van | t n v | tnv | op naam van | begunstigde | rekeninghouder',
    seller:
      'verkoper | leverancier | afzender | van bedrijf | uw leverancier | bedrijfsgegevens | facturerende partij | verkocht door',
    attention: 't a v | ter attentie van | contactpersoon | tav | uw contactpersoon',
    name: 'naam | bedrijfsnaam',
    address: 'adres | straat | plaats | postcode | land',
    bank: 'bank | bankgegevens | betaalgegevens',
    invoice: 'factuur | nota | rekening | verkoopfactuur',
    credit_note: 'creditnota | creditfactuur | kredietnota',
    proforma: 'proforma | offerte | pro forma factuur | proforma factuur | proformafactuur',
    receipt: 'kassabon | bon | kwitantie | betaalbewijs | ontvangstbewijs',
    order: 'bestelling | orderbevestiging | inkooporder | bestelbon',
    delivery_note: 'pakbon | leverbon | leveringsbon',
    quantity: 'aantal | hoeveelheid | uren | stuks',
    unit_price:
      'prijs | stukprijs | eenheidsprijs | prijs per stuk | tarief | prijs per eenheid | e h prijs | per stuk',
    line_amount: 'bedrag | totaal | regelbedrag | totaalprijs | regeltotaal',
    code: 'artikel | artikelnummer | artikelcode | art no | productcode',
    description: 'omschrijving | beschrijving | product | dienst | artikelomschrijving | specificatie',
    unit: 'eenheid | eenh',
    currency: 'valuta | munt',
    terms:
      'betalingsvoorwaarden | betalingstermijn | betaaltermijn | betalingsconditie | betalingscondities | betalingstermijn dagen | betalingsconditie',
    payment_method: 'betaalwijze | betaalmethode | betalingswijze | betaald met | wijze van betaling | betaling',
    thanks: 'bedankt | dank u wel',
    place: 'plaats van levering',
  },
  columns: {
    position: 'regel',
    code: 'artikelnummer | artikelnr | artikelcode | code | productcode | referentie',
    description:
      'omschrijving | artikel | product | beschrijving | artikelomschrijving | dienst | productomschrijving | naam | dienst of product | werkzaamheden | omschrijving werkzaamheden | product of dienst',
    quantity: 'aantal | hoeveelheid | stuks | uren | hoeveelh | aant | eenheden',
    uom: 'eenheid | eenh',
    unit_price:
      'prijs | prijs per stuk | stukprijs | eenheidsprijs | tarief | prijs per eenheid | stuksprijs | per stuk | bedrag per stuk | prijs p st | stuks prijs | prijs per uur | uurtarief | eenh prijs',
    rate: 'btw % | btw tarief | btw perc | perc',
    tax: 'btw bedrag | bedrag btw',
    amount:
      'bedrag | totaalbedrag | totaal bedrag | regeltotaal | totaalprijs | subtotaal | prijs incl btw | prijs excl btw | totaal excl btw | totaal incl btw | netto bedrag | som | totaal prijs | regelbedrag | bedrag excl | bedrag incl',
    base: 'grondslag | btw grondslag | maatstaf | maatstaf van heffing',
  },
}
