import type { TableWords } from './classes.ts'

/** Words of tables that several languages share, and those that were collected without their language. */
export const shared: TableWords = {
  columns: {
    position: '# | no | nr | n | pos | item no | line | line no | sl no | s no | sr no | sr | ln',
    code: 'sku | ean | gtin | ref | code | id | hsn | hsn code | hs code | upc',
    description: 'description | item | items | product | products | service | services',
    quantity: 'qty | qte | qta | q ty',
    uom: 'uom | um | u m | unit | units of measure | u o m | mj | m j | jm | j m | unite | eh | me',
    unit_price: 'price | rate | p u | pu | pu ht | p u ht | prix | u price',
    discount:
      'discount | disc | rabatt | remise | rem | korting | rabat | upust | sleva | descuento | dto | dcto | sconto | sc',
    rate: 'vat | tax | gst | cgst | sgst | igst | utgst | taxes | tva | ust | mwst | btw | dph | iva | vat % | tax % | gst % | hst',
    amount: 'total | amount | sum | value | total amount | subtotal | sub total | total eur | totaal',
    date: 'date | datum | data | fecha | period | periode | periodo | zeitraum | service date | training date | period from | leistungsdatum | obdobi | date livraison | due date',
    other:
      'currency | wahrung | devise | eur | usd | kc | pln | weight | gewicht | country | reason | origin | unit for | for p u | status | line status | basismenge | base qty | charge base qty | page | seite',
  },
  describes:
    'description | descriptions | product description | item description | service description | description of services | description of work | details | particulars | beschreibung | bezeichnung | leistungsbeschreibung | artikelbezeichnung | produktbezeichnung | designation | descriptif | libelle | omschrijving | opis | nazwa | popis | nazev | descripcion | descrizione | descricao | designacao',
  net: 'net | netto | ht | h t | excl | exkl | excluding | exclusive | ex vat | ohne | hors | bez | zzgl | neto | imponibile | untaxed | senza iva | sin iva | bez dph',
  gross:
    'gross | brutto | ttc | incl | inkl | including | inclusive | s dph | iva incluida | iva inclusa | ivato | con iva | mit ust | mit mwst',
  summary:
    'total | totals | subtotal | sub total | subtotals | substotal | grand total | net total | total net | total due | amount due | balance | balance due | total amount | invoice total | order total | tax total | total tax | sum | nett | nett of tax | net of tax | amount payable | total payable | payable | rounding | round adj | rounding adj | rounding adjustment | round off | rounding off | cgst | sgst | igst | utgst | change | cash | tendered | tender | paid | payment | payments | deposit | visa | mastercard | master card | debit card | credit card | amount paid | previous balance | previous unpaid balance | balance forward | sales tax | vat | gst | hst | tax | tax rate | taxable | vat total | total vat | total gst | gst payable | gst summary | item count | items count | item qty | total qty | total items | qty | total sales | net amount | gross amount | net sales | you saved | total saving | total savings | in words | net worth | gross worth | summe | gesamt | gesamtsumme | gesamtbetrag | zwischensumme | endsumme | endbetrag | rechnungsbetrag | nettobetrag | nettosumme | netto | brutto | bruttobetrag | bruttosumme | mwst | ust | umsatzsteuer | mehrwertsteuer | zuzuglich | zzgl | zuzugl | zahlbetrag | zu zahlen | zu zahlender betrag | positionssumme | rechnungssumme | steuerbetrag | steuer | warenwert | gesamtnetto | gesamtbrutto | anzahlung | erhaltene anzahlungen | rechnungsendbetrag | summe netto | summe brutto | gesamt netto | gesamt brutto | nettowert | ausstehender betrag | offener betrag | restbetrag | auftragssumme | warenbetrag | davon | enthaltene | bezahlt | gegeben | ruckgeld | bar | sous total | montant | montant ht | montant ttc | montant total | total ht | total ttc | total tva | tva | net a payer | reste a payer | acompte | taxes | total h t | total t t c | dont | somme | solde | arrondi | net commercial | montant tva | totaal | subtotaal | totaalbedrag | totaal bedrag | btw | te betalen | exclusief | exclusief btw | inclusief btw | excl btw | incl btw | totaal excl btw | totaal incl btw | afschrijvingskosten | betaald | bedrag | te voldoen | razem | suma | ogolem | do zaplaty | zaplacono | w tym | kwota | pozostalo | naleznosc | celkem | mezisoucet | soucet | dph | zaklad dane | k uhrade | zaokrouhleni | zaloha | zaplaceno | celkova castka | celkem k uhrade | importe total | total factura | total a pagar | base imponible | iva | suma total | importe neto | total iva | subtotales | totale | totale fattura | totale documento | imponibile | imposta | totale iva | netto a pagare | da pagare | totale imponibile | arrotondamento | tunai | jumlah | baki',
  carry:
    'carried forward | carry forward | brought forward | balance brought forward | ubertrag | vortrag | saldovortrag | zwischensumme | zwischenubertrag | a reporter | report | report page | total a reporter | sous total page | transport | over te brengen | transporteren | subtotal page | page total | page subtotal | seitensumme | do przeniesienia | z przeniesienia | prevod | suma anterior | suma y sigue | a riportare | riporto',
  allowance:
    'discount | less discount | item discount | disc | rabatt | abschlag | nachlass | zuschlag | remise | charge | korting | rabat | sleva | descuento | sconto | allowance | allowances | escompte | skonto | ristourne | voucher | coupon | gutschein | promo',
  included: 'incl | inkl | including | inclusief | dont | davon | waarvan | of which',
  units:
    'pcs | pc | pce | pieces | piece | ea | each | unit | units | hour | hours | hr | hrs | h | day | days | month | months | mon | year | years | kg | g | t | l | ltr | ml | m | m2 | m² | m3 | m³ | cm | mm | km | kwh | mwh | set | sets | pack | packs | box | boxes | roll | rolls | pair | pages | page | lot | lots | gb | user | users | license | licence | nos | no | bag | bottle | btl | ctn | carton | pkt | pkg | dz | doz | sqm | sf | lb | lbs | oz | ft | x | stk | st | stck | stuck | std | stunde | stunden | tag | tage | monat | monate | jahr | jahre | psch | pausch | pauschal | einheit | einheiten | eh | fl | flasche | paar | karton | kiste | rolle | lfm | qm | me | unite | unites | heure | heures | jour | jours | mois | an | ans | piece | pieces | forfait | ff | u | bte | boite | litre | litres | stuks | uur | uren | dag | dagen | maand | maanden | szt | godz | usl | kpl | op | mb | mies | ks | hod | hodin | sada | bal | den | mes | ud | uds | hora | horas | dia | dias | mes | meses | pz | pzas | unidad | unidades | ore | ora | nr | pezzi | cad | giorni | giorno',
  taxWords:
    'vat | tax | gst | cgst | sgst | igst | utgst | hst | pst | sst | tva | ust | mwst | umsatzsteuer | mehrwertsteuer | steuer | btw | dph | iva | taxe | podatek | moms | mva | igic',
}
