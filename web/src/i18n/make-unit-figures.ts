import type { Units } from '../api/units.ts'
import {
  bushelOf,
  hectaresIn,
  scaleUnitOf,
  stockUnitOf,
  unitNames,
  yieldUnitOf,
  type WeightUnit,
} from './units.ts'

/** Weights and areas as the reader writes them, in the organisation's units. They are given in kilograms and hectares. */
export interface UnitFigures {
  /** Of a ticket, as the scale reads: 28,460, to the gram only where there are grams. */
  weighed(kilograms: number): string
  /** The figure of a ticket with its unit: 28,460 kg */
  weight(kilograms: number): string
  /** With its sign: +28,460 or −1,540 */
  signedWeighed(kilograms: number): string
  scaleUnit: string
  /** The unit in which stock is shown. */
  stockUnit: string
  /** Kilograms in one of it. */
  stockSize: number
  /** Stock in that unit: 28.46 of tonnes, or 28,460 */
  stock(kilograms: number): string
  /** Stock with its unit: 28.46 t */
  stockWeight(kilograms: number): string
  /** Stock to the gram, where there are grams. */
  exactStock(kilograms: number): string
  /** Stock to the gram with its sign. */
  signedStock(kilograms: number): string
  /** Stock in short, for pictures: 28.5, or 28,460 */
  shortStock(kilograms: number): string
  /** Stock with a decimal only where it has one, for axes and limits: 28, 120.5, or 28,460 */
  plainStock(kilograms: number): string
  /** The unit of a column of stock of many crops. */
  columnUnit: string
  /** Adds the unit to the figure of such a column, where it is another: stock of a crop that has no bushel. */
  cell(figure: string): string
  /** Stock in bushels, for people who think in both; empty where it has none. */
  besides(kilograms: number): string
  /** Kilograms by the hectare in the unit of yields: 7.52, or 112.4 */
  yieldOf(kilogramsPerHectare: number): string
  /** Yield in a column of many crops: with its unit where that is another than the column's. */
  yieldCell(kilogramsPerHectare: number): string
  /** t/ha, bu/ac */
  yieldUnit: string
  /** Kilograms by the hectare in one of it. */
  yieldSize: number
  /** The unit of a column of yields of many crops. */
  columnYieldUnit: string
  /** Hectares in the unit of areas: 12.4 */
  area(hectares: number): string
  areaUnit: string
}

/** Units that figures are written in, and the country they are of. */
export interface OfUnits {
  units: Units
  countryISO: string
}

/** The sign that is as wide as a figure, where a hyphen would be lost. */
const withMinus = (figure: string) => figure.replace('-', '−')

/** @param commodityId of the crop whose stock is shown, by which a bushel is one */
export function makeUnitFigures(
  locale: string,
  { units, countryISO }: OfUnits,
  commodityId: number | undefined,
): UnitFigures {
  const writer = (
    { kilograms, decimals }: WeightUnit,
    as: keyof WeightUnit['decimals'],
    signDisplay: 'auto' | 'exceptZero' = 'auto',
  ) => {
    const [minimumFractionDigits, maximumFractionDigits] = decimals[as]
    const options = { minimumFractionDigits, maximumFractionDigits, signDisplay }
    const figure = new Intl.NumberFormat(locale, options)
    return (value: number) => withMinus(figure.format(value / kilograms))
  }
  const scale = scaleUnitOf(units)
  const stock = stockUnitOf(units, countryISO, commodityId)
  const yields = yieldUnitOf(units, countryISO, commodityId)
  const bushel = units.besides === null ? undefined : bushelOf(countryISO, commodityId)
  const inBushels = bushel && writer(bushel, 'list')
  const names = unitNames(units, countryISO, commodityId)
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: stock.decimals.short[0] })
  const hectares = hectaresIn(units)
  const areas = new Intl.NumberFormat(locale, { maximumFractionDigits: units.area === 'ha' ? 3 : 2 })
  const yieldOf = writer(yields, 'yield')
  const weighed = writer(scale, 'exact')
  const inStock = writer(stock, 'list')
  return {
    weighed,
    weight: (value) => `${weighed(value)} ${scale.label}`,
    signedWeighed: writer(scale, 'exact', 'exceptZero'),
    ...names,
    stockSize: stock.kilograms,
    yieldSize: yields.kilograms / hectares,
    stock: inStock,
    stockWeight: (value) => `${inStock(value)} ${stock.label}`,
    exactStock: writer(stock, 'exact'),
    signedStock: writer(stock, 'exact', 'exceptZero'),
    shortStock: writer(stock, 'short'),
    plainStock: (value) => plain.format(value / stock.kilograms),
    // Nothing is nothing in any unit: an empty bay has no crop.
    cell: (figure) =>
      stock.label === names.columnUnit || !/[1-9]/.test(figure) ? figure : `${figure} ${stock.label}`,
    besides: (value) => (inBushels ? `${inBushels(value)} bu` : ''),
    yieldOf: (value) => yieldOf(value * hectares),
    yieldCell: (value) =>
      names.yieldUnit === names.columnYieldUnit
        ? yieldOf(value * hectares)
        : `${yieldOf(value * hectares)} ${names.yieldUnit}`,
    area: (value) => areas.format(value / hectares),
  }
}
