import Type from 'typebox'
import { oneOf, orNull } from '../../http/validate/schema.ts'
import { ANY_WEIGHT, type WeighingRules } from '../../kernel/weighing.ts'

/** Settings of an organisation for its weights, as answers show them and bodies change them. */
export const weighingFields = {
  typedWeights: oneOf(
    ['allowed', 'reason', 'refused'],
    'Weights of lorries that somebody typed, or of which a request does not say where they come from: taken, taken with a reason, or refused.',
  ),
  rememberedTareDays: {
    ...orNull(Type.Integer({ minimum: 0, maximum: 3650 })),
    description: 'Days for which a lorry’s tare may be used again. 0: never; null: without a limit.',
  },
  requiresSteadyTares: Type.Boolean({
    description:
      'Whether a tare is used again only where the tares that the lorry was weighed with in the last year differ by no more than 2 %.',
  }),
}

export const changesOfWeighing = {
  typedWeights: Type.Optional(weighingFields.typedWeights),
  rememberedTareDays: Type.Optional(weighingFields.rememberedTareDays),
  requiresSteadyTares: Type.Optional(weighingFields.requiresSteadyTares),
}

/** As they are stored: what nobody has set is allowed. */
export function weighingFrom(stored: unknown): WeighingRules {
  return { ...ANY_WEIGHT, ...(stored as Partial<WeighingRules>) }
}
