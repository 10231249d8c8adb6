/** The limits that a grade sets for a measure. */
export interface Limits {
  min: number
  max: number
  /** At which moisture they are stated, in per cent. */
  moistureBasis?: number | undefined
}

/** The catalogue writes “at least” as “up to 100”, or 1,000. */
export function kindOfLimit({ min, max }: Limits): 'atLeast' | 'atMost' | 'between' {
  if (min === 0) return 'atMost'
  return max >= 100 ? 'atLeast' : 'between'
}

/** True if a figure is within the limits of a grade; figures that equal a limit meet it. Without a limit every figure is. */
export const isWithin = (value: number, { min, max }: Limits): boolean =>
  max === 0 || (value >= min && value <= max)
