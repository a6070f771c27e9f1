import type { Language } from './classes.ts'

export const it: Language = {
  stopWords: 'il lo gli di per con una del della dei delle non si sono nel alla e da su che grazie ai',
  months:
    'gennaio gen|febbraio feb|marzo mar|aprile apr|maggio mag|giugno giu|luglio lug|agosto ago|settembre set|ottobre ott|novembre nov|dicembre dic',
  labels: {
    total:
      'totale | totale fattura | importo totale | totale documento | totale complessivo | totale ivato | totale ordine | totale iva inclusa | totale con iva | totale eur | totale generale | importo totale documento | totale lordo | totale euro | totale da fattura',
    base: 'imponibile | totale imponibile | subtotale | totale netto | netto | totale merce | importo netto | base imponibile | totale senza iva | imponibile totale | netto merce | totale iva esclusa | totale prestazioni | somma imponibile | tot imponibile',
    tax: 'iva | imposta | totale iva | importo iva | i v a | totale imposta | imposte | totale imposte | ammontare iva',
    due: 'netto a pagare | totale da pagare | da pagare | totale a pagare | importo da pagare | saldo da pagare | totale dovuto | importo dovuto | a saldo | residuo da pagare | totale da versare | netto da pagare | resta da pagare | saldo | residuo | da saldare | saldo a pagare | netto dovuto | importo residuo | saldo finale | saldo dovuto | totale da saldare | importo da versare | dovuto | totale netto a pagare | resta da saldare | rimane da pagare | importo a pagare | ancora da pagare | netto a versare | importo a saldo | da versare | importo da saldare',
    paid: 'pagato | acconto | importo pagato | gia pagato | acconti | versato | anticipo | acconto versato | incassato | a dedurre acconto',
    cash: 'contanti | contante | ricevuto',
    card: 'carta | carta di credito | bancomat | pagamento elettronico',
    change: 'resto',
    rounding: 'arrotondamento',
    discount: 'sconto | abbuono | sconti | totale sconto',
    charge:
      'spese di spedizione | spese | trasporto | spese di trasporto | spese accessorie | spese incasso | bollo | imposta di bollo',
    rate: 'aliquota | aliquota iva | % iva | iva %',
    balance: 'saldo precedente | ritenuta | ritenuta d acconto | ritenuta acconto',
    date: 'data | del | in data | li',
    invoice_date:
      'data fattura | data documento | data emissione | data di emissione | fattura del | emessa il | data della fattura | data doc | data ricevuta',
    due_date:
      'scadenza | data scadenza | data di scadenza | scadenze | scadenza pagamento | da pagare entro | entro il | scadenza il | pagare entro il | data pagamento | pagamento entro il | scad | data scadenza pagamento | scade il | data addebito | addebito il | pagamento entro | termine pagamento | termine di pagamento | da saldare entro | pagare entro | da pagarsi entro il | da pagare entro il | saldo entro il',
    delivery_date:
      'data consegna | data di consegna | data prestazione | data spedizione | data trasporto | consegna | data operazione',
    order_date: 'data ordine | data dell ordine | ordine del',
    print_date: 'data stampa | stampato il | valido fino al',
    period: 'periodo | periodo di fatturazione | dal | al | periodo di riferimento',
    time: 'ora',
    invoice_no:
      'fattura no | no fattura | numero fattura | fattura | fattura n | documento no | numero documento | n documento | no documento | n fattura | scontrino no | ricevuta no | doc no | documento commerciale n | nota di credito no | numero di fattura | fattura numero | parcella no | ricevuta fiscale no | nr documento | num documento | n doc | parcella n | fattura elettronica no | no doc | n c no | fatt no | nota credito no | no nota di credito | numero nota di credito | sollecito no | avviso di parcella no',
    order_no:
      'ordine | ordine no | no ordine | numero ordine | vs ordine | vostro ordine | ordine di acquisto | rif ordine | n ordine | ordine cliente | numero d ordine | vs ordine no | vs ord | ordine n | ordine d acquisto | oda | oda no | ns rif ordine | vs rif ordine | no ordine cliente | ord no',
    seller_order_no:
      'nostro ordine | ns ordine | conferma d ordine no | conferma ordine no | no conferma | ns conferma',
    customer_no:
      'codice cliente | no cliente | numero cliente | cod cliente | n cliente | cliente no | id cliente | cod cli | codice cli | rif cliente | conto cliente',
    delivery_no: 'ddt | d d t | ddt no | documento di trasporto | bolla | no ddt | bolla no | rif ddt',
    reference:
      'riferimento | vostro riferimento | causale | oggetto | progetto | cig | cup | rif | commessa | vs riferimento | note | agente',
    our_ref: 'nostro riferimento | ns rif',
    contract_no: 'contratto | no contratto | numero contratto | polizza | codice contratto',
    transaction_no: 'transazione | autorizzazione | codice transazione',
    account_no: 'conto | conto corrente | c c | numero conto | cc no | c c bancario',
    bank_code: 'abi | cab | cin',
    iban: 'iban | codice iban | cod iban',
    bic: 'bic | swift | bic swift | codice bic | codice swift | swift bic',
    vat_id:
      'partita iva | p iva | p i | piva | part iva | partita iva no | p iva c f | cod fiscale e p iva | c f p iva | codice fiscale e partita iva | p iva cf | id fiscale iva | identificativo fiscale ai fini iva | p iva e c f | p iva e cf | piva e cf | cf e p iva | c f e p iva | p iva e cod fisc | partita iva e codice fiscale | cod fisc e p iva | p iva e codice fiscale | partita i v a | cf p iva | id iva | codice iva',
    tax_no: 'codice fiscale | c f | cod fisc | cod fiscale | cf | c fiscale',
    company_no:
      'rea | registro imprese | reg imprese | r e a | capitale sociale | cap soc | numero rea | iscrizione registro imprese',
    phone: 'telefono | tel | cell | cellulare',
    fax: 'fax',
    email: 'email | e mail | pec | posta elettronica | mail',
    web: 'web | www | sito | sito web',
    number: 'numero',
    terminal: 'cassa | negozio | punto vendita | tavolo',
    cashier: 'cassiere | operatore | cameriere | addetto',
    page: 'pagina | pag | foglio',
    corrected_no:
      'fattura di riferimento | rif fattura | fattura collegata | fatture collegate | rif fattura no | rif fatt | rif fatt no',
    bill_to:
      'cliente | intestatario | fatturato a | destinatario | spett le | spettabile | indirizzo di fatturazione | fatturare a | cessionario | cessionario committente | committente | intestato a | spett | dati cliente | destinatario fattura | cliente fatturazione | dati del cliente | intestata a',
    ship_to:
      'indirizzo di consegna | luogo di consegna | destinazione | spedire a | destinazione merce | luogo di destinazione | indirizzo di spedizione',
    payee: 'beneficiario | intestatario del conto | conto intestato a | intestato a',
    seller:
      'venditore | fornitore | mittente | cedente | cedente prestatore | emittente | intestazione conto | prestatore | dati fornitore | emesso da | dati del fornitore | azienda emittente | venduto da | venduto e spedito da',
    attention:
      'alla c a | alla cortese attenzione | c a | alla cortese attenzione di | referente | persona di contatto',
    name: 'nome | ragione sociale | denominazione',
    address: 'indirizzo | via | citta | cap | provincia | paese | sede legale | sede | comune',
    bank: 'banca | banca d appoggio | coordinate bancarie | dati bancari | appoggio bancario',
    invoice: 'fattura | parcella | fattura immediata | fattura differita | fattura accompagnatoria',
    credit_note: 'nota di credito | nota credito | nota di accredito',
    debit_note: 'nota di debito',
    proforma: 'proforma | preventivo | fattura proforma | avviso di parcella | offerta',
    receipt: 'ricevuta | scontrino | ricevuta fiscale | documento commerciale',
    order: 'ordine | conferma d ordine | conferma ordine',
    delivery_note: 'documento di trasporto | bolla di consegna',
    quantity: 'quantita | q ta | qta | pz | ore',
    unit_price: 'prezzo | prezzo unitario | prezzo unit | p unitario | importo unitario | prezzo netto | tariffa',
    line_amount: 'importo | totale | valore | prezzo totale | imp netto',
    code: 'codice | articolo | cod | cod articolo | codice articolo | cod art',
    description: 'descrizione | prodotto | articolo | servizio | descrizione prodotto | prestazione | beni e servizi',
    unit: 'um | u m | unita | unita di misura',
    currency: 'valuta | divisa',
    terms: 'condizioni di pagamento | termini di pagamento | condizioni pagamento | cond pagamento',
    payment_method:
      'modalita di pagamento | metodo di pagamento | pagamento | tipo pagamento | modalita pagamento | mod pagamento | mezzo di pagamento | forma di pagamento',
  },
  columns: {
    position: 'riga',
    code: 'codice | cod | cod articolo | codice articolo | riferimento',
    description:
      'descrizione | articolo | prodotto | oggetto | servizio | natura | descrizione dei beni | prestazione | descrizione prestazione | lavori | beni e servizi | descrizione articolo | descrizione servizi | prodotto servizio',
    quantity: 'quantita | q ta | qta | ore | quant | pezzi | nr pezzi | q | quant ta | n | numero | unita',
    uom: 'unita | unita di misura | unita misura',
    unit_price:
      'prezzo | prezzo unitario | p unitario | prezzo un | costo unitario | pr unitario | prezzo unit | imp unitario | prezzo netto | costo | tariffa | prezzo u | p u',
    discount: 'sconto % | sc %',
    rate: 'aliquota | iva % | % iva | al iva | aliq | cod iva | aliquota iva',
    tax: 'imposta | importo iva | imp iva',
    amount:
      'importo | totale | prezzo totale | importo netto | valore | totale riga | imponibile | imp netto | prezzo tot | totale eur | importo totale | tot | totale netto | importo eur | netto',
    base: 'imponibile | base imponibile',
  },
}
