/** Pads columns to their longest cell; `right` contains the indexes of right-aligned columns. */
export function align(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row
      .map((cell, column) => (right.includes(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd(),
  )
}
