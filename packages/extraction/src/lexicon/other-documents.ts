/**
 * Titles and words of documents that are neither invoices nor orders, by language. Folded (lower case, without accents); `*x` is a word that ends in x.
 * They are no labels of values, so that they are searched only where a title can be.
 */
export interface OtherDocuments {
  /** Bank statements. */
  statement?: string
  /** Statements of any account: of a bank if the page shows balances too. */
  account?: string
  /** Contracts, forms, reports, newsletters, curricula vitae. */
  other?: string
  /** How titles of such documents may end: `Pilot Report`. */
  ends?: string
  /** Reminders: they ask for a payment. */
  reminder?: string
  /** The balance at the start and the end of a bank statement. */
  opening?: string
  closing?: string
  /** Headings of what leaves and what enters an account. */
  debit?: string
  credit?: string
  /** The heading of the balance after each row. */
  balance?: string
  /** Headings of a curriculum vitae. */
  resume?: string
  /** The start of a salutation, and of the end of a letter. */
  salutation?: string
  regards?: string
}

export const OTHER_DOCUMENTS: Readonly<Record<string, OtherDocuments>> = {
  eng: {
    ends: 'report|bulletin|newsletter|agreement|contract|minutes|memo|memorandum|questionnaire',
    statement:
      'bank statement|bank account statement|checking account statement|current account statement|savings account statement|credit card statement|brokerage statement',
    account:
      'account statement|statement of account|statement of accounts|monthly statement|account summary|statement of transactions',
    other:
      'contract|agreement|employment contract|employment agreement|service agreement|services agreement|lease agreement|rental agreement|tenancy agreement|license agreement|loan agreement|contract of employment|contract of sale|sales contract|purchase agreement|non disclosure agreement|memorandum of understanding|terms and conditions|general terms and conditions|curriculum vitae|resume|cover letter|newsletter|bulletin|press release|application form|registration form|questionnaire|certificate|minutes of meeting|meeting minutes|minutes|agenda|memo|memorandum|report|annual report|balance sheet|income statement|profit and loss statement|statement of financial position|cash flow statement|payslip|pay slip|earnings statement|tax return|user manual|privacy policy|power of attorney',
    reminder:
      'reminder|payment reminder|first reminder|second reminder|third reminder|final reminder|overdue notice|past due notice|dunning notice|final notice|letter of demand',
    opening:
      'opening balance|beginning balance|balance brought forward|start balance|starting balance|previous statement balance|brought forward',
    closing: 'closing balance|ending balance|balance carried forward|end balance|final balance|carried forward',
    debit: 'debit|debits|withdrawal|withdrawals|money out|paid out|payments out',
    credit: 'credit|credits|deposit|deposits|money in|paid in|payments in',
    balance: 'balance|running balance',
    resume:
      'experience|work experience|professional experience|employment history|education|skills|technical skills|professional summary|summary|profile|languages|references|certifications|interests|publications|projects|selected projects',
    salutation: 'dear|to whom it may concern',
    regards: 'yours sincerely|yours faithfully|sincerely|kind regards|best regards|regards|yours truly|respectfully',
  },
  deu: {
    statement:
      'kontoauszug|bankauszug|kontoauszuge|girokontoauszug|depotauszug|kreditkartenabrechnung|finanzstatus|kontoubersicht',
    account: 'umsatzubersicht|kontoumsatze|umsatze',
    other:
      'vertrag|*vertrag|vereinbarung|*vereinbarung|allgemeine geschaftsbedingungen|lebenslauf|bewerbung|newsletter|rundbrief|pressemitteilung|antrag|formular|fragebogen|protokoll|tagesordnung|bericht|bescheinigung|zeugnis|arbeitszeugnis|bilanz|gewinn und verlustrechnung|gehaltsabrechnung|entgeltabrechnung|lohnabrechnung|verdienstabrechnung|steuererklarung|vollmacht|kundigung|datenschutzerklarung|bedienungsanleitung',
    reminder:
      'mahnung|erste mahnung|zweite mahnung|dritte mahnung|letzte mahnung|zahlungserinnerung|freundliche zahlungserinnerung|zahlungsaufforderung',
    opening:
      'anfangssaldo|alter saldo|saldo alt|alter kontostand|anfangsbestand|saldovortrag|ubertrag|anfangskontostand',
    closing: 'endsaldo|neuer saldo|saldo neu|neuer kontostand|endbestand|schlusssaldo|schlussaldo|endkontostand',
    debit: 'soll|lastschrift|belastung|belastungen|abgang|ausgang|ausgaben',
    credit: 'haben|gutschrift|gutschriften|zugang|eingang|einnahmen',
    balance: 'saldo|kontostand',
    resume:
      'berufserfahrung|beruflicher werdegang|ausbildung|schulbildung|kenntnisse|sprachkenntnisse|sprachen|personliche daten|interessen|hobbys|weiterbildung|edv kenntnisse',
    salutation: 'sehr geehrte|sehr geehrter|liebe|lieber|guten tag',
    regards:
      'mit freundlichen grussen|mit freundlichem gruss|freundliche grusse|mit besten grussen|hochachtungsvoll|viele grusse',
  },
  fra: {
    statement:
      'releve de compte|releve bancaire|releve de compte bancaire|releve de vos comptes|extrait de compte|extrait bancaire|releve de carte',
    account: 'releve d operations',
    other:
      'contrat|contrat de travail|contrat de location|contrat de bail|contrat de prestation|contrat de vente|bail|accord|convention|conditions generales|conditions generales de vente|curriculum vitae|lettre de motivation|lettre d information|infolettre|bulletin d information|communique de presse|formulaire|formulaire d inscription|questionnaire|attestation|certificat|proces verbal|compte rendu|ordre du jour|rapport|rapport annuel|bilan|compte de resultat|bulletin de paie|bulletin de salaire|declaration de revenus|procuration|notice d utilisation',
    reminder:
      'relance|lettre de relance|rappel|rappel de paiement|premier rappel|deuxieme rappel|dernier rappel|mise en demeure',
    opening:
      'solde initial|solde d ouverture|ancien solde|solde precedent|solde anterieur|solde de depart|solde reporte',
    closing: 'solde final|nouveau solde|solde de cloture|solde de fin|solde en fin de periode',
    debit: 'debit|debits|retrait|retraits',
    credit: 'credit|credits|depot|depots',
    balance: 'solde',
    resume:
      'experience professionnelle|experiences professionnelles|experiences|formation|formations|competences|langues|centres d interet|loisirs|profil|diplomes',
    salutation: 'madame|monsieur|cher|chere|chers|mesdames',
    regards:
      'cordialement|bien cordialement|veuillez agreer|je vous prie d agreer|nous vous prions d agreer|salutations distinguees|sinceres salutations',
  },
  spa: {
    statement:
      'extracto bancario|extracto de cuenta|extracto de cuenta corriente|estado de cuenta bancario|extracto de movimientos',
    account: 'estado de cuenta|extracto|movimientos de cuenta',
    other:
      'contrato|contrato de trabajo|contrato de arrendamiento|contrato de alquiler|contrato de compraventa|contrato de servicios|acuerdo|convenio|condiciones generales|curriculum vitae|hoja de vida|boletin|boletin informativo|nota de prensa|formulario|solicitud|formulario de inscripcion|cuestionario|certificado|acta de reunion|orden del dia|informe|informe anual|balance|cuenta de resultados|nomina|recibo de nomina|declaracion de la renta|poder notarial',
    reminder: 'recordatorio de pago|recordatorio|aviso de pago|reclamacion de pago|ultimo aviso|requerimiento de pago',
    opening: 'saldo inicial|saldo anterior|saldo de apertura',
    closing: 'saldo final|saldo actual|saldo de cierre',
    debit: 'debe|cargo|cargos|debito|debitos|retiros',
    credit: 'haber|abono|abonos|credito|creditos|depositos',
    balance: 'saldo',
    resume:
      'experiencia|experiencia profesional|experiencia laboral|formacion|formacion academica|educacion|habilidades|competencias|idiomas|perfil|referencias|datos personales',
    salutation: 'estimado|estimada|estimados|muy senor|muy senores|apreciado|querido|querida',
    regards: 'atentamente|saludos cordiales|un cordial saludo|cordialmente|reciba un cordial saludo',
  },
  ita: {
    statement: 'estratto conto|estratto conto corrente|estratto conto bancario|estratto del conto',
    account: 'lista movimenti|elenco movimenti|rendiconto',
    other:
      'contratto|contratto di lavoro|contratto di locazione|contratto di affitto|contratto di vendita|contratto di servizi|accordo|convenzione|condizioni generali|curriculum vitae|lettera di presentazione|bollettino|comunicato stampa|modulo|modulo di iscrizione|domanda di iscrizione|questionario|certificato|ordine del giorno|relazione|bilancio|conto economico|stato patrimoniale|busta paga|cedolino|dichiarazione dei redditi|procura',
    reminder:
      'sollecito|sollecito di pagamento|primo sollecito|secondo sollecito|ultimo sollecito|promemoria di pagamento|diffida',
    opening: 'saldo iniziale|saldo precedente|saldo di apertura',
    closing: 'saldo finale|saldo di chiusura|nuovo saldo',
    debit: 'dare|addebiti|addebito|uscite',
    credit: 'avere|accrediti|accredito|entrate',
    balance: 'saldo',
    resume:
      'esperienza|esperienza lavorativa|esperienze professionali|istruzione|istruzione e formazione|formazione|competenze|lingue|profilo|dati personali',
    salutation: 'gentile|egregio|egregi|spettabile|caro|cara|gentili',
    regards: 'cordiali saluti|distinti saluti|cordialmente|in fede|con i migliori saluti',
  },
  por: {
    statement: 'extrato bancario|extracto bancario|extrato de conta|extrato de conta corrente|extracto de conta',
    account: 'extrato|extrato de movimentos',
    other:
      'contrato|contrato de trabalho|contrato de arrendamento|contrato de locacao|contrato de prestacao de servicos|contrato de compra e venda|acordo|termos e condicoes|condicoes gerais|curriculum vitae|curriculo|boletim informativo|comunicado de imprensa|formulario|formulario de inscricao|ficha de inscricao|questionario|certificado|ata|ata de reuniao|ordem de trabalhos|relatorio|balanco|demonstracao de resultados|recibo de vencimento|holerite|procuracao',
    reminder:
      'lembrete de pagamento|aviso de pagamento|aviso de cobranca|aviso de vencimento|carta de cobranca|notificacao de pagamento em atraso|ultimo aviso',
    opening: 'saldo inicial|saldo anterior|saldo de abertura',
    closing: 'saldo final|saldo atual|saldo de fecho',
    debit: 'debito|debitos|saidas',
    credit: 'credito|creditos|entradas',
    balance: 'saldo',
    resume:
      'experiencia|experiencia profissional|formacao|formacao academica|educacao|habilidades|competencias|idiomas|perfil|dados pessoais',
    salutation: 'prezado|prezada|prezados|caro|cara|caros|exmo|exma|exmos',
    regards: 'atenciosamente|cordialmente|com os melhores cumprimentos|melhores cumprimentos',
  },
  nld: {
    statement: 'bankafschrift|rekeningafschrift|rekeninguittreksel|dagafschrift|afschrift betaalrekening',
    account: 'rekeningoverzicht|transactieoverzicht',
    other:
      'contract|*contract|overeenkomst|*overeenkomst|algemene voorwaarden|curriculum vitae|sollicitatiebrief|nieuwsbrief|persbericht|formulier|vragenlijst|certificaat|verklaring|notulen|agenda|rapport|jaarverslag|balans|winst en verliesrekening|loonstrook|salarisspecificatie|belastingaangifte|volmacht',
    reminder:
      'herinnering|betalingsherinnering|aanmaning|eerste herinnering|tweede herinnering|laatste herinnering|laatste aanmaning|ingebrekestelling',
    opening: 'beginsaldo|vorig saldo|oud saldo|openingssaldo',
    closing: 'eindsaldo|nieuw saldo|slotsaldo',
    debit: 'af|debet|afschrijving|afschrijvingen',
    credit: 'bij|credit|bijschrijving|bijschrijvingen',
    balance: 'saldo',
    resume: 'werkervaring|opleiding|opleidingen|vaardigheden|talen|persoonlijke gegevens|profiel|hobby s',
    salutation: 'geachte|beste',
    regards: 'met vriendelijke groet|met vriendelijke groeten|hoogachtend',
  },
  pol: {
    statement: 'wyciag bankowy|wyciag z rachunku|wyciag z rachunku bankowego|wyciag z konta|wyciag',
    account: 'historia rachunku|historia operacji|zestawienie operacji',
    other:
      'umowa|umowa o prace|umowa najmu|umowa zlecenie|umowa zlecenia|umowa o dzielo|umowa sprzedazy|umowa o swiadczenie uslug|porozumienie|regulamin|ogolne warunki|zyciorys|curriculum vitae|list motywacyjny|biuletyn|komunikat prasowy|formularz|formularz zgloszeniowy|wniosek|ankieta|zaswiadczenie|swiadectwo|protokol|porzadek obrad|raport|sprawozdanie|bilans|rachunek zyskow i strat|pasek wynagrodzenia|pelnomocnictwo',
    reminder:
      'wezwanie do zaplaty|ostateczne wezwanie do zaplaty|przypomnienie o platnosci|przypomnienie|upomnienie|monit',
    opening: 'saldo poczatkowe|saldo poprzednie|saldo otwarcia',
    closing: 'saldo koncowe|saldo biezace|saldo zamkniecia',
    debit: 'obciazenia|obciazenie|wyplaty|winien',
    credit: 'uznania|uznanie|wplaty|ma',
    balance: 'saldo|saldo po operacji',
    resume:
      'doswiadczenie|doswiadczenie zawodowe|wyksztalcenie|umiejetnosci|jezyki|jezyki obce|zainteresowania|dane osobowe',
    salutation: 'szanowny|szanowna|szanowni',
    regards: 'z powazaniem|z wyrazami szacunku|pozdrawiam',
  },
  ces: {
    statement: 'vypis z uctu|vypis z bankovniho uctu|bankovni vypis|vypis z bezneho uctu',
    account: 'prehled pohybu|pohyby na uctu',
    other:
      'smlouva|smlouva o dilo|pracovni smlouva|kupni smlouva|najemni smlouva|ramcova smlouva|smlouva o najmu|dohoda|vseobecne obchodni podminky|obchodni podminky|zivotopis|motivacni dopis|zpravodaj|tiskova zprava|formular|prihlaska|dotaznik|osvedceni|zapis|zapis z jednani|program jednani|zprava|vyrocni zprava|rozvaha|vykaz zisku a ztraty|vyplatni paska|danove priznani|plna moc',
    reminder:
      'upominka|prvni upominka|druha upominka|posledni upominka|vyzva k uhrade|vyzva k zaplaceni|predzalobni vyzva|pripomenuti platby',
    opening: 'pocatecni zustatek|predchozi zustatek|minuly zustatek',
    closing: 'konecny zustatek|novy zustatek',
    debit: 'debet|odepsano|vydaje|na vrub',
    credit: 'kredit|pripsano|prijmy|ve prospech',
    balance: 'zustatek',
    resume: 'pracovni zkusenosti|praxe|vzdelani|dovednosti|jazyky|jazykove znalosti|zajmy|osobni udaje',
    salutation: 'vazeny|vazena|vazeni|dobry den',
    regards: 's pozdravem|s uctou',
  },
  slk: {
    statement: 'vypis z uctu|vypis z bankoveho uctu|bankovy vypis|vypis z bezneho uctu',
    other:
      'zmluva|zmluva o dielo|pracovna zmluva|kupna zmluva|najomna zmluva|dohoda|vseobecne obchodne podmienky|zivotopis|spravodajca|formular|prihlaska|ziadost|dotaznik|zapisnica|sprava|vyrocna sprava|suvaha|vyplatna paska|splnomocnenie',
    reminder: 'upomienka|prva upomienka|druha upomienka|vyzva na uhradu|vyzva na zaplatenie|pokus o zmier',
    opening: 'pociatocny zostatok|predchadzajuci zostatok',
    closing: 'konecny zostatok|novy zostatok',
    debit: 'debet|na tarchu',
    credit: 'kredit|v prospech',
    balance: 'zostatok',
    salutation: 'vazeny|vazena|vazeni|dobry den',
    regards: 's pozdravom|s uctou',
  },
  swe: {
    statement: 'kontoutdrag|bankutdrag|kontobesked',
    account: 'kontooversikt|transaktioner',
    other:
      'avtal|*avtal|kontrakt|*kontrakt|overenskommelse|allmanna villkor|meritforteckning|curriculum vitae|nyhetsbrev|pressmeddelande|blankett|formular|ansokan|enkat|intyg|protokoll|dagordning|rapport|arsredovisning|balansrakning|resultatrakning|lonespecifikation|lonebesked|fullmakt',
    reminder: 'paminnelse|betalningspaminnelse|forsta paminnelse|sista paminnelse|inkassokrav|kravbrev',
    opening: 'ingaende saldo|ingaende balans',
    closing: 'utgaende saldo|utgaende balans',
    debit: 'uttag|debet',
    credit: 'insattning|insattningar|kredit',
    balance: 'saldo',
    salutation: 'hej|basta|kara',
    regards: 'med vanlig halsning|med vanliga halsningar|vanliga halsningar',
  },
  dan: {
    statement: 'kontoudtog|kontoudskrift|bankudtog',
    account: 'kontooversigt|posteringsoversigt',
    other:
      'aftale|*aftale|kontrakt|*kontrakt|almindelige betingelser|curriculum vitae|nyhedsbrev|pressemeddelelse|blanket|formular|ansogning|sporgeskema|attest|referat|dagsorden|rapport|arsrapport|resultatopgorelse|lonseddel|fuldmagt',
    reminder: 'rykker|betalingspamindelse|rykkerskrivelse|forste rykker|sidste rykker|pamindelse|inkassovarsel',
    opening: 'primosaldo|indgaende saldo|startsaldo',
    closing: 'ultimosaldo|udgaende saldo|slutsaldo',
    debit: 'haevet|debet|udbetalt',
    credit: 'indsat|kredit|indbetalt',
    balance: 'saldo',
    salutation: 'kaere|hej',
    regards: 'med venlig hilsen|venlig hilsen',
  },
  nor: {
    statement: 'kontoutskrift|bankutskrift|kontoutdrag',
    other:
      'avtale|*avtale|kontrakt|*kontrakt|generelle vilkar|curriculum vitae|nyhetsbrev|pressemelding|skjema|soknad|sporreskjema|attest|motereferat|dagsorden|rapport|arsrapport|balanse|lonnsslipp|fullmakt',
    reminder: 'purring|betalingspaminnelse|forste purring|inkassovarsel|paminnelse',
    opening: 'inngaende saldo',
    closing: 'utgaende saldo',
    debit: 'ut av konto|uttak|debet',
    credit: 'inn pa konto|innskudd|kredit',
    balance: 'saldo',
    salutation: 'kjaere|hei',
    regards: 'med vennlig hilsen|vennlig hilsen',
  },
  fin: {
    statement: 'tiliote',
    other:
      'sopimus|*sopimus|yleiset ehdot|ansioluettelo|uutiskirje|lehdistotiedote|lomake|hakemus|kyselylomake|todistus|poytakirja|esityslista|raportti|toimintakertomus|tase|tuloslaskelma|palkkalaskelma|valtakirja',
    reminder: 'maksumuistutus|maksukehotus|muistutuslasku|perintakirje',
    opening: 'alkusaldo',
    closing: 'loppusaldo',
    debit: 'otot|panot ja otot',
    credit: 'panot',
    balance: 'saldo',
    salutation: 'hyva|arvoisa|hei',
    regards: 'ystavallisin terveisin|parhain terveisin',
  },
  hun: {
    statement: 'szamlakivonat|bankszamlakivonat|folyoszamla kivonat|bankkivonat',
    other:
      'szerzodes|*szerzodes|berleti szerzodes|adasveteli szerzodes|megbizasi szerzodes|vallalkozasi szerzodes|megallapodas|altalanos szerzodesi feltetelek|oneletrajz|hirlevel|sajtokozlemeny|urlap|jelentkezesi lap|kerelem|kerdoiv|igazolas|jegyzokonyv|napirend|jelentes|eves jelentes|merleg|eredmenykimutatas|meghatalmazas',
    reminder: 'fizetesi felszolitas|fizetesi emlekezteto|felszolito level|egyenlegkozlo',
    opening: 'nyito egyenleg|nyitoegyenleg',
    closing: 'zaro egyenleg|zaroegyenleg',
    debit: 'terheles|terhelesek',
    credit: 'jovairas|jovairasok',
    balance: 'egyenleg',
    salutation: 'tisztelt|kedves',
    regards: 'tisztelettel|udvozlettel',
  },
  ron: {
    statement: 'extras de cont|extras de cont bancar|extras cont',
    other:
      'contract|contract de munca|contract individual de munca|contract de inchiriere|contract de prestari servicii|contract de vanzare cumparare|acord|termeni si conditii|curriculum vitae|buletin informativ|comunicat de presa|formular|cerere|chestionar|adeverinta|certificat|proces verbal|ordinea de zi|raport|bilant|fluturas de salariu|imputernicire|procura',
    reminder: 'notificare de plata|instiintare de plata|somatie|somatie de plata|aviz de plata',
    opening: 'sold initial|sold precedent|sold anterior',
    closing: 'sold final',
    debit: 'debit',
    credit: 'credit',
    balance: 'sold',
    salutation: 'stimate|stimata|stimati',
    regards: 'cu stima|cu respect|cu consideratie',
  },
  hrv: {
    statement: 'izvadak|izvadak po racunu|izvod po racunu|bankovni izvadak|izvod',
    other:
      'ugovor|ugovor o radu|ugovor o najmu|ugovor o djelu|ugovor o kupoprodaji|sporazum|opci uvjeti|opci uvjeti poslovanja|zivotopis|bilten|obrazac|prijavnica|upitnik|zapisnik|dnevni red|izvjesce|izvjestaj|bilanca|platna lista|punomoc',
    reminder: 'opomena|opomena za placanje|podsjetnik|posljednja opomena|opomena pred tuzbu',
    opening: 'pocetno stanje|prethodno stanje',
    closing: 'zavrsno stanje|novo stanje|konacno stanje',
    debit: 'duguje|isplate',
    credit: 'potrazuje|uplate',
    balance: 'stanje|saldo',
    salutation: 'postovani|postovana|postovane',
    regards: 's postovanjem|srdacan pozdrav',
  },
  slv: {
    statement: 'izpisek|bancni izpisek|izpisek prometa|izpisek racuna',
    other:
      'pogodba|pogodba o zaposlitvi|najemna pogodba|kupoprodajna pogodba|dogovor|sporazum|splosni pogoji|zivljenjepis|glasilo|obrazec|prijavnica|vloga|vprasalnik|zapisnik|dnevni red|porocilo|bilanca|placilna lista|pooblastilo',
    reminder: 'opomin|opomin za placilo|prvi opomin|zadnji opomin',
    opening: 'zacetno stanje',
    closing: 'koncno stanje',
    debit: 'breme',
    credit: 'dobro',
    balance: 'stanje',
    salutation: 'spostovani|spostovana',
    regards: 's spostovanjem|lep pozdrav',
  },
  est: {
    statement: 'kontovaljavote|konto valjavote|pangakonto valjavote',
    other:
      'leping|*leping|kokkulepe|uldtingimused|elulookirjeldus|uudiskiri|pressiteade|avaldus|taotlus|kusimustik|toend|protokoll|paevakord|aruanne|bilanss|palgaleht|volikiri',
    reminder: 'meeldetuletus|maksemeeldetuletus|volateade|maksehoiatus',
    opening: 'algsaldo|algjaak',
    closing: 'loppsaldo|loppjaak',
    debit: 'deebet',
    credit: 'kreedit',
    balance: 'saldo|jaak',
    salutation: 'lugupeetud|austatud',
    regards: 'lugupidamisega|parimate soovidega',
  },
  lav: {
    statement: 'konta izraksts|konta parskats|bankas konta izraksts',
    other:
      'ligums|darba ligums|ires ligums|nomas ligums|pirkuma ligums|vienosanas|visparejie noteikumi|dzives apraksts|jaunumu vestule|veidlapa|pieteikums|anketa|izzina|apliecinajums|protokols|darba kartiba|parskats|gada parskats|bilance|algas lapina|pilnvara',
    reminder: 'atgadinajums|maksajuma atgadinajums|bridinajums',
    opening: 'sakuma atlikums',
    closing: 'beigu atlikums',
    debit: 'debets',
    credit: 'kredits',
    balance: 'atlikums',
    salutation: 'cienijamais|cienijama|cienijamie|godatais|godajamie',
    regards: 'ar cienu|ar sveicieniem',
  },
  lit: {
    statement: 'saskaitos israsas|banko saskaitos israsas|banko israsas|saskaitos ataskaita',
    other:
      'sutartis|darbo sutartis|nuomos sutartis|pirkimo pardavimo sutartis|paslaugu sutartis|susitarimas|bendrosios salygos|gyvenimo aprasymas|naujienlaiskis|prasymas|anketa|pazyma|protokolas|darbotvarke|ataskaita|metine ataskaita|balansas|atlyginimo lapelis|igaliojimas',
    reminder: 'priminimas|mokejimo priminimas|raginimas sumoketi|ispejimas',
    opening: 'pradinis likutis',
    closing: 'galutinis likutis',
    debit: 'debetas',
    credit: 'kreditas',
    balance: 'likutis',
    salutation: 'gerbiamas|gerbiama|gerbiamieji',
    regards: 'pagarbiai|su pagarba',
  },
  tur: {
    statement: 'hesap ozeti|hesap ekstresi|banka hesap ekstresi|kredi karti ekstresi|hesap hareketleri',
    other:
      'sozlesme|is sozlesmesi|kira sozlesmesi|satis sozlesmesi|hizmet sozlesmesi|genel sartlar|ozgecmis|bulten|basin bulteni|basvuru formu|dilekce|anket|sertifika|tutanak|gundem|rapor|faaliyet raporu|bilanco|gelir tablosu|maas bordrosu|ucret bordrosu|vekaletname',
    reminder: 'odeme hatirlatmasi|odeme ihtari|ihtarname|hatirlatma',
    opening: 'acilis bakiyesi|devreden bakiye|onceki bakiye',
    closing: 'kapanis bakiyesi|son bakiye|donem sonu bakiyesi',
    debit: 'borc',
    credit: 'alacak',
    balance: 'bakiye',
    salutation: 'sayin|degerli',
    regards: 'saygilarimla|saygilarimizla|iyi calismalar',
  },
  ell: {
    statement: 'κινηση λογαριασμου|κινησεις λογαριασμου|αντιγραφο λογαριασμου|αντιγραφο κινησης λογαριασμου',
    other:
      'συμβαση|συμβαση εργασιας|συμφωνητικο|ιδιωτικο συμφωνητικο|μισθωτηριο|συμφωνια|γενικοι οροι|βιογραφικο σημειωμα|βιογραφικο|ενημερωτικο δελτιο|δελτιο τυπου|αιτηση|εντυπο|ερωτηματολογιο|βεβαιωση|πιστοποιητικο|πρακτικα|ημερησια διαταξη|εκθεση|ισολογισμος|εκκαθαριστικο μισθοδοσιας|εξουσιοδοτηση',
    reminder: 'υπενθυμιση πληρωμης|υπενθυμιση|ειδοποιηση πληρωμης|ειδοποιηση οφειλης',
    opening: 'αρχικο υπολοιπο|προηγουμενο υπολοιπο',
    closing: 'τελικο υπολοιπο|νεο υπολοιπο',
    debit: 'χρεωση',
    credit: 'πιστωση',
    balance: 'υπολοιπο',
    salutation: 'αγαπητε|αγαπητη|αξιοτιμε|αγαπητοι',
    regards: 'με εκτιμηση|με φιλικους χαιρετισμους',
  },
  bul: {
    statement: 'банково извлечение|извлечение|извлечение по сметка|извлечение от сметка',
    other:
      'договор|трудов договор|договор за наем|договор за услуги|договор за покупко продажба|споразумение|общи условия|автобиография|бюлетин|формуляр|заявление|молба|анкета|удостоверение|сертификат|протокол|дневен ред|доклад|отчет|баланс|пълномощно',
    reminder: 'напомняне|напомняне за плащане|покана за плащане|покана за доброволно плащане',
    opening: 'начално салдо',
    closing: 'крайно салдо',
    debit: 'дебит',
    credit: 'кредит',
    balance: 'салдо',
    salutation: 'уважаеми|уважаема',
    regards: 'с уважение|с поздрав',
  },
  ukr: {
    statement: 'виписка|виписка по рахунку|виписка з рахунку|банківська виписка',
    other:
      'договір|трудовий договір|договір оренди|договір купівлі продажу|договір про надання послуг|угода|загальні умови|резюме|автобіографія|бюлетень|анкета|заява|довідка|свідоцтво|протокол|порядок денний|звіт|річний звіт|баланс|довіреність',
    reminder: 'нагадування|нагадування про оплату|вимога про сплату|претензія',
    opening: 'початковий залишок|вхідний залишок|вхідне сальдо',
    closing: 'кінцевий залишок|вихідний залишок|вихідне сальдо',
    debit: 'дебет',
    credit: 'кредит',
    balance: 'залишок|сальдо',
    salutation: 'шановний|шановна|шановні',
    regards: 'з повагою',
  },
  ind: {
    statement: 'rekening koran|mutasi rekening|laporan rekening|laporan mutasi rekening',
    other:
      'kontrak|perjanjian|perjanjian kerja|perjanjian sewa|perjanjian sewa menyewa|perjanjian jual beli|kontrak kerja|syarat dan ketentuan|daftar riwayat hidup|buletin|siaran pers|formulir|formulir pendaftaran|surat permohonan|kuesioner|surat keterangan|sertifikat|notulen|notulen rapat|agenda|laporan|laporan tahunan|neraca|laporan laba rugi|slip gaji|surat kuasa',
    reminder: 'surat tagihan|pengingat pembayaran|surat peringatan|surat pengingat pembayaran',
    opening: 'saldo awal',
    closing: 'saldo akhir',
    debit: 'debit|debet',
    credit: 'kredit',
    balance: 'saldo',
    salutation: 'yth|yang terhormat|dengan hormat',
    regards: 'hormat kami|hormat saya|salam hormat',
  },
  vie: {
    statement: 'sao ke tai khoan|sao ke ngan hang|sao ke|so phu tai khoan|sao ke giao dich',
    other:
      'hop dong|hop dong lao dong|hop dong thue nha|hop dong mua ban|hop dong dich vu|thoa thuan|so yeu ly lich|ban tin|thong cao bao chi|don xin viec|to khai|phieu khao sat|giay chung nhan|bien ban hop|bao cao|bao cao tai chinh|bang can doi ke toan|phieu luong|giay uy quyen',
    reminder: 'thong bao nhac no|thu nhac thanh toan|thong bao qua han|thu nhac no',
    opening: 'so du dau ky',
    closing: 'so du cuoi ky',
    debit: 'ghi no|no',
    credit: 'ghi co|co',
    balance: 'so du',
    salutation: 'kinh gui|kinh thua',
    regards: 'tran trong',
  },
  zho: {
    statement: '银行对账单|銀行對帳單|对账单|對帳單|账户明细|帳戶明細|交易明细|活期账户交易明细|綜合月結單|月結單',
    other:
      '合同|劳动合同|租赁合同|买卖合同|采购合同|服务合同|房屋租赁合同|合約|合約書|契約書|协议|协议书|協議書|简历|個人簡歷|个人简历|履歷表|通讯|新闻稿|申请表|申請表|登记表|报名表|问卷|證明書|证明|会议纪要|會議記錄|报告|報告|年度报告|资产负债表|利润表|工资单|授权委托书',
    reminder: '催款函|催款单|催缴通知|催繳通知|付款提醒|逾期通知',
    opening: '期初余额|上期余额|承前余额|期初餘額|上期結餘',
    closing: '期末余额|本期余额|期末餘額|本期結餘',
    debit: '借方|支出|支出金额',
    credit: '贷方|貸方|收入|存入|收入金额',
    balance: '余额|餘額|結餘',
  },
  jpn: {
    statement: '取引明細書|入出金明細|入出金明細書|預金取引明細書|残高証明書',
    other:
      '契約書|業務委託契約書|雇用契約書|賃貸借契約書|売買契約書|覚書|合意書|利用規約|履歴書|職務経歴書|会報|ニュースレター|申込書|申請書|届出書|アンケート|証明書|議事録|報告書|貸借対照表|損益計算書|給与明細|給与明細書|委任状',
    reminder: '督促状|催告書|お支払いのお願い|支払督促',
    opening: '前月繰越|繰越残高|期首残高',
    closing: '当月残高|期末残高|次月繰越',
    debit: 'お支払金額|出金|お引出し',
    credit: 'お預り金額|入金|お預入れ',
    balance: '残高|差引残高',
  },
  kor: {
    statement: '거래내역서|거래내역|입출금거래내역|입출금내역|예금거래내역서',
    other:
      '계약서|근로계약서|임대차계약서|매매계약서|용역계약서|합의서|약정서|이력서|자기소개서|소식지|보도자료|신청서|지원서|설문지|증명서|회의록|보고서|재무상태표|손익계산서|급여명세서|위임장',
    reminder: '독촉장|납부독촉장|결제알림|미납안내',
    opening: '이월잔액|기초잔액',
    closing: '최종잔액|기말잔액',
    debit: '출금|출금액|찾으신금액',
    credit: '입금|입금액|맡기신금액',
    balance: '잔액|거래후잔액',
  },
  ara: {
    statement: 'كشف حساب|كشف حساب بنكي|كشف الحساب',
    other:
      'عقد|عقد عمل|عقد إيجار|عقد بيع|عقد خدمات|اتفاقيه|اتفاقية|السيره الذاتيه|السيرة الذاتية|نشره اخباريه|نموذج|استماره|استمارة|محضر اجتماع|تقرير|ميزانيه|ميزانية|قسيمه راتب|توكيل',
    reminder: 'تذكير بالدفع|اشعار دفع|انذار بالدفع|اشعار تاخر السداد',
    opening: 'الرصيد الافتتاحي|رصيد افتتاحي',
    closing: 'الرصيد الختامي|رصيد ختامي',
    debit: 'مدين',
    credit: 'دائن',
    balance: 'الرصيد|رصيد',
  },
  heb: {
    statement: 'דף חשבון|תדפיס חשבון|תנועות בחשבון',
    other:
      'חוזה|הסכם|חוזה עבודה|הסכם שכירות|חוזה שכירות|הסכם מכר|תנאים כלליים|קורות חיים|ידיעון|טופס|שאלון|פרוטוקול|סדר יום|דוח|מאזן|תלוש שכר|ייפוי כוח',
    reminder: 'תזכורת תשלום|התראה לפני נקיטת הליכים|דרישת תשלום',
    opening: 'יתרת פתיחה',
    closing: 'יתרת סגירה|יתרה סופית',
    debit: 'חובה',
    credit: 'זכות',
    balance: 'יתרה',
  },
}
