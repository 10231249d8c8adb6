export const places = {}
