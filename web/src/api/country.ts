import { followed } from './followed.ts'

/** The country of whoever is signed in, by which a ton and a hundredweight are understood; '' where nobody is. */
export const countryHere = followed('')
