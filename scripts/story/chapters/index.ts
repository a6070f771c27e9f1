/** The chapters in their order; each relies on those before it. */
import type { Chapter } from '../tell.ts'
import { accountant } from './accountant.ts'
import { auditor } from './auditor.ts'
import { approvals } from './approvals.ts'
import { books } from './books.ts'
import { changes } from './changes.ts'
import { delegation } from './delegation.ts'
import { deletion } from './deletion.ts'
import { duplicates } from './duplicates.ts'
import { hooks } from './hooks.ts'
import { mistakes } from './mistakes.ts'
import { people } from './people.ts'
import { post } from './post.ts'
import { production } from './production.ts'
import { queues } from './queues.ts'
import { retention } from './retention.ts'
import { review } from './review.ts'
import { spreadsheet } from './spreadsheet.ts'

export const CHAPTERS: readonly Chapter[] = [
  { name: 'queues', isShort: true, tell: queues },
  { name: 'people', isShort: true, tell: people },
  { name: 'approvals', isShort: true, tell: approvals },
  { name: 'hooks', isShort: false, tell: hooks },
  { name: 'post', isShort: false, tell: post },
  { name: 'review', isShort: false, tell: review },
  { name: 'spreadsheet', isShort: false, tell: spreadsheet },
  { name: 'accountant', isShort: false, tell: accountant },
  { name: 'duplicates', isShort: false, tell: duplicates },
  { name: 'mistakes', isShort: false, tell: mistakes },
  { name: 'delegation', isShort: false, tell: delegation },
  { name: 'changes', isShort: false, tell: changes },
  { name: 'deletion', isShort: false, tell: deletion },
  { name: 'production', isShort: true, tell: production },
  { name: 'retention', isShort: true, tell: retention },
  { name: 'auditor', isShort: true, tell: auditor },
  { name: 'books', isShort: true, tell: books },
]
