/** The times of a delegation that a user gives as days of their own time zone: from the beginning of the first to the end of the last one. */
export function timesOf(first: string, last: string): { starts_at: string; ends_at: string } {
  const [year, month, day] = last.split('-').map(Number) as [number, number, number]
  return {
    starts_at: new Date(`${first}T00:00:00`).toISOString(),
    // The day after, which is not always 24 hours later.
    ends_at: new Date(year, month - 1, day + 1).toISOString(),
  }
}
