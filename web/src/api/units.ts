import { followed } from './followed.ts'
import type { Me } from './operations.ts'

/** In which an organisation reads and types. Whatever is kept and sent is kilograms and hectares. */
export type Units = Me['organisation']['units']

export const METRIC: Units = { scale: 'kg', stock: 't', besides: null, area: 'ha' }

/** Those of the organisation of whoever is signed in. */
export const unitsHere = followed<Units>(METRIC)
