/** Transforms points of the page to pixels of its image: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export interface Affine {
  a: number
  b: number
  c: number
  d: number
  e: number
  f: number
}
