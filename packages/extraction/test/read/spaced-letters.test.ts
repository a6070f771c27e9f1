import { describe, expect, it } from 'vitest'
import type { Direction, PlacedWord } from '../../src/read/pdf-characters.ts'
import { joinSpacedLetters } from '../../src/read/spaced-letters.ts'

const SIZE = 20
const word = (text: string, box: PlacedWord['box'], direction: Direction = 0): PlacedWord => ({
  text,
  box,
  confidence: 1,
  size: SIZE,
  direction,
})

/** A line of pieces 12 pixels wide per letter, with `gap` pixels between them; a number in place of a piece is a further gap. */
function line(pieces: readonly (string | number)[], gap: number): PlacedWord[] {
  let x = 100
  return pieces.flatMap((piece) => {
    if (typeof piece === 'number') {
      x += piece
      return []
    }
    const box: PlacedWord['box'] = [x, 50, x + 12 * piece.length, 50 + SIZE]
    x = box[2] + gap
    return [word(piece, box)]
  })
}
const textsOf = (words: readonly PlacedWord[]): string[] => joinSpacedLetters([...words]).map(({ text }) => text)

describe('letters with wide spaces between them', () => {
  it('become words, which are parted by wider spaces', () => {
    const spaced = line([...'MILL', 14, ...'LANE'], 6)
    expect(textsOf(spaced)).toEqual(['MILL', 'LANE'])
    expect(joinSpacedLetters(spaced)[1]!.box).toEqual([186, 50, 252, 70])
  })

  it('may be two where the font brings them together, and end with a point', () => {
    expect(textsOf(line(['D', 'R.', 16, 'W', 'A', 'LT', 'E', 'R'], 6))).toEqual(['DR.', 'WALTER'])
  })

  it('are read in the direction of vertical text', () => {
    const up = [...'NORTH'].map((letter, i) => word(letter, [30, 480 - i * 18, 50, 492 - i * 18], 3))
    expect(textsOf(up)).toEqual(['NORTH'])
  })

  it('stay apart in columns, in initials and beside figures', () => {
    expect(textsOf(line([...'ABCDEF'], 60))).toEqual([...'ABCDEF'])
    expect(textsOf(line(['J', 'R', 'R', 'Marlow'], 6))).toEqual(['J', 'R', 'R', 'Marlow'])
    expect(textsOf(line([...'123456'], 6))).toEqual([...'123456'])
    expect(textsOf(line(['A', 'or', 'B', 'or', 'C', 'or'], 6))).toEqual(['A', 'or', 'B', 'or', 'C', 'or'])
  })

  it('are those of one line', () => {
    const below = line([...'LANE'], 6).map(
      (piece) => ({ ...piece, box: [piece.box[0], 90, piece.box[2], 110] }) as PlacedWord,
    )
    expect(textsOf([...line([...'MILL'], 6), ...below])).toEqual([...'MILLLANE'])
  })

  it('are joined in the array of the words itself, and no word is longer than a line', () => {
    const plain = line(['Mill', 'Lane', 'a', 'b'], 6)
    expect(joinSpacedLetters(plain)).toBe(plain)
    expect(textsOf(line([...'X'.repeat(450)], 6)).map((text) => text.length)).toEqual([200, 200, 50])
  })
})
