import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../api/session.ts'
import { useMessages } from '../../i18n/messages.ts'
import { catalogueQuery } from '../../stock/queries.ts'
import { DayField } from '../../ui/day-field.tsx'
import { Choice, TextField } from '../../ui/parts.tsx'
import { Suggest } from '../../ui/suggest.tsx'
import { YieldField } from '../../ui/weight-field.tsx'
import { commodityOf, type PlantingDraft } from './planting-rows.ts'
import { plantingMessages } from './planting-messages.ts'

interface Props {
  draft: PlantingDraft
  change: (part: Partial<PlantingDraft>) => void
}

/** Form for the crop that was sown, the same on all of the fields. */
export function CropFields({ draft, change }: Props) {
  const commodityId = commodityOf(draft.grain)
  const m = useMessages(plantingMessages, commodityId)
  const catalogue = useQuery(catalogueQuery(useMe().organisation.countryISO))
  const grains =
    catalogue.data?.flatMap((list) =>
      list.items.flatMap((item) =>
        item.types.flatMap((type) =>
          type.grades.map((grade) => ({
            key: `${list.type}.${item.id}.${type.id}.${grade.id}`,
            text: [item.name, type.name, grade.name].filter(Boolean).join(', '),
            varieties: grade.varieties,
          })),
        ),
      ),
    ) ?? []
  const varieties = grains.find(({ key }) => key === draft.grain)?.varieties ?? []
  return (
    <fieldset className="panel pad stack">
      <legend className="hidden">{m.crop}</legend>
      <h2>{m.crop}</h2>
      <div className="two">
        <Choice label={m.grain} value={draft.grain} onChange={(grain) => change({ grain, variety: '' })}>
          <option value="">{m.choose}</option>
          {grains.map(({ key, text }) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </Choice>
        <Suggest
          label={m.variety}
          value={draft.variety}
          options={varieties.map((value) => ({ value }))}
          onChange={(variety) => change({ variety })}
        />
        <TextField label={m.year} value={draft.year} onChange={(year) => change({ year })} />
        <DayField label={m.sownOn} value={draft.sownOn} onChange={(sownOn) => change({ sownOn })} />
        <YieldField
          label={m.expected}
          value={draft.expected}
          onChange={(expected) => change({ expected })}
          commodityId={commodityId}
          awaitsCrop
        />
      </div>
    </fieldset>
  )
}
