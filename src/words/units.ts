/** The units in which the people of an organisation read and type. What is kept and sent is kilograms and hectares. */
export interface Units {
  /** Of a ticket: readings, nets and lists of loads. */
  scale: 'kg' | 'lb'
  /** Of stock, room, contracts and yields. A bushel is one of a crop; what has none, or is of several crops, is in short tons. */
  stock: 'bu' | 'kg' | 'lb' | 'short ton' | 't'
  /** Unit beside that of stock, where people think in both. */
  besides: 'bu' | null
  area: 'ac' | 'ha'
}

export const METRIC: Units = { scale: 'kg', stock: 't', besides: null, area: 'ha' }

/** One unit, in kilograms or hectares: exact by international agreement. */
const SIZES = {
  kg: 1,
  t: 1000,
  lb: 0.45359237,
  'short ton': 907.18474,
  ha: 1,
  ac: 0.40468564224,
}

/**
 * Kilograms or hectares in another unit.
 *
 * @example inUnit(45.359237, 'lb') // 100
 */
export function inUnit(value: number, unit: keyof typeof SIZES): number {
  return value / SIZES[unit]
}

/**
 * Kilograms or hectares of a value in another unit.
 *
 * @example fromUnit(100, 'lb') // 45.359237
 */
export function fromUnit(value: number, unit: keyof typeof SIZES): number {
  return value * SIZES[unit]
}
