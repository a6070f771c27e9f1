/** Four corners in the photograph, clockwise from the upper left. */
export type Corners = [number, number][]

/** Returns the homography that maps the corners to a rectangle: eight unknowns, solved by elimination. */
export function fromCorners(
  corners: Corners,
  width: number,
  height: number,
): (x: number, y: number) => [number, number] {
  const target: Corners = [[0, 0], [width, 0], [width, height], [0, height]] /* prettier-ignore */ // four points on one line
  const rows = corners.flatMap(([x, y], index) => {
    const [u, v] = target[index]!
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ]
  })
  for (let pivot = 0; pivot < 8; pivot++) {
    const best = rows.slice(pivot).reduce((a, b) => (Math.abs(b[pivot]!) > Math.abs(a[pivot]!) ? b : a))
    rows.splice(rows.indexOf(best), 1)
    rows.splice(pivot, 0, best)
    for (const row of rows) {
      if (row === best) continue
      const factor = row[pivot]! / best[pivot]!
      for (let column = pivot; column < 9; column++) row[column]! -= factor * best[column]!
    }
  }
  const h = rows.map((row, index) => row[8]! / row[index]!)
  return (x, y) => {
    const w = h[6]! * x + h[7]! * y + 1
    return [(h[0]! * x + h[1]! * y + h[2]!) / w, (h[3]! * x + h[4]! * y + h[5]!) / w]
  }
}
