import type { Language } from './languages.ts'

type NameStock = (name: string, of: { language: Language; countryISO: string }) => string

let nameStock: NameStock = (name) => name

/** Says how sentences name stock. Sentences know no grain, and what knows grain speaks in sentences itself, so it tells them once it is loaded. */
export function nameStockBy(naming: NameStock): void {
  nameStock = naming
}

/** The name that readers of a language in a country have for stock of a stored name. */
export const stockNameIn: NameStock = (name, of) => nameStock(name, of)
