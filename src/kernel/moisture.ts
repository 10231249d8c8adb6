/**
 * What a share of grain, such as protein, is at another moisture: the dry matter has it, the water has none. All in percent; moistures below 100.
 *
 * @example atMoisture(12.5, 0, 13.5) // 10.8125: 12.5 % of the dry matter, stated at 13.5 % moisture
 */
export function atMoisture(share: number, fromMoisture: number, toMoisture: number): number {
  return (share * (100 - toMoisture)) / (100 - fromMoisture)
}

/** The dry matter of grain of a moisture, and the moisture of grain of a dry matter: both in percent. */
export function dryMatterOf(moisture: number): number {
  return 100 - moisture
}
