/** January to December in nine languages, in full and abbreviated, in no particular order. */
const MONTH_NAMES: readonly string[] = [
  'january januar jänner janvier januari styczeń stycznia leden ledna enero gennaio jan janv ene gen sty led janeiro',
  'february februar feber février februari luty lutego únor února febrero febbraio feb fév févr lut úno fevereiro febr',
  'march märz maerz mars maart marzec marca březen března marzo mar mär mrz mrt bře março mart',
  'april avril kwiecień kwietnia duben dubna abril aprile apr avr kwi dub abr',
  'may mai mei maj maja květen května mayo maggio mag kvě maio',
  'june juni juin czerwiec czerwca červen června junio giugno jun cze giu čer junho',
  'july juli juillet lipiec lipca červenec července julio luglio jul juil lip lug čvc julho',
  'august août augustus sierpień sierpnia srpen srpna agosto aug sie srp ago agustus',
  'september septembre wrzesień września září septiembre settembre sep sept wrz zář set setembro',
  'october oktober octobre październik października říjen října octubre ottobre oct okt paź říj ott outubro',
  'november novembre listopad listopada listopadu noviembre nov lis novembro',
  'december dezember décembre grudzień grudnia prosinec prosince diciembre dicembre dec dez déc gru pro dic dezembro',
]

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')

const MONTH_OF = new Map(
  MONTH_NAMES.flatMap((names, index) => names.split(' ').map((name) => [plain(name), index + 1] as const)),
)

/** Returns the month number of a name or abbreviation in any of the languages; null if it is none. */
export function monthOf(name: string): number | null {
  return MONTH_OF.get(plain(name).replace(/\.$/, '')) ?? null
}
