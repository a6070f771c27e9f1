export const side = {}
