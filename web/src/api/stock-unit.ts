import { followed } from './followed.ts'

/** The unit in which the organisation of whoever is signed in reads stock. */
export const stockUnitHere = followed<'t' | 'kg'>('t')
