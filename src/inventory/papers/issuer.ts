/** Issuer of the paper. */
export interface Issuer {
  name: string
  /** Country whose words are used for things. */
  countryISO: string
  timeZone: string
  /** Of its weights; left out where it is kilograms. */
  unit?: 'lb'
  /** The letterhead it was printed with; left out of what was printed before there were any, and of what has none. */
  letterhead?: number
}
