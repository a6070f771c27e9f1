/** Payloads of payment codes of invented companies. */

export const EPC = [
  'BCD',
  '002',
  '1',
  'SCT',
  'GENODEF1XXX',
  'Muster Handel GmbH',
  'DE89370400440532013000',
  'EUR119',
  '',
  '',
  'RE-2031-88 Kunde 4711',
].join('\n')

export const SWISS = [
  'SPC',
  '0200',
  '1',
  'CH4431999123000889012',
  'S',
  'Alpenblick Treuhand AG',
  'Seestrasse',
  '12',
  '8001',
  'Zürich',
  'CH',
  ...Array<string>(7).fill(''),
  '2500.25',
  'CHF',
  'K',
  'Bergbahn Beispiel AG',
  'Talweg 3',
  '7500 St. Moritz',
  '',
  '',
  'CH',
  'QRR',
  '210000000003139471430009017',
  'Auftrag 2031-88',
  'EPD',
].join('\r\n')

export const SPAYD =
  'SPD*1.0*ACC:CZ5855000000001265098001+RZBCCZPP*AM:480.50*CC:CZK*DT:20310415*X-VS:1234567890*X-KS:0308*X-SS:77*MSG:FAKTURA 2031%2A88*RN:VZOROVA S.R.O.'
