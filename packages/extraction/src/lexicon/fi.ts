import type { Language } from './classes.ts'

export const fi: Language = {
  stopWords:
    'tai jos mukaan tulee jalkeen seka ilman laskun ovat kanssa mikali kaikki myos ennen koska joka viivastyskorko',
  months:
    'tammikuu tammikuuta tammikuun tammi tammik|helmikuu helmikuuta helmikuun helmi helmik|maaliskuu maaliskuuta maaliskuun maalis maalisk|huhtikuu huhtikuuta huhtikuun huhti huhtik|toukokuu toukokuuta toukokuun touko toukok|kesäkuu kesäkuuta kesäkuun kesä kesäk|heinäkuu heinäkuuta heinäkuun heinä heinäk|elokuu elokuuta elokuun elo elok|syyskuu syyskuuta syyskuun syys syysk|lokakuu lokakuuta lokakuun loka lokak|marraskuu marraskuuta marraskuun marras marrask|joulukuu joulukuuta joulukuun joulu jouluk',
  labels: {
    total:
      'yhteensa | loppusumma | laskun loppusumma | laskun summa | laskun yhteissumma | kokonaissumma | summa | bruttosumma | yhteissumma | yhteensa eur | yhteensa euroa | lasku yhteensa | summa yhteensa | yhteensa sis alv | verollinen yhteensa | yhteensa verollinen | verollinen summa | verollinen | verollinen loppusumma | verollinen hinta yhteensa | hinta yhteensa | kaikki yhteensa | yhteensa alv sis | loppusumma eur',
    base: 'veroton | veroton yhteensa | yhteensa veroton | veroton summa | veroton hinta yhteensa | veroton arvo | veroton loppusumma | yhteensa ilman alv | summa ilman alv | yhteensa alv 0 % | summa alv 0 % | valisumma | nettosumma | netto | netto yhteensa | veron peruste | veron perusteet | verot peruste | laskun veroton summa | veroton hinta',
    tax: 'alv | arvonlisavero | vero | alv yhteensa | vero yhteensa | arvonlisavero yhteensa | veron maara | alv maara | alv summa | alv osuus | veron osuus | arvonlisaveron maara | alv eur | verot yhteensa | arvonlisaverot | veroa | laskun alv',
    due: 'maksettava | maksettavaa | maksettava yhteensa | maksettavaa yhteensa | maksettava summa | yhteensa maksettava | maksettavaksi | jaa maksettavaksi | avoin summa | maksamatta | laskun avoin summa | maksettava eur | maksetaan | avoinna | perittava summa | hyvitettava | maksettava euroa',
    paid: 'maksettu | jo maksettu | maksettu summa | suoritettu | suoritukset | ennakkomaksu | maksettu yhteensa | aikaisemmin laskutettu | saadut maksut | maksettu ennakko | ennakko',
    cash: 'kateinen | kateismaksu | kateisella',
    card: 'kortti | pankkikortti | luottokortti | korttimaksu | maksukortti | korttitapahtuma',
    change: 'takaisin | vaihtoraha',
    rounding: 'pyoristys | pyoristysero | kateispyoristys',
    discount: 'alennus | alennukset | alennus yhteensa | kateisalennus | kassa alennus',
    charge:
      'rahti | toimituskulut | laskutuslisa | postikulut | kasittelykulut | toimitusmaksu | pienlaskutuslisa | rahtikulut | laskutuskulut | muistutusmaksu | toimituskulu',
    deposit: 'pantti | takuuvuokra',
    balance: 'saldo | edellinen saldo | alkusaldo | loppusaldo | aikaisempi saldo',
    rate: 'alv % | verokanta | alv kanta | veroprosentti | alv prosentti | vero %',
    points: 'pisteet | bonuspisteet',
    saved: 'saastit',
    count: 'tuotteita | tuotteita yhteensa | tuotteet yhteensa',
    vat_word: 'alv erittely | veroerittely | alv koodi | arvonlisaveroerittely',
    words_total: 'summa sanoin',
    date: 'paivays | pvm | paivamaara',
    invoice_date:
      'laskun paivays | laskun paivamaara | laskupaiva | laskun pvm | laskupvm | laskutuspaiva | laskun paiva | laskutuspvm | laskunpaivays | laskupaivamaara | tositepaiva | kuitin paivays | ostopaiva | laskupaivays | luontipaiva',
    due_date:
      'erapaiva | erapvm | laskun erapaiva | maksun erapaiva | maksupaiva | viimeinen maksupaiva | maksettava viimeistaan | viimeistaan | erapaivamaara | era pvm | maksettava ennen | maksun viimeinen paiva',
    delivery_date:
      'toimituspaiva | toimituspvm | toimituspaivamaara | toimitettu | suorituspaiva | lahetyspaiva | luovutuspaiva | toim pvm | toimitusaika',
    order_date: 'tilauspaiva | tilauspvm | tilauksen paivays | tilauspaivamaara | tarjouspaiva',
    print_date: 'tulostettu | tulostuspaiva | voimassa asti',
    period: 'laskutuskausi | laskutusjakso | ajalta | ajanjakso | laskutettava ajanjakso | palvelujakso | kausi',
    time: 'kello | klo',
    invoice_no:
      'laskun no | lasku no | laskunumero | laskun numero | lasku | tosite no | tositteen no | kuitti no | kuitin no | hyvityslaskun no | hyvityslasku no | laskun tunnus | maksumuistutus no | muistutus no | ennakkolasku no | proformalasku no | loppulasku no | laskutus no',
    order_no:
      'tilaus no | tilausnumero | tilauksen no | ostotilaus | ostotilaus no | ostotilauksen no | asiakkaan tilaus no | tilausnumeronne | teidan tilaus no | tilauksenne | tilauksenne no | ostajan tilaus no | tilaus | ostotilausnumero | tilaustunnus',
    seller_order_no:
      'myyntitilaus | myyntitilaus no | tilausvahvistus no | myyjan tilaus no | tyo no | toimeksianto no',
    customer_no: 'asiakas no | asiakasnumero | asiakastunnus | asiakkaan no | asiakasnumeronne | jasen no | asiakas id',
    delivery_no:
      'lahete no | lahetteen no | lahete | lahetys no | rahtikirja no | rahtikirja | toimitus no | lahetyslista no | toimituksen no',
    reference:
      'viite no | viitenumero | viite | viitteenne | viesti | tarjous | tarjous no | projekti | projekti no | kohde | aihe | merkkinne | tyomaa | kustannuspaikka | ostajan viite | asiakkaan viite | teidan viite | viitteet | lisatiedot | huomautus | ref | tilausviite | laskun viite no | sopimusviite | viitetiedot | maksun viite | projektin nimi | teidan viitteenne',
    our_ref: 'viitteemme | meidan viite | kasittelija | myyjan viite',
    contract_no:
      'sopimus | sopimus no | sopimusnumero | sopimuksen no | vakuutus no | liittyma no | vakuutuskirja no | sopimustunnus',
    transaction_no: 'tapahtuma no | varmennus no | varmennus | arkistointitunnus',
    account_no: 'tili no | tilinumero | saajan tili no | tili | pankkitili | pankkitilin no | tilinumeromme',
    bank_code: 'pankkikoodi',
    iban: 'iban | iban tili no | tili no iban | saajan tili no iban',
    bic: 'bic | swift | bic koodi | swift koodi | bic swift | swift bic | saajan pankin bic | pankin bic',
    vat_id:
      'alv tunnus | alv no | alv numero | alv tunniste | alv rek no | vat no | vat tunnus | vat id | alv id | arvonlisaverotunniste | arvonlisaverotunnus | verotunniste | asiakkaan alv tunnus | ostajan alv tunnus | myyjan alv tunnus | alv rekisteri no | asiakkaan vat tunnus | ostajan vat tunnus | ostajan alv no | asiakkaan alv no',
    tax_no: 'henkilotunnus | vero no',
    company_no:
      'y tunnus | ly tunnus | yritystunnus | ostajan y tunnus | asiakkaan y tunnus | myyjan y tunnus | kaupparekisteri no | yhdistysrekisteri no | rekisteri no',
    phone: 'puhelin | puh | puh no | matkapuhelin | gsm | puhelin no | tel | asiakaspalvelu',
    fax: 'faksi | fax | telefax',
    email: 'sahkoposti | sahkopostiosoite | e mail | email | s posti',
    web: 'kotisivut | www | verkkosivut | internet | kotisivu | verkkosivu',
    number: 'numero',
    terminal: 'kassa | myymala | kassapaate | toimipaikka | maksupaate',
    cashier: 'kassanhoitaja | teita palveli',
    page: 'sivu',
    corrected_no:
      'hyvitettava lasku | hyvitys laskulle | alkuperainen lasku | alkuperaisen laskun no | hyvitetaan lasku | koskee laskua | hyvitettavan laskun no',
    bill_to:
      'laskutusosoite | ostaja | asiakas | laskun saaja | vastaanottaja | laskun vastaanottaja | maksaja | tilaaja | asiakkaan tiedot | laskutustiedot | ostajan tiedot | laskutettava | asiakkaan nimi | laskutusasiakas',
    ship_to: 'toimitusosoite | tavaran vastaanottaja | toimituspaikka | toimitusasiakas',
    payee: 'saaja | maksun saaja | saajan nimi | tilinomistaja | tilin omistaja',
    seller: 'myyja | laskuttaja | toimittaja | lahettaja | laskun lahettaja | myyjan tiedot | palveluntarjoaja',
    attention: 'yhteyshenkilo',
    name: 'nimi | yrityksen nimi | yritys',
    address: 'osoite | katuosoite | postiosoite | posti no | postitoimipaikka | maa | kayntiosoite',
    bank: 'pankki | pankkiyhteys | pankkitiedot | maksutiedot | pankkiyhteydet',
    invoice: 'lasku | myyntilasku | koontilasku | loppulasku | osalasku',
    credit_note: 'hyvityslasku',
    proforma: 'proforma | proformalasku | proforma lasku | ennakkolasku | tarjous',
    receipt: 'kuitti | kassakuitti | kateiskuitti | maksukuitti | kateislasku',
    order: 'tilaus | ostotilaus | tilausvahvistus',
    delivery_note: 'lahete | lahetyslista | rahtikirja | pakkausluettelo',
    quantity: 'maara | kpl | lkm | tunnit | kappaletta',
    unit_price: 'a hinta | ahinta | hinta | yksikkohinta | kappalehinta | kpl hinta | yks hinta | tuntihinta',
    line_amount: 'summa | yhteensa | rivisumma | rivi yhteensa',
    code: 'tuote no | tuotekoodi | koodi | tuotetunnus | nimike no',
    description: 'kuvaus | tuote | nimike | selite | tuotekuvaus | tuotteen nimi | palvelu | tuotenimi | nimitys',
    unit: 'yksikko | yks',
    currency: 'valuutta',
    terms: 'maksuehto | maksuehdot | maksuaika',
    payment_method: 'maksutapa | maksutavat',
    thanks: 'kiitos | kiitos kaynnista | kiitos ostoksesta | kiitos tilauksestasi | tervetuloa uudelleen',
    place: 'toimitusmaa',
  },
  columns: {
    position: 'rivi | rivinro',
    code: 'tuotenro | tuotenumero | tuotekoodi | koodi | tuotetunnus | nimikenro | tuote nro | tuoteno',
    description:
      'kuvaus | tuote | nimike | selite | tuotekuvaus | tuotteen nimi | palvelu | tuotenimi | nimitys | tuote palvelu | tuotteet | laskutuksen aihe | selitys',
    quantity: 'maara | kpl | lkm | tunnit | kappaletta | tilattu | toimitettu | maara kpl | tuntia',
    uom: 'yksikko | yks',
    unit_price:
      'a hinta | ahinta | hinta | yksikkohinta | kappalehinta | kpl hinta | yks hinta | tuntihinta | hinta yks | hinta kpl | veroton hinta | a hinta veroton | yksikkohinta veroton | hinta veroton | a hinta alv 0 % | verollinen hinta | yksikkohinta eur',
    discount: 'alennus | ale % | alennus %',
    rate: 'alv % | alv | verokanta | vero % | alv kanta | alv prosentti',
    tax: 'veron maara | alv eur | vero | alv maara | alv osuus | vero eur',
    amount:
      'summa | yhteensa | rivisumma | veroton yhteensa | verollinen yhteensa | yhteensa veroton | yhteensa verollinen | summa eur | yhteensa eur | veroton | verollinen | veroton summa | verollinen summa | hinta yhteensa | netto yhteensa | brutto yhteensa | rivi yhteensa | yhteensa alv 0 % | summa veroton | summa verollinen',
    base: 'veron peruste | veroton arvo | peruste',
    date: 'pvm | paivays | paivamaara | paiva | toimituspvm',
    other: 'paino | valuutta',
  },
  net: 'veroton | ilman alv | alv 0',
  gross: 'verollinen | sis alv | sisaltaa alv',
  describes: 'kuvaus | selite | nimike | tuotekuvaus',
  summary:
    'yhteensa | loppusumma | valisumma | maksettava | maksettavaa | veroton yhteensa | verollinen yhteensa | alv | alv yhteensa | arvonlisavero | arvonlisavero yhteensa | pyoristys | maksettu | veron peruste | verot yhteensa | laskun summa | kokonaissumma | nettosumma | lasku yhteensa | veroton summa | avoinna | josta alv | takaisin | vaihtoraha',
  carry: 'siirto | siirretaan | siirto edelliselta sivulta | edelliselta sivulta',
  allowance: 'alennus | kateisalennus',
  included: 'josta | sisaltaa',
  units:
    'tunti | tuntia | pv | paiva | paivaa | kk | kuukausi | vuosi | pkt | paketti | ltk | laatikko | rulla | sarja | jm | litra | ras | prk | plo | pss | krt | hlo',
  taxWords: 'alv | arvonlisavero',
  otherForms: 'osakeyhtiö | julkinen osakeyhtiö',
  countries:
    'suomi | ruotsi | norja | tanska | islanti | viro | latvia | liettua | saksa | puola | ranska | italia | espanja | alankomaat | belgia | sveitsi | itävalta | yhdysvallat | iso-britannia',
  firstNames:
    'juhani matti timo jukka pekka antti mikko jari heikki ville juha maria helena johanna anneli kaarina tuula päivi sari minna',
  seller: 'myyjä | myyjän | toimittaja | toimittajan | laskuttaja | laskuttajan',
  buyer: 'ostaja | ostajan | asiakas | asiakkaan',
  organizations: '*kaupunki | kunta | yliopisto | säätiö | *yhdistys | ry | sairaala | seurakunta',
  days: 'päivää|päivän|pv|vrk',
  durations: 'viikkoa|kuukautta|kk',
  paying: 'maksuehto|maksuaika|maksettava|maksamaan',
}
