/** Kinds of charges on a statement of charges. */
export type ChargeKindName =
  | 'in'
  | 'out'
  | 'storage'
  | 'drying'
  | 'cleaning'
  | 'sampling'
  | 'handling'
  | 'minimum'
/** Units in which charges are counted. */
export type ChargeUnitName = 't' | 't_day' | 't_point' | 'load' | 'month'
/** On whom or what a tariff is. */
export type ScopeName = 'everybody' | 'partner' | 'contract'
