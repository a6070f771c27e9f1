import type { Random } from '../../train/random.ts'
import { COUNTRIES } from '../data/countries.ts'
import { SYLLABLES, wordsFor, type Words } from '../data/words.ts'
import { registerOfVat } from './national.ts'
import { fill, nationalNumber, registerNumber, vatNumber } from './numbers.ts'

export interface Party {
  /** With its legal form, as the company writes it. */
  name: string
  /** As in a logo: often without the legal form. */
  short: string
  isPerson: boolean
  contact: string
  extra: string | null
  street: string
  /** Postcode and town; two lines in some addresses. */
  city: string[]
  town: string
  /** ISO code and the name in the language of the document. */
  countryCode: string
  country: string
  vat: string | null
  /** Label and number of the company register. */
  register: { label: string; value: string } | null
  taxNumber: string
  phone: string
  phone2: string
  email: string
  web: string
  boss: string
  office: string
  /** What the company does, as a line below its logo. */
  trade: string
}

const title = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const syllables = (random: Random): string =>
  title(Array.from({ length: random.integer(2, 3) }, () => random.pick(SYLLABLES)).join(''))

const slug = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/[đĐ]/g, 'd')
    .replace(/ı/g, 'i')
    .replace(/ø/gi, 'o')
    .replace(/æ/gi, 'ae')
    .replace(/[^a-zA-Z0-9 -]/g, '')
    .toLowerCase()
    .trim()
    .split(' ')
    .slice(0, 2)
    .join('-')

function companyName(random: Random, words: Words, person: string): { name: string; short: string } {
  const surname = random.pick(words.surnames)
  const trade = random.pick(words.trades)
  const place = random.pick(words.places)
  const made = syllables(random)
  const short = random.pick([
    () => `${surname} ${trade}`,
    () => `${surname} ${trade}`,
    () => `${trade} ${surname}`,
    () => `${place} ${trade}`,
    () => `${made} ${trade}`,
    () => made,
    () => `${made} ${random.pick(words.fantasy)}`,
    () => `${surname} & ${random.pick(words.surnames)}`,
    () => `${surname}, ${random.pick(words.surnames)} & ${random.pick(words.surnames)}`,
    () => `${random.pick(words.fantasy)} ${random.integer(2, 99)}`,
    () => `${trade} ${person}`,
    () => person,
    () => `${place} ${made} ${trade}`,
    () => `${fill(random, '@@@')} ${trade}`,
    () => `${made}.${random.pick(['io', 'com', 'net', 'app'])}`.toLowerCase(),
    () => `${fill(random, '@&@')} ${trade}`,
    () => `${made}${random.pick(['-', ' ', ''])}${random.pick(words.fantasy)} ${place}`,
    () => surname,
    () =>
      `${made} ${random.pick(words.trades)} ${random.pick(['International', 'Europe', 'Group', 'Holding', 'Online'])}`,
  ])()
  const form = random.pick(words.forms)
  const bare = random.chance(0.07) ? `${random.pick(words.trades)} ${made}` : short
  const name = form.includes('{name}')
    ? form.replace('{name}', () => bare)
    : `${bare}${form.startsWith(',') ? '' : ' '}${form}`
  const upper = random.chance(0.14)
  return { name: (upper ? name.toUpperCase() : name).trim(), short: upper ? short.toUpperCase() : short }
}

/** Invents a company, authority or person of a country. */
export function makeParty(random: Random, country: string, kind: 'seller' | 'buyer'): Party {
  const land = COUNTRIES[country]!
  const words = wordsFor(
    country === 'CH' || country === 'BE'
      ? random.pick(country === 'CH' ? ['de', 'de', 'fr', 'it'] : ['nl', 'fr'])
      : land.names,
  )
  const person = `${random.pick(words.given)} ${random.pick(words.surnames)}`
  const person2 = `${random.pick(words.given)} ${random.pick(words.surnames)}`
  const town = random.pick(land.towns)
  const street = random
    .pick(words.streets)
    .replace(/\{n\}/g, () => String(random.integer(1, random.chance(0.2) ? 2400 : 190)))
    .replace('{m}', String(random.integer(2, 99)))
    .replaceAll('{f}', String(random.integer(1, 9)))
  const city = fill(random, random.pick(land.city)).replace('{town}', town)
  const roll = random.next()
  const isPerson = kind === 'buyer' ? roll < 0.18 : roll < 0.08
  let { name, short } = companyName(random, words, person)
  if (isPerson) name = short = person
  else if (roll > (kind === 'buyer' ? 0.9 : 0.97))
    name = short = random.pick(words.bodies).replace('{town}', town).replace('{place}', random.pick(words.places))
  const domain = `${random.chance(0.8) ? slug(short) || syllables(random).toLowerCase() : syllables(random).toLowerCase()}.${random.pick([land.domain, land.domain, 'com', 'net', 'eu'])}`
  const userPart = random.pick([
    'info',
    'billing',
    'office',
    'accounts',
    'contact',
    'hello',
    'mail',
    slug(person).replace('-', '.') || 'post',
    'sales',
  ])
  const email = `${userPart}@${isPerson && random.chance(0.6) ? random.pick(['gmail.com', 'outlook.com', 'web.de', 'mail.com']) : domain}`
  const vat = vatNumber(random, country)
  const registration = fill(random, random.pick(land.registers))
    .replace('{town}', town)
    .replace(/<(\w+)>/g, (_, kind: string) => (kind === 'VAT' ? vat!.replace(/\D/g, '') : nationalNumber(random, kind)))
    .replace('{vat}', registerOfVat(vat) ?? '')
  const [label, ...value] = registration.split(':') as [string, ...string[]]
  const vars = (text: string): string =>
    text
      .replace('{person}', person)
      .replace('{person2}', person2)
      .replace('{street}', street)
      .replace('{city}', city.replace('\n', ' '))
      .replace('{town}', town)
      .replace('{name}', name)
  return {
    name,
    short,
    isPerson,
    contact: isPerson ? person : person2,
    extra: random.chance(0.14) ? random.pick(words.extras).replace('{f}', String(random.integer(1, 9))) : null,
    street,
    city: city.split('\n'),
    town,
    countryCode: country,
    country: land.called,
    vat,
    register: random.chance(0.6) ? { label, value: registerNumber(country, label, value.join(':')) } : null,
    taxNumber: fill(random, random.pick(['##/###/#####', '###/####/####', '#########', '## ### #####'])),
    phone: fill(random, random.pick(land.phones)),
    phone2: fill(random, random.pick(land.phones)),
    email,
    web: random.chance(0.7) ? `www.${domain}` : random.chance(0.5) ? domain : `https://${domain}`,
    boss: vars(random.pick(words.boss)),
    office: vars(random.pick(words.office)),
    trade: [random.pick(words.trades), random.pick(words.trades)].join(random.pick([' & ', ' – ', ' · ', ', '])),
  }
}
