/** Rules of an organisation for the weights of its lorries (rules.md §10). */
export interface WeighingRules {
  /** Of weights that somebody typed, or of which nobody says where they come from. */
  typedWeights: 'allowed' | 'reason' | 'refused'
  /** Days for which a tare may be used again; 0 for never, null without a limit. */
  rememberedTareDays: number | null
  /** A tare is used again only of a lorry that is always as heavy when it is empty. */
  requiresSteadyTares: boolean
}

/** The rules of an organisation that has set none. */
export const ANY_WEIGHT: WeighingRules = {
  typedWeights: 'allowed',
  rememberedTareDays: null,
  requiresSteadyTares: false,
}
