import { expect, test } from 'vitest'
import { wordsOf } from '../src/screens/review/pages/page-words.ts'

test('the words of a page are those of an answer that have a place on it', () => {
  const answer = {
    results: [
      { page_number: 1, granularity: 'words', items: [{ text: 'first', position: [1, 2, 3, 4] }] },
      {
        page_number: 2,
        granularity: 'words',
        items: [{ text: 'second', position: [5, 6, 7, 8] }, { text: 'without a place' }],
      },
    ],
  }
  expect(wordsOf(answer, 2)).toEqual([{ text: 'second', rectangle: [5, 6, 7, 8] }])
  expect(wordsOf(answer, 3)).toEqual([])
})
