import { memo, useMemo, useState } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { Choice, TextField } from '../../ui/parts.tsx'
import { Suggest } from '../../ui/suggest.tsx'
import type { ReferenceData } from './reference-data.ts'
import { draftLimits } from './limits.ts'
import { messages } from './messages.ts'
import type { FieldsProps } from './fields-props.ts'

// A letter must not wait for hundreds of kinds of grain on a phone: they are drawn again only when they have changed.
const GrainOptions = memo(function GrainOptions({ grains }: Pick<ReferenceData, 'grains'>) {
  return grains.map(({ key, text }) => (
    <option key={key} value={key}>
      {text}
    </option>
  ))
})

const MORE = 'more'

/** The kinds of grain that lie here or were brought before: of hundreds, those that are likely. */
function usualGrains({ grains, bays, known }: ReferenceData): ReferenceData['grains'] {
  const stored = new Set([
    ...bays.filter(({ grain }) => grain !== '').map(({ commodityId }) => commodityId),
    ...known.map(({ grain }) => grain.id),
  ])
  return grains.filter(({ id }) => stored.has(id))
}

/** Form for the grain that the lorry carries: the likely kinds come first. */
export function TicketGrainFields({ draft, change, ground, chosen, isTried }: FieldsProps) {
  const m = useMessages(messages)
  const [isAll, showAll] = useState(false)
  const usual = useMemo(() => usualGrains(ground), [ground])
  const isFew =
    !isAll && usual.length > 0 && (draft.grain === '' || usual.some(({ key }) => key === draft.grain))
  const varieties = ground.grains.find(({ key }) => key === draft.grain)?.varieties ?? []
  return (
    <>
      <Choice
        label={m.grain}
        value={draft.grain}
        onChange={(grain) =>
          grain === MORE ? showAll(true) : change({ grain, variety: '', harvestYear: '' })
        }
        fault={isTried && !chosen.grain ? m.needed : undefined}
      >
        <option value="">{m.choose}</option>
        <GrainOptions grains={isFew ? usual : ground.grains} />
        {isFew && <option value={MORE}>{m.moreGrains}</option>}
      </Choice>
      <Suggest
        label={m.variety}
        most={draftLimits.variety}
        value={draft.variety}
        options={varieties.map((value) => ({ value }))}
        onChange={(variety) => change({ variety })}
      />
      <TextField
        label={m.harvestYear}
        most={draftLimits.harvestYear}
        value={draft.harvestYear === '' ? chosen.harvestYear : draft.harvestYear}
        onChange={(harvestYear) => change({ harvestYear })}
      />
    </>
  )
}
