import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { defineMessages, say, useMessages } from '../../i18n/messages.ts'
import { parseArea } from '../../i18n/numbers.ts'
import { TextField } from '../../ui/parts.tsx'
import type { FieldsProps } from './fields-props.ts'

const messages = defineMessages({
  en: {
    stillToCut: 'Still to cut on {field}, {areaUnit}',
    byTheBook: '{remaining} of {area} {areaUnit} by the book.',
    missing: 'Grain came off it, and nobody has said how much of the {area} {areaUnit} is cut.',
    tooMuch: 'At most {area} {areaUnit}',
  },
  de: {
    stillToCut: 'Noch zu dreschen auf {field}, {areaUnit}',
    byTheBook: '{remaining} von {area} {areaUnit} laut Buch.',
    missing:
      'Es kam schon Korn herunter, und niemand hat gesagt, wie viel der {area} {areaUnit} gedroschen ist.',
    tooMuch: 'Höchstens {area} {areaUnit}',
  },
  fr: {
    stillToCut: 'Reste à couper sur {field}, {areaUnit}',
    byTheBook: '{remaining} {areaUnit} sur {area} d’après le registre.',
    missing: 'Du grain en est venu, et personne n’a dit combien des {area} {areaUnit} est coupé.',
    tooMuch: 'Au plus {area} {areaUnit}',
  },
})

/** Asks for the area of the field still to be cut after this load: yields mean nothing without it, but weighing never needs it. */
export function StillToCut({ draft, change, ground }: FieldsProps) {
  const m = useMessages(messages)
  const formats = useFormats()
  const language = useLanguage()
  const planting = ground.plantings.find(({ recordId }) => recordId === draft.from)
  if (!planting) return null
  const { fieldName, area, remaining, isCutMissing } = planting
  const parsed = parseArea(draft.stillToCut, language)
  const isWrong = draft.stillToCut !== '' && (!('value' in parsed) || parsed.value > area)
  const values = { remaining: formats.area(remaining), area: formats.area(area) }
  return (
    <TextField
      label={say(m.stillToCut, { field: fieldName })}
      value={draft.stillToCut}
      onChange={(stillToCut) => change({ stillToCut })}
      hint={say(isCutMissing ? m.missing : m.byTheBook, values)}
      fault={isWrong ? say(m.tooMuch, values) : undefined}
    />
  )
}
