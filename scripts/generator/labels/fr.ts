import type { Labels } from './index.ts'

export const fr: Labels = {
  t_invoice: 'Facture|FACTURE|Facture client|FACTURE DE VENTE||Note d’honoraires|Facturation|Facture de prestation',
  t_credit: 'Avoir|AVOIR|Facture d’avoir|Note de crédit||Avoir client|Facture rectificative',
  t_reminder: 'Relance|Rappel de paiement|Lettre de relance|RAPPEL||Mise en demeure|Dernier rappel',
  t_delivery: 'Bon de livraison|BON DE LIVRAISON|Bordereau de livraison||Bon d’expédition',
  t_order: 'Bon de commande|BON DE COMMANDE|Commande||Commande fournisseur',
  t_receipt: 'Reçu|Ticket|Ticket de caisse|REÇU|Reçu de paiement||Quittance|Note',
  t_utility:
    'Votre facture|Facture d’électricité|Facture mensuelle|Facture de gaz|Facture mobile||Relevé de consommation|Facture d’eau',
  t_premium: 'Avis d’échéance|Appel de cotisation|Quittance de prime||Échéance de cotisation',
  t_prepayment: 'Facture d’acompte|Facture proforma|FACTURE D’ACOMPTE|Demande d’acompte||Acompte n° 1',
  t_final: 'Facture de solde|Facture finale|Facture|Décompte final||Facture définitive',
  no_invoice:
    'Facture n°|N° de facture|Numéro de facture|Facture N°|N° facture|Numéro|N°|Facture no|FACTURE N°|Réf. facture|Référence|N° de pièce|Num. facture||Facture numéro|N° document|No facture|Pièce n°|Réf. pièce',
  no_credit: 'Avoir n°|N° d’avoir|Numéro d’avoir|Note de crédit n°|Numéro||Réf. avoir',
  no_delivery: 'Bon de livraison n°|N° BL|BL n°|Numéro||Bordereau n°',
  no_order: 'Commande n°|N° de commande|Numéro de commande|BC n°|Bon de commande n°||Réf. commande',
  no_receipt: 'Ticket n°|Reçu n°|N° ticket|Ticket|Note n°||N° transaction',
  no_reminder: 'Relance n°|Référence|Dossier n°|Numéro||Réf. relance',
  date: 'Date|Date de facture|Date de facturation|Date facture|Le|Émise le|Date d’émission|DATE|En date du||Date pièce|Facturé le|Établie le',
  due: 'Échéance|Date d’échéance|Date d’échéance :|À payer avant le|Échéance le|Date limite de paiement|ÉCHÉANCE|Date échéance||Payable le|À régler avant le|Règlement avant le',
  delivered:
    'Date de livraison|Livré le|Date de prestation|Date livraison|Date de la vente||Expédié le|Date d’exécution',
  period: 'Période|Période de facturation|Période facturée||Consommation du|Période concernée',
  order_date: 'Date de commande|Commande du||Commandé le',
  order:
    'Commande n°|N° de commande|Votre commande|Numéro de commande|Bon de commande|Commande|Réf. commande|N° commande client||V/Commande|BC client|Votre BC',
  sales_order: 'Notre commande|N/Commande|Commande interne|Notre n° de commande||N° AR|Notre réf. commande',
  customer:
    'N° client|Code client|Numéro de client|Client n°|Référence client|N° de client|CODE CLIENT|Compte client||Réf. client|Votre n° client|Compte',
  note: 'Bon de livraison|BL n°|N° BL|Bon de livraison n°||Livraison n°',
  project: 'Projet|Chantier|Affaire|N° projet||Dossier',
  your_ref: 'Vos réf.|Votre référence|V/Réf.||Réf. acheteur',
  our_ref: 'Nos réf.|Notre référence|N/Réf.|Référence||Dossier suivi',
  contact: 'Contact|Votre contact|Interlocuteur|Suivi par|Vendeur||Commercial|Affaire suivie par',
  contract: 'N° de contrat|Contrat n°|Référence contrat|N° de compte||Police n°',
  meter: 'N° de compteur|Compteur|Compteur n°||Matricule',
  reading_old: 'Ancien index|Index de début|Relevé précédent',
  reading_new: 'Nouvel index|Index de fin|Relevé actuel',
  seller: 'Émetteur|Vendeur|De|Fournisseur|Émetteur :|Prestataire||Société|Expéditeur',
  buyer:
    'Facturé à|Client|Adressé à|Destinataire|Adresse de facturation|À|Facturé à :|Acheteur|Adressé à :|CLIENT||À l’attention de|Doit|Coordonnées client',
  ship_to: 'Adresse de livraison|Livré à|Livraison|Lieu de livraison||Destinataire de la livraison|Chantier',
  attn: 'À l’attention de|Att.|A l’att. de|c/o|Mme|M.||Contact :',
  phone: 'Tél.|Tél|Téléphone|Tel|Tél :|T.||Mobile|Appelez le',
  fax: 'Fax|Télécopie|Fax :',
  email: 'E-mail|Email|Mail|Courriel|E-mail :||Mél.',
  web: 'Site|Site web|Web|www||Internet',
  vat: 'TVA intracommunautaire|N° TVA|N° TVA intracom.|TVA|N° de TVA|TVA intra.|Numéro de TVA|N° TVA Intracommunautaire :||Identifiant TVA|Id. TVA|TVA n°',
  buyer_vat:
    'Votre N° TVA|N° TVA client|TVA client|Votre TVA intracommunautaire||N° TVA du client|TVA intracom. client',
  tax_no: 'N° fiscal|Identifiant fiscal|IDE',
  company_no: 'N° d’entreprise|IDE|RPM|BCE',
  register: 'RCS|R.C.S.|Immatriculation|Registre',
  iban: 'IBAN|IBAN :|Iban|Code IBAN||Compte IBAN',
  bic: 'BIC|BIC :|SWIFT|BIC/SWIFT|Code BIC||Code Swift',
  bank: 'Banque|Domiciliation|Banque :|Coordonnées bancaires||Établissement',
  account: 'N° de compte|Compte|RIB||Numéro de compte',
  sort: 'Code banque|Guichet||Code établissement',
  holder: 'Titulaire|Titulaire du compte|Bénéficiaire||À l’ordre de',
  pay_ref: 'Communication|Référence de paiement|Référence à rappeler||Motif',
  terms: 'Conditions de paiement|Conditions de règlement|Règlement|Modalités||Délai de paiement',
  method: 'Mode de paiement|Mode de règlement|Paiement|Moyen de paiement||Réglé par',
  m_transfer: 'Virement|Virement bancaire|Chèque',
  m_card: 'Carte bancaire|CB|Carte de crédit|Visa',
  m_debit: 'Prélèvement|Prélèvement SEPA|Prélèvement automatique',
  m_cash: 'Espèces|Comptant',
  w_terms:
    '{days} jours|{days} jours net|à {days} jours|{days} jours fin de mois|Sous {days} jours|à réception, {days} jours max.',
  c_pos: 'N°|Pos.|#|Ligne||Rang',
  c_code: 'Réf.|Référence|Code|Code article|Article|REF||Code produit|Réf. article',
  c_desc: 'Désignation|Description|Libellé|Article|Produit|Prestation|DÉSIGNATION|Intitulé||Nature|Objet|Détail',
  c_qty: 'Qté|Quantité|Qte|QTÉ|Nb|Heures||Nombre|Qté fact.',
  c_unit: 'Unité|U|Un.|U.||Unité de vente',
  c_price: 'Prix unitaire|P.U. HT|PU HT|Prix unit. HT|P.U.|Prix|Prix unitaire HT|PU||Tarif|Prix HT|Prix/U',
  c_discount: 'Remise|Rem. %|Rem.|Remise %||Rabais',
  c_rate: '{tax}|Taux {tax}|% {tax}|{tax} %|Taxes||Tx {tax}',
  c_tax: 'Montant {tax}|{tax}||{tax} (€)',
  c_net:
    'Montant HT|Total HT|Montant|Prix total HT|Total|MONTANT HT|Prix HT|Total ligne||Valeur HT|Sous-total HT|Net HT',
  c_gross: 'Total TTC|Montant TTC|TTC|Prix TTC||Net TTC',
  c_date: 'Date|Le',
  base: 'Total HT|Montant HT|Sous-total|Total Hors Taxe|TOTAL HT|Total net HT|Sous-total HT|Montant hors taxes|Total hors TVA|Montant total HT||Net HT|Base HT|Somme HT|HT',
  tax_of:
    '{tax} {rate} %|{tax} {rate}%|{tax} ({rate} %)|{tax} à {rate} %|Total {tax} {rate} %|Montant {tax} {rate}%|{tax}||Dont {tax} {rate} %|Taxe {rate}%',
  tax_sum: 'Total {tax}|{tax}|Montant {tax}|Montant total {tax}|Taxes|TOTAL {tax}||Total taxes|Somme {tax}',
  total:
    'Total TTC|TOTAL TTC|Montant TTC|Total|Montant total TTC|Total à payer TTC|Total général|Total {tax} comprise|Montant total|Total T.T.C.||Net TTC|Somme TTC|Montant facture TTC',
  discount: 'Remise|Remise globale|Remise {rate} %|Rabais||Réduction|Escompte',
  shipping: 'Frais de port|Port|Livraison|Frais d’expédition|Transport HT||Frais de livraison|Port et emballage',
  rounding: 'Arrondi|Arrondi||Écart d’arrondi',
  paid: 'Déjà payé|Déjà réglé|Payé|Montant payé|Règlements reçus||Votre règlement|Somme versée',
  advance: 'Acompte versé|Acompte|Acompte déduit|Acomptes||Moins acompte|Avance',
  previous: 'Solde précédent|Solde antérieur|Report solde||Reste dû précédent',
  due_amount:
    'Net à payer|Reste à payer|Montant dû|À payer|NET À PAYER|Total à payer|Solde dû|Solde à payer|Net à payer TTC|Montant à régler||À régler|Solde restant|Reste dû|Net à régler',
  fee: 'Frais de relance|Pénalités de retard|Indemnité forfaitaire|Frais',
  net_of: 'Base HT {rate} %|HT {rate}%|Montant HT à {rate} %',
  carried: 'Report|À reporter|Sous-total à reporter',
  section: 'Sous-total|Total section|Sous-total lot',
  x_rate: 'Taux|{tax} %|Taux {tax}|Code||Tx',
  x_base: 'Base HT|Base|HT|Montant HT||Assiette',
  x_tax: 'Montant {tax}|{tax}|Montant|Taxe',
  x_gross: 'TTC|Total TTC|Montant TTC',
  x_sum: 'Total|Totaux|TOTAL',
  s_pay:
    'Merci de régler avant le {date}.|Paiement à {days} jours, soit le {date}.|Échéance : {date}|Facture payable avant le {date}.|À régler au plus tard le {date}.|Merci de régler la somme de {amount} avant le {date}.|Nous vous prions de nous régler {amount} au plus tard le {date}.||Nous vous prions de régler cette facture pour le {date}.',
  s_days:
    'Paiement à {days} jours.|Règlement à {days} jours date de facture.|Payable sous {days} jours à réception.|Merci de nous régler la somme de {amount} sous {days} jours.||Délai de règlement : {days} jours.',
  s_debit:
    'Le montant sera prélevé le {date} sur votre compte.|Votre compte sera débité à partir du {date}.|Prélèvement automatique le {date}.|La somme de {amount} sera prélevée le {date}.',
  s_intro:
    'Veuillez trouver ci-dessous le détail de nos prestations.|Nous vous facturons les prestations suivantes :|En votre aimable règlement :|Objet : facturation de nos prestations',
  s_thanks:
    'Nous vous remercions de votre confiance.|Merci pour votre commande !|Merci de votre visite.|Avec nos remerciements.',
  s_legal:
    'En cas de retard de paiement, indemnité forfaitaire pour frais de recouvrement : 40 euros.|Pas d’escompte pour paiement anticipé.|Réserve de propriété : les marchandises restent notre propriété jusqu’au paiement complet.|Tout retard de paiement entraîne des pénalités de 3 fois le taux légal.|Merci de rappeler le numéro de facture lors du paiement.',
  s_reverse:
    'Autoliquidation de la TVA.|TVA non applicable, art. 293 B du CGI.|Exonération de TVA, art. 262 ter I du CGI.',
  s_remind:
    'Sauf erreur de notre part, les factures suivantes restent impayées.|Nous vous prions de régler les factures échues ci-dessous.',
  s_currency:
    'Montants exprimés en {currency}|Devise : {currency}|Montants en {currency}|Tous les prix sont en {currency}',
  s_credit:
    'Avoir sur facture {number}|Annule la facture n° {number} du {date}|Correction de la facture {number} du {date}',
  page: 'Page {n} sur {m}|Page {n}/{m}|{n} / {m}|Page {n}|Page : {n}',
  r_cash: 'ESPÈCES|Espèces|Espèces reçues|Especes EUR',
  r_change: 'Rendu|RENDU|À rendre|Monnaie rendue',
  r_card: 'CB|Carte bancaire|CARTE BANCAIRE|CB EMV',
  r_items: 'Articles|Nb articles|Nombre d’articles',
  r_cashier: 'Caisse|Vendeur|Servi par|Hôtesse',
  r_table: 'Table|Magasin|Caisse n°|Terminal',
  r_time: 'Heure|Heure',
  bank_heading:
    'Coordonnées bancaires|RIB|Règlement par virement|Paiement||Nos coordonnées bancaires|Relevé d’identité bancaire',
  ean: 'Code-barres|EAN|Réf.',
}
