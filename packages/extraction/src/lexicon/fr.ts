import type { Language } from './classes.ts'

export const fr: Language = {
  stopWords:
    'le la les des et est pour nous vous votre une un dans par sur pas du au aux avec sans notre nos vos ou sera en cas tout toute ce cette',
  months:
    'janvier janv jan|février fevrier fév févr|mars|avril avr|mai|juin|juillet juil|août aout|septembre sept|octobre oct|novembre nov|décembre déc',
  labels: {
    total:
      'total | total ttc | montant ttc | montant total ttc | total general | montant total | net a payer ttc | total facture | total toutes taxes comprises | somme totale | ttc | total eur | total euros | montant de la facture | total tvac | montant tvac | total tva comprise | total tva incluse | prix total ttc | total de la facture | total commande | montant total tvac | montant facture | total en euros | total eur ttc | total a regler | montant total de la facture | total avec tva | total document | total taxes comprises | total general ttc | somme ttc',
    base: 'total ht | montant ht | total hors taxes | total hors taxe | sous total | sous total ht | base ht | base imposable | montant hors taxe | montant total ht | ht | net ht | total net ht | base tva | montant net | total htva | montant htva | base de calcul | total net | total ht net | prix ht | total hors tva | montant hors taxes | base | montant hors tva | total htva | base taxable | net commercial | net financier | montant imposable | bases ht | total brut ht | total lignes | montant base | somme ht | total h tva | htva',
    tax: 'tva | montant tva | total tva | taxe | taxes | total taxes | montant de la tva | montant total tva | montant taxe | total des taxes | dont tva | t v a | tva collectee | total de la tva | montant taxes | mt tva | taxes dues | taxe sur la valeur ajoutee | montant de tva',
    due: 'net a payer | montant a payer | reste a payer | solde a payer | a payer | montant du | solde du | reste du | solde | net du | montant restant du | total a payer | montant exigible | montant net a payer | total du | montant de l echeance | a regler | somme a payer | net a regler | a payer ttc | reste a regler | restant du | montant preleve | net a verser | montant a regler | montant a verser | total a regler | reste a verser | solde a regler | total net a payer | montant du ttc | somme due | total restant du | a acquitter | montant a acquitter | net a payer ttc | total du ttc | total a verser | solde a verser | reste a acquitter | montant total a payer',
    paid: 'montant paye | deja paye | acompte | acomptes | paye | regle | montant regle | deja regle | acompte verse | acompte paye | paye le | deduction acompte | montant deja paye | avance | prepaye | paiement recu | montant encaisse | arrhes',
    cash: 'especes | espece | recu | rendu especes | comptant',
    card: 'carte bancaire | cb | carte | carte bleue | carte de credit | bancontact',
    change: 'rendu | monnaie rendue | a rendre | monnaie',
    rounding: 'arrondi | arrondis',
    discount:
      'remise | rabais | escompte | ristourne | remises | total remise | reduction | remise totale | remise globale',
    charge:
      'frais de port | port | frais | frais de livraison | livraison | transport | port ht | frais de transport | eco participation | emballage | frais d envoi',
    deposit: 'depot | consigne | caution',
    balance: 'ancien solde | solde precedent | report | solde anterieur',
    rate: 'taux | taux tva | taux de tva | % tva | tva % | taux de taxe',
    count: 'nombre d articles | nb articles | nb lignes | total articles | quantite totale',
    vat_word: 'details tva | code tva | recapitulatif tva | detail tva | ventilation tva | recapitulatif des taxes',
    words_total: 'arrete la presente facture a la somme de | en lettres | soit',
    date: 'date | le | en date du | du | fait le',
    invoice_date:
      'date de facture | date facture | date de facturation | date de la facture | date d emission | facture du | emise le | date emission | date de creation | date document | date du document | date facturation | emis le | edite le | date d edition | facture en date du | date piece | date de l avoir | date de vente | etablie le | facturation le | factuurdatum',
    due_date:
      'date d echeance | echeance | date echeance | a payer avant le | payable le | date limite de paiement | payable avant le | date de paiement | echeance le | date limite | a regler avant le | date de reglement | reglement le | paiement avant le | a payer pour le | date d exigibilite | au plus tard le | a echeance du | prelevement le | paiement du | reglement avant le | echeance de paiement | preleve le | date de prelevement | sera preleve le | limite de paiement | a payer au plus tard le | payable au plus tard le | reglement au plus tard le | a regler au plus tard le | net a payer le | payable jusqu au | a payer jusqu au | payer jusqu au',
    delivery_date:
      'date de livraison | livraison le | date livraison | date d expedition | date de prestation | date de la prestation | livre le | date d execution | date de realisation | date de fourniture | date de service | date de la vente | date d intervention | date de la livraison | livraison prevue',
    order_date:
      'date de commande | date commande | commande du | commande le | date de la commande | date du devis | devis du',
    print_date:
      'imprime le | date d impression | valable jusqu au | validite | valable jusqu | fin de validite | date de validite | date d expiration',
    period:
      'periode | periode de facturation | du au | periode du | au | debut | fin | periode de prestation | date de debut | date de fin | periode facturee',
    time: 'heure | heures',
    invoice_no:
      'facture no | no facture | no de facture | numero de facture | facture | ref facture | reference facture | numero facture | no de la facture | facture ref | no piece | avoir no | no avoir | no de document | numero de document | numero de la facture | num facture | no document | facture client no | facture proforma no | fact no | ticket no | no ticket | recu no | facture d acompte no | piece no | reference de la facture | no de piece | facture d avoir no | id facture | no d avoir | relance no | no relance | note d honoraires no | note d honoraires',
    order_no:
      'commande no | no commande | no de commande | numero de commande | commande | votre commande | bon de commande | bon de commande no | reference commande | ref commande | reference client commande | votre commande no | votre reference de commande | commande client | no bon de commande | bdc | bc no | reference de commande | votre no de commande | engagement | no engagement | source | origine | votre ref commande | no de bon de commande | numero de bon de commande | reference du bon de commande | reference acheteur | contrat commande | no engagement juridique | bc | no bc | votre bc | bc client | ref de commande | no de commande client | n commande client | votre bon de commande | v commande | cde',
    seller_order_no:
      'notre commande | no commande fournisseur | notre no de commande | commande interne | commande vendeur | no commande interne | notre ref commande | no de commande vendeur | ar no | accuse de reception | no ar | notre no commande',
    customer_no:
      'no client | code client | numero client | client no | ref client | reference client | no de client | compte client | numero de client | votre code client | identifiant client | id client | no d adherent | no compte client | numero de compte client | vos references | matricule | code tiers',
    delivery_no:
      'bon de livraison | bl no | no bl | bon de livraison no | no de bon de livraison | no livraison | avis d expedition | bordereau de livraison | no colis | no de suivi | bl',
    reference:
      'reference | ref | votre reference | vos ref | references | dossier | no dossier | objet | affaire | projet | chantier | service | code service | votre ref | contact | devis | devis no | no devis | communication | communication structuree | description | concerne | interlocuteur | commercial | vendeur ref | no affaire | marche | no de marche | reference paiement | reference de paiement',
    our_ref: 'notre reference | nos ref | nos references | notre ref',
    contract_no:
      'contrat | no contrat | contrat no | numero de contrat | no de contrat | reference contrat | no police | abonnement no | ref contrat',
    transaction_no:
      'transaction | no transaction | no autorisation | no de transaction | autorisation | no d ordre | terminal no',
    account_no: 'compte | no compte | no de compte | compte bancaire | numero de compte | rib',
    bank_code: 'code banque | code guichet | guichet | cle rib',
    iban: 'iban | code iban | no iban',
    bic: 'bic | swift | bic swift | code bic | code swift | swift bic | bic code',
    vat_id:
      'tva intracommunautaire | no tva | no tva intracommunautaire | numero de tva | tva intra | no de tva | id tva | tva no | numero tva | numero de tva intracommunautaire | no tva intra | identifiant tva | n tva | code tva intracommunautaire | tva intracom | no intracommunautaire | no id tva | tva intracommunautaire no | identification tva | num tva | btw | btw tva | tva be | tva fr | no ident tva | tva ue | n tva intracom | numero d identification tva',
    tax_no: 'no fiscal | numero fiscal | identifiant fiscal | if | matricule fiscale',
    company_no:
      'siret | siren | rcs | no siret | no siren | siret no | ape | naf | code ape | code naf | capital | rm | numero d entreprise | no entreprise | bce | rc | ice | n siret | rcs no | numero siret | no rcs | capital social | no entreprise bce | ape naf',
    phone: 'tel | telephone | mobile | portable | gsm | no tel | tel no | numero de telephone | fixe',
    fax: 'fax | telecopie | telecopieur',
    email: 'courriel | email | e mail | mel | mail | adresse mail',
    web: 'site web | site internet | site | www | web',
    number: 'numero',
    terminal: 'caisse | magasin | terminal | tpe | table | couverts',
    cashier: 'caissier | vendeur | servi par | caissiere | hote | serveur | operateur',
    page: 'page | folio | feuille',
    corrected_no:
      'facture d origine | facture rectifiee | facture annulee | facture origine | facture initiale | facture anterieure | ref facture origine',
    bill_to:
      'facture a | client | adresse de facturation | facturation | acheteur | destinataire | facturer a | adresse client | facture pour | adresse facturation | donneur d ordre | nom du client | doit | preneur | assure | payeur | adresse du client | coordonnees client | facture adressee a | adresse de facture | client facture | coordonnees du client | a facturer a',
    ship_to:
      'adresse de livraison | livre a | livraison a | lieu de livraison | adresse livraison | destinataire livraison | livrer a | adresse d expedition | adresse de chantier | lieu d intervention',
    payee: 'titulaire | beneficiaire | titulaire du compte | nom du titulaire | a l ordre de',
    seller:
      'vendeur | fournisseur | emetteur | prestataire | emis par | ordre | raison sociale | societe | emetteur de la facture | adresse fournisseur | coordonnees du fournisseur | votre fournisseur | emetteur facture | vendu par | facture par | vendu et expedie par',
    attention:
      'a l attention de | a l att de | attention | interlocuteur | votre contact | votre interlocuteur | personne de contact | suivi par',
    name: 'nom | denomination',
    address: 'adresse | rue | ville | code postal | pays | siege social',
    bank: 'banque | coordonnees bancaires | domiciliation | domiciliation bancaire | virement | nom de la banque',
    invoice:
      'facture | facture client | facture de vente | facture d acompte | facture definitive | note d honoraires | facture d honoraires | note de frais et honoraires',
    credit_note: 'avoir | facture d avoir | note de credit | facture avoir | avoir client | facture rectificative',
    debit_note: 'note de debit',
    proforma: 'proforma | facture proforma | devis | pro forma | offre de prix',
    receipt: 'recu | ticket | ticket de caisse | quittance | justificatif de paiement | ticket client | addition',
    order: 'bon de commande | commande | confirmation de commande',
    delivery_note: 'bon de livraison | bordereau de livraison | bon d expedition',
    quantity: 'quantite | qte | nb | qt | quantites | nombre | heures',
    unit_price:
      'prix unitaire | pu | pu ht | prix unitaire ht | p u ht | p u | prix unit ht | prix | prix u | p u h t | prix unitaire net | tarif | prix unit | pu net | prix u ht',
    line_amount:
      'montant | montant ht | total ht | prix | total | prix total | montant net | total ligne | prix ht | montant ligne | total net | total ligne ht | valeur',
    code: 'code article | reference article | ref article | code produit | code | article | ref produit | no article',
    description:
      'designation | description | libelle | article | produit | prestation | intitule | desc | designation des produits | produits | prestations | details',
    unit: 'unite | un | u | unites',
    currency: 'devise | monnaie de facturation | devise de facturation',
    terms:
      'conditions de paiement | conditions de reglement | modalites de paiement | condition de paiement | delai de paiement | modalites de reglement | condition de reglement | termes de paiement | conditions',
    payment_method:
      'mode de paiement | mode de reglement | moyen de paiement | reglement | reglement par | paiement | moyen de reglement | paiement par | type de paiement | paye par | mode paiement | mode reglement',
    thanks: 'merci de votre visite | merci | merci de votre confiance',
    place: 'lieu de prestation | lieu',
  },
  columns: {
    position: 'ligne | num | no ligne',
    code: 'reference | code article | ref article | n article | article ref | ref | ref produit | code produit',
    description:
      'designation | libelle | produit | prestation | prestations | article | articles | nom designation | nature | detail | descriptif | intitule | objet | designation des produits | nature des prestations | description des prestations | prestation realisee | designation des articles | travaux | objet de la prestation | detail des prestations',
    quantity:
      'quantite | nombre | nb | heures | jours | qt | quant | unites | quantites | qtes | nbre | nb heures | volume',
    uom: 'unite de mesure',
    unit_price:
      'prix unitaire | prix unit | prix u | tarif | tarif unitaire | prix ht | montant unitaire | pu ttc | prix unitaire ht | cout | prix unit ht | pu net | pu euros | prix | cout unitaire | tarif ht | p unitaire ht | valeur unitaire',
    discount: 'remise charge | ristourne | reduction | remise %',
    rate: 'taux | taux tva | tva % | code tva | tx tva',
    tax: 'montant tva | tva montant | total tva',
    amount:
      'montant | total ht | total ttc | sous total | montant ht | montant ttc | prix total | total ligne | prix total ht | total h t | mt ht | net ht | valeur | total net | montant net | prix net | total euros | montant total ht | net | total hors taxe',
    base: 'base | base tva | base ht | base imposable | base h t',
  },
}
