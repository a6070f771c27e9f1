/**
 * Words that show what a line of an address block is: a country, a person. Data of the first nine languages, in folded form; the others have
 * theirs in their lexicon.
 */
import { wordsOfAll } from '../lexicon/index.ts'
import { foldText } from '../normalise/ids.ts'
import { hasStrictForm } from './legal-forms.ts'

const COUNTRIES = new Set([
  ...(
    'germany deutschland allemagne duitsland niemcy nemecko alemania germania alemanha de|austria osterreich autriche oostenrijk rakousko|' +
    'switzerland schweiz suisse svizzera zwitserland suiza suica szwajcaria svycarsko ch|france frankreich frankrijk francja francie francia franca fr|' +
    'belgium belgie belgique belgien belgica belgio belgia|netherlands the netherlands nederland niederlande pays-bas pays bas paises bajos paises baixos paesi bassi holandia nizozemsko holland|' +
    'luxembourg luxemburg|united kingdom uk great britain england scotland wales northern ireland vereinigtes konigreich royaume-uni|' +
    'ireland irland irlande eire|spain spanien espagne espana spanje hiszpania spanelsko spagna espanha|italy italien italie italia wlochy|' +
    'portugal|poland polen pologne polska polonia polsko|czech republic czechia tschechien tchequie ceska republika cesko|' +
    'slovakia slowakei slovensko slovenska republika|hungary ungarn magyarorszag|denmark danmark danemark dania|sweden sverige schweden suede szwecja|' +
    'norway norge norwegen|finland suomi finnland|united states united states of america usa u.s.a. us etats-unis estados unidos|canada kanada|' +
    'australia|new zealand|india|malaysia|singapore|china|japan|brazil brasil brasilien|mexico|argentina|south africa|israel|turkey turkiye|' +
    'romania rumanien|bulgaria|croatia hrvatska kroatien|slovenia slovenija|greece griechenland grece|estonia eesti|latvia latvija|lithuania lietuva|' +
    'united arab emirates uae|hong kong|liechtenstein|malta|cyprus|ukraine'
  )
    .split('|')
    .flatMap(names),
  ...wordsOfAll('countries').map(foldText),
])

/** Country names of two and more words are listed as one with their single words. */
function names(list: string): string[] {
  const words = list.split(' ')
  return [list, ...words, ...words.slice(1).map((word, i) => `${words[i]!} ${word}`)].filter(
    (name) =>
      !/^(?:the|of|great|northern|united|new|south|republic|states|ceska|hong|kong|los|pays|bajos|baixos|bassi|arab)$/.test(
        name,
      ),
  )
}

/** Returns true for a line that is only the name of a country. */
export const isCountry = (text: string): boolean => {
  const folded = foldText(text)
    .replace(/[().,]/g, '')
    .trim()
  return folded.length > 2 ? COUNTRIES.has(folded) : folded === 'uk' || folded === 'us'
}

/** Forms of address that people use for others, and not for themselves, as they do with `Dr.` or `Ing.`. */
const POLITE_FORMS =
  'mr|mrs|ms|miss|m\\. et mme|herrn?|frau|mme|mlle|monsieur|madame|dhr|mevr|mevrouw|de heer|sr|sra|srta|sig|sig\\.ra|pan|pani'
const POLITE = new RegExp(String.raw`^(?:${POLITE_FORMS}|messrs|familie|eheleute)(?!\p{L})\.?\s`, 'u')
const TITLE = new RegExp(
  String.raw`^(?:${POLITE_FORMS}|fr\.|hr\.|m\.|dr|prof|dipl|ing|dna|don|dona|dott|p\.|ing\.|mgr|bc|eng)(?!\p{L})\.?`,
  'u',
)

/** Frequent first names of the languages of the lexicons; a rare one is recognized by its place in the block instead. */
const FIRST_NAMES = new Set(
  (
    'james john robert michael william david richard joseph thomas charles daniel matthew anthony mark paul steven andrew george edward brian kevin ' +
    'mary patricia jennifer linda elizabeth barbara susan jessica sarah karen nancy lisa margaret sandra ashley emily donna michelle carol amanda laura ' +
    'oliver harry jack jacob charlie oscar henry leo emma olivia amelia sophie sophia grace alice lucy helen jane ann anne anna kate simon peter stephen ' +
    'philip adam ian alan graham neil nigel martin max alex alexander sam ben luke tom tim nick chris christopher jason eric ryan scott dennis jerry ' +
    'hans klaus jurgen stefan thomas andreas wolfgang uwe frank ralf bernd dieter gunter horst heinz karl werner manfred helmut gerhard matthias markus ' +
    'christian tobias sebastian florian jan lukas felix jonas leon petra sabine monika ursula renate claudia birgit heike susanne andrea karin gabriele ' +
    'katrin kathrin katharina julia lena lea hannah johanna erika elke silke anke ulrike ute angelika brigitte ingrid joachim rainer volker jochen ' +
    'jean pierre michel andre philippe alain jacques bernard marcel daniel roger francois claude christophe nicolas laurent julien pascal olivier thierry ' +
    'marie jeanne francoise monique catherine nathalie isabelle sylvie valerie sandrine camille chloe lea manon ines juliette antoine hugo louis lucas ' +
    'jose antonio manuel francisco juan javier carlos jesus miguel pedro luis angel rafael fernando jorge alberto alvaro pablo sergio maria carmen ana ' +
    'isabel dolores pilar teresa rosa cristina lucia marta elena paula raquel beatriz ' +
    'giuseppe giovanni antonio mario luigi francesco angelo vincenzo marco alessandro andrea luca matteo lorenzo davide simone stefano roberto paolo ' +
    'giulia chiara francesca sara martina valentina alessia silvia elisa federica ' +
    'jan johannes hendrik pieter willem cornelis kees dirk joost bram daan sem lars niels sander jeroen bas maarten wouter anneke marieke sanne lotte femke ' +
    'piotr krzysztof andrzej tomasz pawel marcin michal grzegorz jerzy tadeusz adam lukasz zbigniew anna katarzyna malgorzata agnieszka barbara ewa ' +
    'krystyna elzbieta joanna magdalena monika ' +
    'jiri petr josef pavel martin tomas jaroslav miroslav zdenek vaclav frantisek lukas jakub ondrej marie jana eva hana lenka katerina alena petra lucie ' +
    'joao antonio manuel carlos paulo pedro rui nuno tiago ricardo bruno andre luis fernando sofia ines mariana beatriz catarina joana filipa'
  )
    .split(' ')
    .concat(wordsOfAll('firstNames').flatMap((list) => foldText(list).split(' '))),
)

/** Returns true for a name with a form of address that is used for other people only: `Mme Claire Tessier`. */
export const isAddressedPolitely = (text: string): boolean => POLITE.test(foldText(text).trim())

/** Returns true for a name with a form of address in front: `Frau Dr. Amstutz`. */
export const hasAddressForm = (text: string): boolean => /\s/.test(text.trim()) && TITLE.test(foldText(text).trim())

/** Returns true for a line that is the name of a person: a form of address, or two to four words that begin with a first name. */
export function looksLikePerson(text: string): boolean {
  const folded = foldText(text).trim()
  if (/\d|[@:;/&]/.test(text)) return false
  if (TITLE.test(folded)) return true
  const words = folded.split(/\s+/)
  return words.length >= 2 && words.length <= 4 && FIRST_NAMES.has(words[0]!.replace(/[.,]/g, ''))
}

/** What the line of a contact person or department begins with: `T.a.v. …`, `z. Hd. …`, `Attn: …`, `Afd. …`. */
const ATTENTION =
  /^(?:attn|att|attention|fao|for the attention of|care of|c\/o|t\.?\s?a\.?\s?v|ter attentie van|z\.?\s?hd|z\.?\s?hdn|zu handen|zu hd|(?:a )?l.attention de|a la (?:atencion|att)|alla c\.?\s?a|alla cortese attenzione|c\.?\s?a|a\/c|ao cuidado|inh|inhaberin?|prop|propr|proprietor|owner|titolare|vertreten durch|represented by|represente par|do rak|k rukam|dept|department|afd|afdeling|abt|abteilung|dzial|oddeleni|departamento|dpto|ufficio|direction|service (?:des|de la|de l|du|compta))(?![\p{L}\d])/u
const ATTENTION_ABROAD = new RegExp(
  String.raw`^(?:${wordsOfAll('attention').map(foldText).join('|')})(?![\p{L}\d])`,
  'u',
)
const DEPARTMENT =
  /(?<!\p{L})(?:department|abteilung|afdeling|dept|accounts payable)\.?$|buchhaltung$|administratie$|avdelning(?:en)?$|afdelingen$|bogholderi(?:et)?$|reskontra$/u

/** Returns true for a line that names a person or department of the company on the lines beside it. */
export const looksLikeAttention = (text: string): boolean => {
  const folded = foldText(text).trim()
  return ATTENTION.test(folded) || ATTENTION_ABROAD.test(folded) || DEPARTMENT.test(folded)
}

/** Labels of the holder of an account, which near bank details is who is paid, and elsewhere the customer. */
const HOLDER =
  /holder|inhaber|titula|intestat|posiadacz|wlasciciel|majitel|houder|innehavare|kontohaver|kontoeier|kontoeigar|omistaja|omanik|ipasnieks|savininkas|tulajdonos|hesap sahibi|δικαιουχο|imetnik|vlasnik racuna|титуляр/u

export const namesHolder = (label: string): boolean => HOLDER.test(foldText(label))

/** What a heading above an address says: `Adresse du client`, `Kundenanschrift`. */
const ADDRESS_HEADING =
  /^(?:adresse?|address|direccion|indirizzo|endereco|adres)(?!\p{L})|(?:anschrift|adresse|address|adress|osoite|aadress|adrese|adresas)$/u

/** Returns true for a line that announces an address. */
export const looksLikeAddressHeading = (text: string): boolean => ADDRESS_HEADING.test(foldText(text).trim())

/** Words in the names of organizations that have no legal form. */
const ORGANIZATION =
  /&|(?<!\p{L})(?:universi\p{L}*|univerzita|uniwersytet|hochschule|college|school|schule|ecole|council|trust|foundation|stiftung|fondation|fundacion|fundacao|fondazione|stichting|nadace|fundacja|associat\p{L}*|asociacion|associazione|verein|verband|city|town|county|stadt|gemeinde|landkreis|mairie|ville|commune|gemeente|comune|ayuntamiento|camara|mesto|obec|gmina|miasto|urzad|hospital|klinik\p{L}*|krankenhaus|ministry|ministerium|partners?|sons|sohne|fils|freres|hnos|hijos|figli|zn|zonen|synowie|synove|club|management|properties|consulting|solutions|industries|logistics|systems|gesellschaft|ges\.?\s?m\.?\s?b\.?\s?h|v\.?\s?o\.?\s?s|p\.?\s?h\.?\s?u|cooperatie|s\.?\s?coop)(?!\p{L})/u

const ORGANIZATION_ABROAD = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsOfAll('organizations')
    .map((word) => foldText(word).replace('*', String.raw`\p{L}*`))
    .join('|')})(?!\p{L})`,
  'u',
)

/** Returns true for a name with a word that only organizations have. */
export const looksLikeOrganization = (text: string): boolean => {
  const folded = foldText(text)
  return ORGANIZATION.test(folded) || ORGANIZATION_ABROAD.test(folded)
}

/** Words in the names of banks. */
const BANK =
  /(?<!\p{L})(?:\p{L}*bank(?:a|en|as)?|\p{L}*pank(?:ki)?|sparekasse|banque|banco|banca|bankhaus|\p{L}*sparkasse|caisse d.epargne|credit (?:agricole|mutuel|lyonnais)|raiffeisen\p{L}*|caixa|cassa di|sporitelna|\p{L}*bankasi|τραπεζα|\p{L}*банка?)(?!\p{L})/u

/** Returns true for the name of a bank. */
export const looksLikeBank = (text: string): boolean => BANK.test(foldText(text))

/** Forms of address on a line of their own, above the name. */
const ONLY_ADDRESS_FORM =
  /^(?:an|firma|fa|familie|eheleute|herrn?|frau|mr|mrs|ms|messrs|monsieur|madame|m|mme|societe|societa|spett|spett le|spettabile|sr|sra|sres|senores|de heer|mevrouw|fam|pan|pani|panstwo|exmo|exmos)[.:]?$/u

/** When an email was sent, and with which program a page was scanned or made, in all languages in which programs say it. */
const SENT =
  /^(?:sent|gesendet|envoye|enviado(?: el| em)?|inviato|data invio|verzonden|wyslano|odeslano|odoslane|skickat|sendt|lahetetty|kuldve|trimis|poslano|saadetud|nosutits|issiusta|gonderildi|gonderim tarihi|εσταλη|изпратено|надіслано|dikirim|发送时间|送信日時|보낸 날짜)\s?(?:[:：]|$)/u
const MADE =
  /^(?:sent from my|sent (?:with|via|by)|von meinem .{1,20} gesendet|envoye (?:de mon|depuis)|enviado (?:desde|do) m[ei]u?|inviato da(?:l mio)?|verzonden vanaf|(?:scanned|created|generated|made|printed|powered|produced|converted|digitized)(?: (?:automatically|electronically))? (?:with|by|using|via)|(?:gescannt|erstellt|generiert|eingescannt) (?:mit|von|durch)|(?:numerise|scanne|cree|genere) (?:avec|par)|(?:escaneado|creado|generado) (?:con|por)|(?:scansionato|scannerizzato|creato|generato) (?:con|da)|(?:digitalizado|criado|gerado) (?:com|por)|(?:gescand|gemaakt) (?:met|door)|(?:zeskanowano|zeskanowane|wygenerowano|utworzono) (?:z|za|w|przez|przy)|(?:naskenovano|vytvoreno|vygenerovano) (?:pomoci|v|aplikaci|programem)|(?:skannad|skapad) med|(?:skannet|scannet|oprettet|laget) med|skannattu|(?:beolvasva|keszult))(?!\p{L})/u

/** Returns true for the line of an email that says when it was sent, and for `Scanned with …`: nothing in them names a party. */
export function isNote(text: string): boolean {
  const folded = foldText(text).trim()
  // `Made by Mary Ltd` is a name.
  return SENT.test(folded) || (MADE.test(folded) && !hasStrictForm(text))
}

/** What headings and notices say, on lines that only consist of such words: `Contact us`, `STATEMENT – FINAL REMINDER`, `Nous contacter`. */
const HEADING_WORDS = new Set(
  (
    'statement final first second third last reminder payment notice premium overdue past due summary details account contact us our you your questions help customer service services office hours ' +
    'mahnung letzte erste zweite zahlungserinnerung erinnerung kundenservice kundendienst kontakt fragen ihre ihr kundendaten daten uberblick ' +
    'nous contacter contacter contactez vos votre references relance rappel avis echeance service clients client ' +
    'contacto contactenos recordatorio aviso atencion al cliente resumen sollecito contatti contattaci assistenza clienti riepilogo ' +
    'herinnering aanmaning klantenservice vragen wezwanie zaplaty do upominka przypomnienie upomenuti aviso lembrete contactos'
  ).split(' '),
)

/** Returns true for a line without a name: a form of address alone, or the heading of a notice or of a column of contacts. */
export function looksLikeHeading(text: string): boolean {
  const folded = foldText(text).trim()
  if (ONLY_ADDRESS_FORM.test(folded)) return true
  const words = folded.match(/\p{L}+/gu) ?? []
  return words.length >= 2 && words.every((word) => HEADING_WORDS.has(word))
}
