import type { Language } from './languages.ts'

type NameGrain = (name: string, of: { language: Language; countryISO: string }) => string

/** The readers' names for grain, by the English names that are stored. */
interface GrainNames {
  /** `Winter wheat 2026` */
  stock: NameGrain
  /** `Wheat` */
  commodity: NameGrain
}

let known: GrainNames = { stock: (name) => name, commodity: (name) => name }

/** Says how sentences name grain. Sentences know none, and what knows it speaks in sentences itself, so it tells them once it is loaded. */
export function nameGrainBy(names: GrainNames): void {
  known = names
}

/** Returns the names that are known by now. */
export const grainNames = (): GrainNames => known
