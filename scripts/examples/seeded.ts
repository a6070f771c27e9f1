/** Returns numbers in [0, 1) that are the same in every run (a linear congruential generator with the constants of MMIX). */
export function seeded(seed: number): () => number {
  let state = BigInt(seed) * 2n + 1n
  return () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n)
    return Number(state >> 40n) / 2 ** 24
  }
}
