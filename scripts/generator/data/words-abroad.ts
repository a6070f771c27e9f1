import { list } from './list.ts'
import { en } from './words-en.ts'
import type { Words } from './words.ts'

/** Malaysia: documents in English, names and streets of the country. */
export const my: Words = {
  ...en,
  given: list('Ahmad|Siti|Wei Ming|Lim|Kumar|Nurul|Chong|Aisyah|Raj|Mei Ling|Hafiz|Tan'),
  surnames: list('Tan|Lim|Ong Beng|bin Ismail|Chua|Wong|Abdullah|Lee|Subramaniam|Goh|Ng|Teoh|Rahman|Yap'),
  streets: list(
    'NO.{n}, JALAN SS{f}/{n}|{n}, JALAN HARMONI {f}/{f}|LOT {n}, JALAN ANGSA|NO {n} & {m}, JALAN PERMAS {f}|G-{n}, TAMAN MALURI|{n}G, JALAN BUKIT BINTANG|LOT P.T. {n}, JALAN KLANG LAMA|NO. {n}, LORONG MERPATI {f}|UNIT {f}-{n}, PLAZA DAMANSARA',
  ),
  extras: list('TAMAN BERKELEY|DAMANSARA UTAMA|BANDAR BARU|TAMAN DESA|SEKSYEN 13'),
  trades: list(
    'ENTERPRISE|TRADING|HARDWARE|RESTAURANT|MINIMARKET|STATIONERY|BOOK STORE|LIGHTING|MACHINERY|BAKERY|ELECTRICAL|PHARMACY|SPEED MART|HOME DECO|GIFT|MOTORS|KOPITIAM|BISTRO',
  ),
  places: list('GREEN|LUCKY|PERMATA|SINAR|GOLDEN|ORIENTAL|BINTANG|NEW WORLD|SUNRISE|MEGA'),
  forms: list('SDN BHD|SDN. BHD.|S/B|(M) SDN BHD|BHD|ENTERPRISE||'),
  fantasy: list('GIFTS|HOME|STATION|CORNER|HOUSE|POINT|HUB'),
}
