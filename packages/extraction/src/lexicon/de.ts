import type { Language } from './classes.ts'

export const de: Language = {
  stopWords:
    'der die das und ist fur wir sie mit bei von auf nicht eine ein ihre ihr zum zur unter wird bitte oder dem nach durch uns aus sich uber',
  months:
    'januar jänner jan|februar feber feb febr|märz maerz mär mrz mar|april apr|mai|juni jun|juli jul|august aug|september sep sept|oktober okt|november nov|dezember dez',
  labels: {
    total:
      'gesamtbetrag | gesamt | summe | gesamtsumme | rechnungsbetrag | endbetrag | bruttobetrag | brutto | gesamtbetrag brutto | summe brutto | gesamt brutto | bruttosumme | rechnungssumme | endsumme | total | betrag inkl mwst | gesamtbetrag inkl mwst | summe inkl mwst | gesamt inkl mwst | gesamtpreis | rechnungsendbetrag | betrag brutto | gesamtbetrag eur | gesamtbetrag euro | gesamtbrutto | rechnungstotal | rechnungsgesamtbetrag | summe eur | summe euro | gesamtbetrag inklusive mehrwertsteuer | brutto gesamt | gesamt eur | betrag gesamt | total inkl mwst | bruttogesamtbetrag | gesamtbetrag der rechnung | bestellsumme | auftragssumme | gesamtsumme brutto | endpreis | gesamtbetrag inkl umsatzsteuer | gesamtbetrag inkl ust | gesamt inkl | rechnungsbetrag inkl | endsumme inkl | summe inkl | gesamtbetrag inkl',
    base: 'nettobetrag | netto | summe netto | zwischensumme | gesamt netto | nettosumme | gesamtbetrag netto | netto gesamt | warenwert | nettowarenwert | steuerbasis | bemessungsgrundlage | summe ohne mwst | gesamtsumme netto | betrag netto | netto summe | steuerbasisbetrag | gesamtnetto | summe positionen | positionssumme | zwischensumme netto | gesamtbetrag ohne ust | rechnungssumme ohne ust | nettopreis | gesamt zzgl mwst | summe zzgl mwst | nettowert | nettogesamtbetrag | total exkl mwst | betrag ohne mwst | gesamtbetrag der positionen | rechnungsbetrag netto | basisbetrag | gesamtnettobetrag | gesamtbetrag ohne umsatzsteuer | summe der nettobetrage | steuerpflichtiger betrag | umsatz netto | summe exkl | total exkl',
    tax: 'mwst | ust | mehrwertsteuer | umsatzsteuer | steuerbetrag | mwst betrag | ust betrag | zzgl mwst | zzgl ust | steuer | zzgl mehrwertsteuer | zzgl umsatzsteuer | umsatzsteuerbetrag | mehrwertsteuerbetrag | steuern | summe ust | summe mwst | gesamt mwst | steuergesamtbetrag | enthaltene mwst | inkl mwst | enthaltene umsatzsteuer | gesamtsteuer | summe umsatzsteuer | mwst gesamt | darin enthaltene mwst | enth mwst | gesetzliche mwst | gesetzl mwst | gesamtbetrag ust | summe steuer | steuersumme',
    due: 'zahlbetrag | zu zahlen | zu zahlender betrag | falliger betrag | offener betrag | restbetrag | zahlungsbetrag | fallig | noch zu zahlen | bitte zahlen sie | verbleibender betrag | ausstehender betrag | zahllast | offen | forderungsbetrag | falligkeitsbetrag | noch offen | offener rechnungsbetrag | nachzahlung | zu uberweisender betrag | auszahlungsbetrag | restsumme | abbuchungsbetrag | zu uberweisen | bitte uberweisen | forderung | restforderung | gesamtforderung | zu zahlende summe | zu begleichen | zu begleichender betrag | uberweisungsbetrag | offener saldo | fallige summe | gesamt zu zahlen | summe zu zahlen | noch offener betrag | einzugsbetrag | lastschriftbetrag | zahlungssumme | zu entrichten | restzahlung | noch zu zahlender betrag | verbleibende zahlung | noch zu uberweisen | endzahlbetrag',
    paid: 'bezahlt | anzahlung | bereits bezahlt | bereits gezahlt | gezahlt | vorauszahlung | abschlag | geleistete zahlungen | angezahlter betrag | anzahlungsbetrag | vorausbezahlt | anzahlungen | zahlung | gezahlter betrag | abzgl anzahlung | abschlagszahlungen | bereits geleistet | abzgl zahlung | zahlungseingang | erhaltene zahlungen | abzgl vorauszahlung',
    cash: 'bar | gegeben | bargeld | barzahlung | geg bar | bar eur | erhalten',
    card: 'karte | ec karte | girocard | kreditkarte | kartenzahlung | ec cash',
    change: 'ruckgeld | wechselgeld | zuruck',
    rounding: 'rundung | rundungsbetrag | rundungsdifferenz',
    discount:
      'rabatt | nachlass | skonto | abschlage | abzug | abzgl rabatt | gesamtrabatt | summe der abzuge | gutschein | skontobetrag | summe nachlasse | abzgl',
    charge:
      'versand | versandkosten | fracht | porto | frachtkosten | zuschlage | verpackung | versandkostenpauschale | lieferkosten | zuschlag | nebenkosten | summe zuschlage',
    deposit: 'kaution | pfand',
    balance: 'saldo | kontostand | ubertrag | vortrag | alter saldo',
    rate: 'steuersatz | ust satz | mwst satz | satz | ust % | mwst % | umsatzsteuersatz | prozentsatz',
    count: 'anzahl positionen | gesamtmenge | anzahl artikel | posten | artikelanzahl',
    vat_word:
      'steuerubersicht | steueraufschlusselung | aufschlusselung der umsatzsteuer | steuerschlussel | umsatzsteueraufgliederung | steuerkategorie',
    words_total: 'in worten',
    date: 'datum | vom | den | am | ausgestellt',
    invoice_date:
      'rechnungsdatum | datum der rechnung | rechnung vom | belegdatum | ausstellungsdatum | rechnungs datum | rechnungsdatum vom | ausgestellt am | rechn datum | re datum | rechnungstag | erstellungsdatum | dokumentdatum | bondatum | gutschriftsdatum | datum rechnung | rg datum | rechnung datum | bestelldatum beleg | belegausstellung',
    due_date:
      'falligkeitsdatum | fallig am | zahlbar bis | falligkeit | zahlungsziel | zahlbar bis zum | fallig bis | zu zahlen bis | bis zum | zahlungsfrist | zahlung bis | zahlungsziel bis | fallig zum | zahldatum | spatestens bis | bis spatestens | zahlungstermin | faellig am | faelligkeit | faelligkeitsdatum | fallig | bitte zahlen bis | falligkeitstag | zahlbar am | einzugsdatum | abbuchung am | bitte zahlen sie bis | wird abgebucht am | einzug am | spatestens am | uberweisung bis | zahlbar netto bis | netto zahlbar bis | netto bis | zahlbar spatestens bis | falligkeit am | bitte uberweisen sie bis | bitte uberweisen sie bis zum',
    delivery_date:
      'lieferdatum | leistungsdatum | datum der lieferung | liefertermin | leistungszeitpunkt | lieferzeitpunkt | lieferung vom | leistungstag | versanddatum | leistung vom | tatsachlicher lieferungszeitpunkt | datum der leistung | lieferungsdatum | liefer datum | leistungs datum | leistungserbringung | lieferscheindatum | liefertag | lieferdatum leistungsdatum | datum der ausfuhrung | warenausgang',
    order_date:
      'bestelldatum | auftragsdatum | bestellung vom | auftrag vom | angebotsdatum | angebot vom | vertragsdatum | buchungsdatum',
    print_date: 'druckdatum | gedruckt am | gultig bis | ablaufdatum | stand | kundigung zum | geburtsdatum',
    period:
      'leistungszeitraum | abrechnungszeitraum | zeitraum | lieferzeitraum | rechnungszeitraum | von | abrechnungsperiode | beginn | ende | nutzungszeitraum | vertragslaufzeit | mietzeitraum | startdatum | enddatum',
    time: 'uhrzeit | zeit | uhr',
    invoice_no:
      'rechnungs no | rechnung no | rechnungsnummer | re no | rg no | rechn no | beleg no | belegnummer | rechnung | dokument no | dokumentennummer | rechnungs id | rechnungskennung | bon no | gutschrift no | gutschrifts no | fakturanummer | faktura no | rechnungs kennung | schlussrechnung no | abschlagsrechnung no | teilrechnung no | belegkennung | quittungs no | rechnungsnummer no | korrekturrechnung no | stornorechnung no | r no | vorgangs no | rechnung id | mahnung no | mahnungs no | gutschriftsnummer | beleg id | honorarrechnung no | zahlungserinnerung no | schlussrechnung | abschlagsrechnung | teilrechnung | sammelrechnung | sammelrechnung no | honorarrechnung | honorarnote | honorarnote no | kostenrechnung | kostenrechnung no | beitragsrechnung | beitragsrechnung no | kostennote | kostennote no',
    order_no:
      'bestell no | bestellnummer | bestellung | bestellung no | ihre bestellung | ihre best | ihre best no | ihre bestellnummer | ihre bestell no | auftrags no kunde | kundenbestellung | kundenbestellnummer | bestellreferenz | bestell id | kunden bestellnummer | bestellreferenznummer | bestellkennzeichen | ihre auftrags no | ihr auftrag | bestellnummer des kunden | kundenauftrag | best nr | bestell nr | bestellzeichen | ihre order | auftrags nr kunde | po nr | ihre bestell nr | kunden bestell nr | ihre bestellung vom | bestell no kunde',
    seller_order_no:
      'auftrags no | auftragsnummer | auftrag | auftrag no | unsere auftrags no | auftragsbestatigung no | auftragsbestatigung | unser auftrag | auftragsreferenz | unsere auftragsnummer | unsere auftragsnr | auftragsnr | ab no | ab nr | unsere ab',
    customer_no:
      'kunden no | kundennummer | kd no | ihre kundennummer | debitoren no | kundenkonto | kunden id | debitor | mitglieds no | kunde no | kundenkennung | ihre kunden no | kto kunde | mandanten no | mandantennummer | teilnehmer no | verbrauchsstelle | vertragskonto | mandant',
    delivery_no:
      'lieferschein no | lieferscheinnummer | lieferschein | ls no | liefer no | lieferscheinreferenz | sendungs no | sendungsnummer | lieferavis',
    reference:
      'referenz | ihr zeichen | ihre referenz | ihre nachricht | referenz no | aktenzeichen | zeichen | projekt | projekt no | kostenstelle | verwendungszweck | betreff | bauvorhaben | angebots no | angebotsnummer | angebot | ansprechpartner | sachbearbeiter | bearbeiter | objekt | zahlungsreferenz | leitweg id | kauferreferenz | objekt no | kundenreferenz | kennzeichen | versicherungsschein no | bemerkung',
    our_ref: 'unser zeichen | unsere referenz | unsere nachricht',
    contract_no:
      'vertrags no | vertragsnummer | vertrag | vertrag no | vertragskonto | vertragsreferenz | policen no | vertragskontonummer | vertrags konto no | mietvertrag',
    transaction_no:
      'transaktions no | transaktionsnummer | transaktion | ta no | tse | genehmigungs no | terminal id | buchungs no | trace no | beleg no handler | vu no | seriennummer | serien no',
    account_no: 'konto no | kontonummer | konto | kto | kto no | bankkonto',
    bank_code: 'blz | bankleitzahl | bank code',
    iban: 'iban',
    bic: 'bic | swift | swift code | bic swift | swift bic',
    vat_id:
      'ust id no | ust id | ustid | ust idnr | ustidnr | umsatzsteuer id | umsatzsteuer identifikationsnummer | umsatzsteueridentifikationsnummer | ust identifikationsnummer | umsatzsteuer id no | uid no | uid | ust no | ustid no | mwst no | ust idno | umsatzsteuernummer | ihre ust id no | ust identno | umsatzsteuer ident no | ust ident no | mwst id | eg steuer no | ust ident | umsatzsteuer identno | ust identnr | mehrwertsteuer no | umsatzsteuer identifikations no',
    tax_no:
      'steuer no | steuernummer | st no | finanzamt | steuer id | stnr | steuer identifikationsnummer | fa no | steuernummer des',
    company_no:
      'handelsregister | hrb | hra | amtsgericht | registergericht | hr no | handelsregister no | hrb no | firmenbuch no | firmenbuchnummer | fn | registernummer | glaubiger id | glaubiger identifikationsnummer | gln | global id | register no | ik no',
    phone: 'telefon | tel | fon | mobil | handy | telefon no | rufnummer | mobiltelefon | durchwahl | hotline | tel no',
    fax: 'fax | telefax | telefax no',
    email: 'e mail | email | mail',
    web: 'internet | web | www | webseite | homepage | website',
    number: 'nummer | id',
    terminal: 'kasse | filiale | terminal | kassen no | markt | bon | filial no | pos',
    cashier: 'kassierer | bediener | verkaufer | es bediente sie | bedienung | mitarbeiter | es bediente',
    page: 'seite | blatt | seiten',
    corrected_no:
      'ursprungliche rechnung | zu rechnung | rechnungsreferenz | storno zu rechnung | vorausgegangene rechnung | bezug rechnung | abschlagsrechnung | vorherige rechnung | referenzrechnung',
    bill_to:
      'rechnung an | rechnungsempfanger | kunde | kaufer | rechnungsanschrift | rechnungsadresse | auftraggeber | leistungsempfanger | empfanger | besteller | an | firma | herrn | frau | kundenadresse | mieter | versicherungsnehmer | rechnung fur | kauferin | patient | versicherter | zahler | rechnungsempfangerin | rechnung geht an | verrechnet an | fakturiert an | an den kunden | kundendaten | empfangeranschrift',
    ship_to:
      'lieferanschrift | lieferadresse | warenempfanger | lieferung an | versand an | lieferort | versandadresse | abweichende lieferadresse | leistungsort | lieferempfanger',
    payee: 'kontoinhaber | zahlungsempfanger | begunstigter | kontoinhaberin | zu gunsten von | zugunsten von',
    seller:
      'verkaufer | lieferant | rechnungssteller | absender | leistungserbringer | aussteller | auftragnehmer | verkauferin | rechnungsaussteller | verkauft von | vermieter | bieter | anbieter | inhaber | geschaftsfuhrer | geschaftsfuhrung | rechnungsstellerin | leistender unternehmer | unsere daten | ihr lieferant | verkauft durch | verkauf durch | verkauft und versandt durch',
    attention:
      'z hd | zu handen | zhd | z hdn | zu hd | ansprechpartner | kontaktperson | ihr ansprechpartner | sachbearbeiter | bearbeiter | ansprechpartnerin | kontakt',
    name: 'name | firmenname | unternehmen',
    address: 'adresse | anschrift | strasse | ort | plz | land',
    bank: 'bank | bankverbindung | kreditinstitut | bankname | bankdaten | zahlungsinformationen | zahlungsdaten',
    invoice:
      'rechnung | faktura | schlussrechnung | abschlagsrechnung | teilrechnung | sammelrechnung | honorarrechnung | abrechnung | honorarnote | kostenrechnung | beitragsrechnung | liquidation | gebuhrenrechnung | kostennote',
    credit_note:
      'gutschrift | rechnungskorrektur | stornorechnung | storno | korrekturrechnung | kaufmannische gutschrift',
    debit_note: 'lastschrift belastung | belastungsanzeige | nachbelastung',
    proforma: 'proforma | proformarechnung | angebot | kostenvoranschlag | proforma rechnung',
    receipt: 'quittung | kassenbon | kassenbeleg | bon | beleg | barverkauf | bewirtungsbeleg | kaufbeleg',
    order: 'bestellung | auftragsbestatigung',
    delivery_note: 'lieferschein',
    quantity: 'menge | anzahl | stuck | stk | mge | stunden | std',
    unit_price:
      'einzelpreis | preis | stuckpreis | einheitspreis | e preis | ep | preis einheit | einzel | einzelpreis netto | nettopreis | preis pro einheit | listenpreis | einzelbetrag | preis je einheit',
    line_amount:
      'gesamtpreis | betrag | gesamt | gp | g preis | summe | positionsbetrag | gesamtbetrag | nettobetrag | wert | zeilensumme | positionswert',
    code: 'artikel no | artikelnummer | art no | artikel | produkt no | material no | sachnummer | artikelkennung | ean | gtin | art nr | artikelcode',
    description:
      'bezeichnung | beschreibung | artikelbezeichnung | leistung | position | pos | produkt | text | artikelbeschreibung | leistungsbeschreibung | tatigkeit | gegenstand',
    unit: 'einheit | me | einh | vpe | mengeneinheit',
    currency: 'wahrung | rechnungswahrung | in euro | alle betrage in',
    terms:
      'zahlungsbedingungen | zahlungsbedingung | zahlungskonditionen | konditionen | zahlbar | zahlungsvereinbarung | zahlung innerhalb | zahlbar innerhalb | zahlung erfolgt | zahlungshinweis | lieferbedingungen',
    payment_method:
      'zahlungsart | zahlungsweise | zahlart | zahlungsmittel | bezahlt mit | zahlung per | zahlungsmethode | zahlungsform | versandart | lieferart',
    thanks: 'vielen dank | danke | vielen dank fur ihren einkauf',
    place: 'leistungsort | ort der leistung | lieferland',
  },
  columns: {
    position: 'position | lfd nr | lfd',
    code: 'artikelnummer | artikelnr | artikel nr | art nr | artnr | art nr kunde | artikel id | bestellnummer | bestellnr | bestell nr | material | materialnummer | sachnummer | referenzen | teilenummer | ref | code',
    description:
      'beschreibung | bezeichnung | artikel | artikelbezeichnung | produkt | leistung | leistungen | warenbezeichnung | text | leistungsbeschreibung | artikelbeschreibung | produktbezeichnung | bezeichnung der leistung | positionstext | beschreibung memo | ware | gegenstand | tatigkeit | beschreibung der leistung | ware leistung | artikel leistung | leistung artikel | position beschreibung | was | tatigkeiten | leistungstext | bezeichnung artikel',
    quantity:
      'menge | anzahl | stk | stuck | anz | std | stunden | einheiten | liefermenge | *menge | zahl | std anzahl | anzahl std | gelieferte menge | bestellmenge | einsatze',
    uom: 'einheit | einh | mengeneinheit',
    unit_price:
      'preis | einzelpreis | einzelbetrag | stuckpreis | e preis | ep | einzel | nettopreis | vk preis | preis pro einheit | preis einheit | einheitspreis | stundensatz | bruttopreis | satz | *preis | epreis | preis stk | einzel eur | einzel e | einh preis | einh | preis einh | einzelkosten | je einheit | pro stuck | kosten je einheit | preis netto | e preis netto | stuckkosten | einzelpreis netto',
    discount: 'nachlass | skonto | rabatt % | abschlag',
    rate: 'ust satz | mwst satz | steuersatz | steuer | ust % | mwst % | umsatzsteuer | ust schl | steuer %',
    tax: 'steuerbetrag | mwst betrag | ust betrag | mehrwertsteuer | steuer eur',
    amount:
      'gesamt | gesamtpreis | summe | betrag | gesamtbetrag | zeilenbetrag | positionsbetrag | positions betrag | wert | gp | g preis | nettobetrag | gesamt netto | bruttobetrag | netto | brutto | warenwert | *betrag | gesamtpreis netto | positionssumme | gesamtsumme | zeilensumme | endpreis | *summe | endbetrag | preis gesamt | gesamt eur | wert netto | summe eur | gesamtwert | positionswert | gesamtkosten | zeilensumme netto | kosten',
    base: 'basisbetrag | bemessungsgrundlage | steuerbasis | nettowert | netto betrag | entgelt | grundlage',
  },
}
