import type { Pdfium } from './pdfium.ts'

/** Transforms points of the page to pixels of its image: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export interface Affine {
  a: number
  b: number
  c: number
  d: number
  e: number
  f: number
}

/** Applies `first`, then `second`. */
export const concat = (first: Affine, second: Affine): Affine => ({
  a: second.a * first.a + second.c * first.b,
  b: second.b * first.a + second.d * first.b,
  c: second.a * first.c + second.c * first.d,
  d: second.b * first.c + second.d * first.d,
  e: second.a * first.e + second.c * first.f + second.e,
  f: second.b * first.e + second.d * first.f + second.f,
})

/** Reads a matrix that PDFium has written as six numbers of 32 bits. */
export function matrixAt({ HEAPF32 }: Pdfium, pointer: number): Affine {
  const at = pointer >> 2
  return {
    a: HEAPF32[at]!,
    b: HEAPF32[at + 1]!,
    c: HEAPF32[at + 2]!,
    d: HEAPF32[at + 3]!,
    e: HEAPF32[at + 4]!,
    f: HEAPF32[at + 5]!,
  }
}
