/** Temperatures by probe, as somebody types them. */

export interface Probe {
  probe: string
  celsius: number
}

/**
 * Reads one figure for each probe, with blanks or semicolons between; a decimal comma is read as well. Undefined where one is none.
 *
 * @example typedProbes('12,5 13') // [{ probe: '1', celsius: 12.5 }, { probe: '2', celsius: 13 }]
 */
export function typedProbes(typed: string): Probe[] | undefined {
  const figures = typed.split(/[\s;]+/).filter(Boolean)
  const probes = figures.map((figure, index) => ({
    probe: String(index + 1),
    celsius: /^[-−]?\d+([.,]\d+)?$/.test(figure)
      ? Number(figure.replace(',', '.').replace('−', '-'))
      : Number.NaN,
  }))
  return probes.every(({ celsius }) => Number.isFinite(celsius)) ? probes : undefined
}
