export const trade = {}
