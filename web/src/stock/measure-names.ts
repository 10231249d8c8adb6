import { useMe } from '../api/session.ts'
import { useLanguage } from '../i18n/language.ts'
import { defineMessages, useMessages } from '../i18n/messages.ts'
import { measureText } from '../i18n/numbers.ts'

/** Names of measures, in the trade's words: one word for each, wherever it is shown. */
const messages = defineMessages({
  en: {
    moisture: 'Moisture',
    protein: 'Protein',
    admixture: 'Admixture',
    specificWeight: 'Specific weight',
    testWeight: 'Test weight',
    fallingNumber: 'Hagberg falling number',
  },
  de: {
    moisture: 'Feuchte',
    protein: 'Protein',
    admixture: 'Besatz',
    specificWeight: 'Hektolitergewicht',
    testWeight: 'Hektolitergewicht',
    fallingNumber: 'Fallzahl',
  },
  fr: {
    moisture: 'Humidité',
    protein: 'Protéines',
    admixture: 'Impuretés',
    specificWeight: 'Poids spécifique',
    testWeight: 'Poids spécifique',
    fallingNumber: 'Indice de chute de Hagberg',
  },
})

/** Countries in which a hectolitre's or a bushel's weight is called test weight. */
const TEST_WEIGHT = new Set(['US', 'CA', 'AU', 'NZ'])

/**
 * The names of the catalogue are English; those of frequent measures are said in the reader's language and as the country calls them, others
 * by the label that the service has.
 */
export function useMeasureName(): (name: string, label?: string) => string {
  const m = useMessages(messages)
  const { organisation } = useMe()
  const weight = TEST_WEIGHT.has(organisation.countryISO) ? m.testWeight : m.specificWeight
  const own = new Map([
    ['moisture', m.moisture],
    ['protein', m.protein],
    ['admixture', m.admixture],
    ['specific weight', weight],
    ['bushel weight', weight],
    ['test weight', weight],
    ['hagberg falling number', m.fallingNumber],
  ])
  return (name, label) => own.get(name.toLowerCase()) ?? label ?? name
}

interface Measured {
  name: string
  value: string
  metric?: string | null
}

/** Returns words for a measurement, with its figure as the reader writes one: moisture 14,2 %. */
export function useMeasuredWords(): (measured: Measured) => string {
  const nameOf = useMeasureName()
  const language = useLanguage()
  return ({ name, value, metric }) => `${nameOf(name)} ${measureText(value, language)} ${metric ?? ''}`.trim()
}
