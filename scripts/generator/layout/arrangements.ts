import { list } from '../data/list.ts'

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Blocks above the table: bands from top to bottom divided by `/`, cells from left to right by `|`, blocks of a cell by `+`. */
export const HEADS = lines(`
  sender | title / recipient | facts
  logo+sender | title+facts / recipient
  logo | sender / senderline+recipient | facts / title
  senderline+recipient | logo+sender / title / facts
  recipient | sender / title+facts
  recipient | facts / title
  title | logo / facts / sender | recipient
  title / facts / sender | recipient
  sender | recipient / title / facts
  facts | logo / recipient | sender / title
  logo / sender / title / recipient | facts
  title / sender | facts / recipient | shipto
  sender | title / recipient | shipto | facts
  sender / recipient | shipto / title | facts
  logo | title / sender | recipient | facts
  title | facts / recipient | sender
  recipient | title+facts / sender
  logo+sender+contact | recipient / title+facts
  sender | logo / title+facts / recipient
  title+facts | sender / recipient
  logo | contact / senderline+recipient / title / facts
  senderline+recipient | contact+facts / title
  title / recipient | sender / facts
  sender | recipient+facts / title
  logo / recipient | facts / title
  logo / title | facts / recipient
  logo | recipient / facts / title
  facts / sender | recipient / title
  sender / title / facts | recipient
  sender | facts / title / recipient
  title+facts | logo / recipient | shipto
  recipient / title | facts
  recipient+shipto | sender+facts / title
  logo | sender+facts / recipient / title
  sender / title+facts | recipient
  logo+sender / facts | recipient / title
  logo / sender+facts | recipient / title
  sender | title / facts | recipient
`)

/** Arrangements that only test families have. */
export const TEST_HEADS = lines(`
  logo | facts / title / sender | recipient | shipto
  recipient | logo / title+facts / sender
  title / recipient | facts / sender
  facts | title / sender | recipient
  sender+title | recipient+facts
  logo / senderline+recipient | contact / title | facts
  shipto | recipient | sender / title / facts
  title | sender / facts | recipient
  contact | logo / recipient | facts / title
  recipient+facts | sender / title
  logo+title / facts | recipient
  sender | shipto / recipient | facts / title
`)

/** Columns of the table of rows, from left to right. */
export const COLUMN_SETS = list(`
  desc qty price net | qty desc price net | pos desc qty price net | pos code desc qty unit price net | code desc qty price net | desc net |
  desc qty unit price rate net | pos qty unit desc price net | desc qty price rate net gross | code desc qty price discount net | desc qty net |
  pos desc qty unit price net rate tax gross | desc price qty net | qty unit desc price net | qty code desc price net | date desc qty price net |
  desc qty price tax net | code desc rate qty price net | desc qty price rate tax gross | pos desc net | desc rate net | desc qty gross |
  code desc qty unit price discount net rate | pos code desc qty price rate net | desc unit qty price net | qty desc net | date desc net |
  pos desc unit qty price net rate tax gross | code qty desc price net | desc price qty rate net | desc qty price discount rate net | pos desc qty price gross |
  desc rate price qty net | net desc | pos desc qty rate net | code desc qty unit rate price net | desc qty unit gross | price qty desc net
`)
