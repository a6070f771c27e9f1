/** Limits, transitions and rules of the contract, and the test that shows each: file and full name as the run prints it. */
export const RULES: { part: string; what: string; test: string }[] = []
