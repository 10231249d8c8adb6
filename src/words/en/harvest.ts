export const harvest = {}
