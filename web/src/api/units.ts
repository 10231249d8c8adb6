import { METRIC, type Units } from '../i18n/units.ts'
import { followed } from './followed.ts'

/** The units in which the organisation of whoever is signed in reads and types. */
export const unitsHere = followed<Units>(METRIC)
