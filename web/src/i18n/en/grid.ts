export const grid = {}
