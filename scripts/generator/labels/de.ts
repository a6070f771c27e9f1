import type { Labels } from './index.ts'

export const de: Labels = {
  t_invoice: 'Rechnung|RECHNUNG|Rechnung|Faktura|Ausgangsrechnung||Honorarnote|Abrechnung|Rechnungsbeleg',
  t_credit: 'Gutschrift|GUTSCHRIFT|Stornorechnung|Rechnungskorrektur|Storno||Rechnungsgutschrift|Warengutschrift',
  t_reminder: 'Mahnung|Zahlungserinnerung|1. Mahnung|2. Mahnung|MAHNUNG||Letzte Mahnung|Erinnerung',
  t_delivery: 'Lieferschein|LIEFERSCHEIN|Warenbegleitschein||Packzettel|Versandanzeige',
  t_order: 'Bestellung|BESTELLUNG|Auftrag||Einkaufsbestellung|Bestellschein',
  t_receipt: 'Quittung|Kassenbon|Beleg|QUITTUNG|Kassenbeleg||Bon|Zahlungsbeleg',
  t_utility:
    'Ihre Rechnung|Stromrechnung|Jahresabrechnung|Telefonrechnung|Ihre Monatsrechnung|Abrechnung Strom||Verbrauchsabrechnung|Gasrechnung',
  t_premium: 'Beitragsrechnung|Prämienrechnung|Beitragsabrechnung|Ratenrechnung||Folgebeitragsrechnung',
  t_prepayment:
    'Abschlagsrechnung|Anzahlungsrechnung|Vorausrechnung|Proforma-Rechnung|1. Abschlagsrechnung||Teilrechnung|Vorkasserechnung',
  t_final: 'Schlussrechnung|SCHLUSSRECHNUNG|Endrechnung|Rechnung||Schlußrechnung',
  no_invoice:
    'Rechnungsnummer|Rechnungs-Nr.|Rechnungsnr.|Rechnung Nr.|RECHNUNG NR.|Rechnungs-Nr|Rg.-Nr.|RE-Nr.|Belegnummer|Nummer|Nr.|Rechnung|Beleg-Nr.|Rechnungsnummer:||Re.-Nummer|Rechn.-Nr.|Vorgangsnummer|Fakturanummer|Belegnr.|Dokument Nr.',
  no_credit: 'Gutschriftsnummer|Gutschrift Nr.|Gutschrift-Nr.|Belegnummer|Storno-Nr.||Gutschriftnr.|Korrektur-Nr.',
  no_delivery: 'Lieferscheinnummer|Lieferschein-Nr.|Lieferschein Nr.|LS-Nr.|Nummer||Lieferscheinnr.',
  no_order: 'Bestellnummer|Bestellung Nr.|Bestell-Nr.|Auftragsnummer|Nr.||Bestellnr.|Best.-Nr.',
  no_receipt: 'Beleg-Nr.|Bon-Nr.|Quittung Nr.|Belegnummer|Bonnr.|Bon||Trans.-Nr.|Kassenbon-Nr.',
  no_reminder: 'Mahnung Nr.|Mahnnummer|Belegnummer|Nummer||Aktenzeichen',
  date: 'Datum|Rechnungsdatum|Rechnungsdatum:|Belegdatum|Ausstellungsdatum|vom|Rg.-Datum|Datum:|RECHNUNGSDATUM||Rechn.-Datum|Fakturadatum|Ausgestellt am|Erstellt am|Dok.-Datum',
  due: 'Fällig am|Fälligkeit|Zahlbar bis|Fälligkeitsdatum|Zahlungsziel|zahlbar bis|Fällig||Zahlungsfrist|Zu zahlen bis|Fällig zum|Valuta',
  delivered:
    'Lieferdatum|Leistungsdatum|Liefertermin|Datum der Leistung|Liefer-/Leistungsdatum|Lieferung am||Leistungszeitpunkt|Versanddatum|Geliefert am',
  period:
    'Leistungszeitraum|Abrechnungszeitraum|Zeitraum|Rechnungszeitraum|Lieferzeitraum||Nutzungszeitraum|Verbrauchszeitraum',
  order_date: 'Bestelldatum|Auftragsdatum|Bestellt am||Ihre Bestellung vom',
  order:
    'Bestellnummer|Ihre Bestellnummer|Bestell-Nr.|Ihre Bestellung|Bestellung|Auftragsnummer|Auftrags-Nr.|Auftrag Nr.|Ihre Bestell-Nr.|Bestellnr.||Best.-Nr.|Ihr Auftrag|Kundenbestellung',
  sales_order: 'Unsere Auftragsnr.|Auftrags-Nr.|Auftragsnummer|Unser Auftrag|Auftrag||Unsere Auftragsnummer|AB-Nr.',
  customer:
    'Kundennummer|Kunden-Nr.|Kundennr.|Kd.-Nr.|Kunde|Kunden-Nummer|Kdnr.|KUNDEN-NR.||Debitor|Debitorennummer|Kundenkonto|Ihre Kundennummer',
  note: 'Lieferschein|Lieferschein-Nr.|Lieferscheinnummer|LS-Nr.||Lieferscheinnr.',
  project: 'Projekt|Projekt-Nr.|Bauvorhaben|Objekt|Projektnummer||BV|Kommission',
  your_ref: 'Ihr Zeichen|Ihre Referenz|Ihre Nachricht vom|Ihre Ref.||Kundenreferenz',
  our_ref: 'Unser Zeichen|Unsere Referenz|Referenz|Vorgang||Az.',
  contact: 'Ansprechpartner|Bearbeiter|Sachbearbeiter|Ihr Ansprechpartner|Kontakt||Es betreut Sie|Betreuer',
  contract: 'Vertragsnummer|Vertrags-Nr.|Vertragskonto|Versicherungsschein-Nr.||Policen-Nr.',
  meter: 'Zählernummer|Zähler-Nr.|Zähler||Gerätenummer',
  reading_old: 'Zählerstand alt|Stand alt|Anfangsstand',
  reading_new: 'Zählerstand neu|Stand neu|Endstand',
  seller: 'Absender|Lieferant|Verkäufer|Von|Rechnungssteller|Leistungserbringer||Auftragnehmer|Aussteller',
  buyer:
    'Rechnung an|An|Kunde|Rechnungsempfänger|Rechnungsadresse|Käufer|An:|Rechnungsanschrift|Empfänger|Herr/Frau/Firma||Leistungsempfänger|Auftraggeber|Kundenanschrift',
  ship_to: 'Lieferadresse|Lieferung an|Lieferanschrift|Versandadresse||Warenempfänger|Leistungsort',
  attn: 'z.Hd.|z. Hd.|zu Händen|c/o|Ansprechpartner:|Inh.|Herrn|Frau||Attn:|zuhanden|Inhaber',
  phone: 'Tel.|Telefon|Tel|Fon|Telefon:|T||Mobil|Ruf',
  fax: 'Fax|Telefax|Fax:',
  email: 'E-Mail|Email|E-Mail:|Mail|eMail||E',
  web: 'Web|Internet|www|Webseite||Homepage',
  vat: 'USt-IdNr.|USt-ID|USt.-Id-Nr.|Ust-IdNr.|USt-IdNr|UID|USt-Id.|MwSt-Nr.|Umsatzsteuer-ID|Ust-Id-Nr.:||USt-Identnr.|UID-Nr.|VAT-ID|Umsatzsteuer-Identifikationsnummer',
  buyer_vat: 'Ihre USt-IdNr.|USt-IdNr. Kunde|Kunden-USt-IdNr.|Ihre UID-Nr.||Ihre USt-ID|UID des Kunden',
  tax_no: 'Steuernummer|Steuer-Nr.|St.-Nr.|StNr.|Steuernr.||Finanzamt-Nr.',
  company_no: 'Handelsregister|HRB|Firmenbuchnummer|UID|Registernummer',
  register: 'Handelsregister|Registergericht|Firmenbuch|HR|Reg.-Nr.||eingetragen beim',
  iban: 'IBAN|IBAN:|IBAN-Nr.|Iban||Konto (IBAN)',
  bic: 'BIC|BIC:|SWIFT|SWIFT-BIC|BIC/Swift||Swift-Code',
  bank: 'Bank|Bankverbindung|Kreditinstitut|Bank:||Geldinstitut',
  account: 'Konto|Kto.-Nr.|Kontonummer|Konto-Nr.||Kto.',
  sort: 'BLZ|Bankleitzahl|BLZ:||Clearing-Nr.',
  holder: 'Kontoinhaber|Empfänger|Zahlungsempfänger||Begünstigter',
  pay_ref: 'Verwendungszweck|Zahlungsreferenz|Referenz||Bitte angeben',
  terms: 'Zahlungsbedingungen|Zahlungsziel|Zahlung|Konditionen||Zahlungskondition',
  method: 'Zahlungsart|Zahlungsweise|Bezahlt mit|Zahlungsmethode||Zahlweg',
  m_transfer: 'Überweisung|Banküberweisung|auf Rechnung|Vorkasse',
  m_card: 'Kreditkarte|EC-Karte|Visa|girocard|Mastercard',
  m_debit: 'Lastschrift|SEPA-Lastschrift|Bankeinzug',
  m_cash: 'Bar|bar|BAR',
  w_terms:
    '{days} Tage netto|{days} Tage|innerhalb {days} Tagen|netto {days} Tage|{days} Tage rein netto|{days} Tage ohne Abzug',
  c_pos: 'Pos.|Pos|Nr.|#|Position||Lfd. Nr.|Zeile',
  c_code: 'Art.-Nr.|Artikelnummer|Artikel|Artikel-Nr.|Art.Nr.|Nummer||Mat.-Nr.|Bestellnr.|Produktnr.',
  c_desc:
    'Bezeichnung|Beschreibung|Leistung|Artikel|Text|Artikelbezeichnung|Produkt|BEZEICHNUNG||Leistungsbeschreibung|Warenbezeichnung|Gegenstand',
  c_qty: 'Menge|Anzahl|Anz.|Stunden|Stück|MENGE||Mge.|Std.|Zahl',
  c_unit: 'Einheit|Einh.|ME|Eh.||VE|Mengeneinheit',
  c_price:
    'Einzelpreis|Preis|E-Preis|Einzel|Stückpreis|EP|Einzelpreis netto|Preis/Einheit||Einh.-Preis|Satz|Preis je Einheit',
  c_discount: 'Rabatt|Rab. %|Rabatt %||Nachlass|Abzug',
  c_rate: '{tax}|{tax} %|USt. %|MwSt %|Steuersatz|St.-Satz||Steuer|% USt',
  c_tax: '{tax}-Betrag|Steuer|{tax}||Steuerbetrag',
  c_net:
    'Gesamtpreis|Gesamt|Betrag|Summe|Gesamt netto|G-Preis|Nettobetrag|Netto|Gesamtbetrag|Preis||Positionswert|Zeilensumme|Wert|GP',
  c_gross: 'Brutto|Bruttobetrag|Gesamt brutto|inkl. {tax}||Bruttopreis|Endpreis',
  c_date: 'Datum|Leistung am',
  base: 'Zwischensumme|Nettobetrag|Summe netto|Netto|Gesamt netto|Nettosumme|Summe Netto|Zwischensumme (netto)|Rechnungsbetrag netto|Gesamtbetrag netto|Total exkl. {tax}||Warenwert|Nettowert|Bemessungsgrundlage|Summe ohne {tax}|Netto-Summe',
  tax_of:
    '{tax} {rate} %|{rate}% {tax}|zzgl. {rate} % {tax}|{rate} % {tax}|Umsatzsteuer {rate}%|+ {tax} {rate}%|{tax} ({rate}%)|zzgl. {tax} {rate}%|{tax}||plus {rate} % {tax}|{tax} zu {rate} %|darin {rate} % {tax}',
  tax_sum:
    '{tax}|{tax} gesamt|Summe {tax}|Steuer|Steuerbetrag|MwSt.-Betrag|Gesamt {tax}||Steuersumme|{tax}-Summe|Umsatzsteuerbetrag',
  total:
    'Gesamtbetrag|Rechnungsbetrag|Gesamtsumme|Summe|Gesamt|Bruttobetrag|Endbetrag|Total|Gesamtbetrag brutto|Summe brutto|Gesamt brutto|Total inkl. {tax}|Rechnungssumme|Endsumme||Bruttosumme|Rechnungsendbetrag|Gesamtpreis inkl. {tax}|Gesamt (inkl. {tax})',
  discount: 'Rabatt|abzgl. Rabatt|Nachlass|Rabatt {rate} %||abzüglich Nachlass|Bonus',
  shipping: 'Versandkosten|Versand|Porto|Fracht|Lieferkosten|Versandkosten (netto)||Frachtkosten|Porto und Verpackung',
  rounding: 'Rundung|Rundungsdifferenz||Rundungsbetrag',
  paid: 'Bereits gezahlt|Bezahlt|abzgl. Zahlung|Zahlungseingang|Erhaltene Zahlungen||Schon bezahlt|Ihre Zahlung',
  advance:
    'abzgl. Anzahlung|Anzahlung|Abschlagszahlung|abzgl. Abschlagsrechnung|Geleistete Anzahlung||Vorauszahlung|Abschläge',
  previous: 'Offener Betrag|Vormonat|Saldovortrag|Übertrag aus Vormonat||Letzter Kontostand|Rückstand',
  due_amount:
    'Zu zahlen|Zahlbetrag|Zu zahlender Betrag|Offener Betrag|Restbetrag|Noch zu zahlen|Fälliger Betrag|ZAHLBETRAG|Verbleibender Betrag|zu zahlen||Forderung|Offen|Nachzahlung|Restforderung|Zahllast',
  fee: 'Mahngebühr|Mahnkosten|Verzugszinsen|Bearbeitungsgebühr',
  net_of: 'Netto {rate} %|Nettobetrag {rate}%|Warenwert {rate} %|Basis {rate}%',
  carried: 'Übertrag|Zwischensumme|Übertrag auf nächste Seite',
  section: 'Zwischensumme|Summe Titel|Teilsumme',
  x_rate: 'Steuersatz|{tax}|{tax} %|Satz||St.',
  x_base: 'Netto|Nettobetrag|Basis|Bemessungsgrundlage||Warenwert',
  x_tax: '{tax}|Steuer|Steuerbetrag|{tax}-Betrag',
  x_gross: 'Brutto|Bruttobetrag|Gesamt',
  x_sum: 'Summe|Gesamt|Total',
  s_pay:
    'Bitte überweisen Sie den Betrag bis zum {date}.|Zahlbar bis {date} ohne Abzug.|Zahlbar innerhalb von {days} Tagen bis zum {date}.|Der Rechnungsbetrag ist fällig am {date}.|Zahlbar sofort, spätestens bis {date}.|Bitte überweisen Sie den Betrag von {amount} bis zum {date}.|Bitte überweisen Sie bis zum {date} den Rechnungsbetrag in Höhe von {amount}.||Wir bitten um Begleichung bis spätestens {date}.',
  s_days:
    'Zahlbar innerhalb von {days} Tagen ohne Abzug.|Zahlungsziel {days} Tage netto.|Bitte zahlen Sie innerhalb von {days} Tagen nach Erhalt der Rechnung.|Zahlung: {days} Tage rein netto|Bitte überweisen Sie {amount} innerhalb von {days} Tagen auf unser Konto.||Wir bitten um Zahlung binnen {days} Tagen.',
  s_debit:
    'Der Betrag wird am {date} von Ihrem Konto abgebucht.|Wir buchen den Rechnungsbetrag zum {date} per SEPA-Lastschrift ab.|Der Betrag wird zum {date} per Lastschrift eingezogen.|Den Betrag von {amount} buchen wir am {date} von Ihrem Konto ab.',
  s_intro:
    'Sehr geehrte Damen und Herren, wir berechnen Ihnen wie folgt:|Vielen Dank für Ihren Auftrag. Wir erlauben uns zu berechnen:|für unsere Leistungen stellen wir Ihnen in Rechnung:|Wir lieferten Ihnen:',
  s_thanks:
    'Vielen Dank für Ihren Auftrag!|Wir danken für Ihr Vertrauen.|Mit freundlichen Grüßen|Vielen Dank für Ihren Einkauf.|Bei Fragen stehen wir gern zur Verfügung.',
  s_legal:
    'Die Ware bleibt bis zur vollständigen Bezahlung unser Eigentum.|Es gelten unsere Allgemeinen Geschäftsbedingungen.|Bitte geben Sie bei Zahlung die Rechnungsnummer an.|Das Leistungsdatum entspricht dem Rechnungsdatum.|Bei Zahlung innerhalb von 8 Tagen gewähren wir 2 % Skonto.|Geschäftsführer: siehe Briefkopf. Gerichtsstand ist der Sitz der Firma.',
  s_reverse:
    'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).|Gemäß § 19 UStG wird keine Umsatzsteuer berechnet.|Steuerfreie innergemeinschaftliche Lieferung.',
  s_remind:
    'leider konnten wir zu den folgenden Rechnungen noch keinen Zahlungseingang feststellen.|Bitte gleichen Sie die offenen Posten aus.|sicher haben Sie übersehen, die folgenden Rechnungen zu begleichen.',
  s_currency: 'Alle Beträge in {currency}|Währung: {currency}|Alle Preise in {currency}|Beträge in {currency}',
  s_credit:
    'Gutschrift zur Rechnung {number}|Storno der Rechnung Nr. {number} vom {date}|Korrektur zu Rechnung {number} vom {date}',
  page: 'Seite {n} von {m}|Seite {n}/{m}|Seite {n}|Seite: {n} von {m}|- {n} -',
  r_cash: 'BAR|Bar|Gegeben|Gegeben BAR|Bar EUR',
  r_change: 'Rückgeld|Zurück|RÜCKGELD|Wechselgeld',
  r_card: 'girocard|EC-Karte|VISA|Kartenzahlung|Mastercard',
  r_items: 'Artikel|Anzahl Artikel|Posten',
  r_cashier: 'Kasse|Bediener|Es bediente Sie|Kassierer',
  r_table: 'Tisch|Filiale|Kasse|Terminal',
  r_time: 'Uhrzeit|Zeit',
  bank_heading:
    'Bankverbindung|Zahlungsinformationen|Bitte überweisen Sie an|Unsere Bankverbindung||Überweisung an|Zahlungsangaben',
  ean: 'Barcode|EAN|Ref.',
}
