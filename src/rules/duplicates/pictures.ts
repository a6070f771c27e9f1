/** Pictures of pages, as 64 hexadecimal digits (packages/extraction/src/read/page-picture.ts), and how similar ones are found through an index. */

const DIGITS = 64
/** Parts of the picture of which at least one is the same in any form of the page: of four digits, from the digits that change the least. */
const BANDS = 12
const BAND_DIGITS = 4

/** Of 256 bits. Forms of one page differ in up to 33, other pages mostly in 60 and more (docs/benchmarks.md). */
export const MAX_DIFFERENT_BITS = 36

const FORM = new RegExp(`^[0-9a-f]{${DIGITS}}$`)
export const isPicture = (text: unknown): text is string => typeof text === 'string' && FORM.test(text)

/** Returns the keys of the parts in the index. They contain the organization, so that nothing is compared with others. */
export const bandsOf = (organization_id: number, picture: string): number[] =>
  Array.from({ length: BANDS }, (_, band) => {
    const part = parseInt(picture.slice(band * BAND_DIGITS, (band + 1) * BAND_DIGITS), 16)
    return (organization_id * 16 + band) * 2 ** 16 + part
  })
