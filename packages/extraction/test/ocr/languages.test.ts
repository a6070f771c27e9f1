import { describe, expect, it } from 'vitest'
import { modeFor, OTHER_LETTERS } from '../../src/read/ocr/index.ts'

describe('languages of OCR', () => {
  it('read Japanese with the model that has kana', () => {
    expect([modeFor(['jpn', 'eng']), modeFor(['eng', 'jpn']), modeFor(['zho']), modeFor()]).toEqual([
      'accurate',
      'cascade',
      'cascade',
      'cascade',
    ])
  })

  it('name those whose letters the models lack', () => {
    expect(['kor', 'ara', 'heb', 'vie', 'ukr', 'ell'].filter((language) => !OTHER_LETTERS.has(language))).toEqual([])
    expect(['jpn', 'zho', 'ind', 'eng'].filter((language) => OTHER_LETTERS.has(language))).toEqual([])
  })
})
