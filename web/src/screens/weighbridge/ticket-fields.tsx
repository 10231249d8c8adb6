import { memo, useMemo } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { Choice, TextField } from '../../ui/parts.tsx'
import { Suggest } from '../../ui/suggest.tsx'
import { BayChoice, type Coming } from './bay-choice.tsx'
import { Earlier } from './earlier.tsx'
import { OneOrSeveralBays } from './several-bays.tsx'
import { recalled, type Draft } from './draft.ts'
import type { Ground } from './ground.ts'
import { plateOf } from './memory.ts'
import { messages } from './messages.ts'
import type { Chosen } from './chosen.ts'

export interface FieldsProps {
  draft: Draft
  change: (part: Partial<Draft>) => void
  ground: Ground
  chosen: Chosen
  /** What is wrong is said once somebody has tried to save. */
  isTried: boolean
}

/** The lorry and what it carries, from where and to where. */
export function TicketFields(props: FieldsProps) {
  const { draft, change, ground, isTried } = props
  const m = useMessages(messages)
  const { kind } = draft
  const needed = (value: unknown) => (isTried && !value ? m.needed : undefined)
  const hasParty = kind === 'in' || kind === 'out'
  const isNewParty = draft.party.trim() !== '' && !ground.parties.has(draft.party.trim())
  return (
    <>
      <div className="two">
        <Suggest
          label={m.vehicle}
          isPlate
          autoFocus={matchMedia('(pointer: fine)').matches}
          placeholder={m.typeOrPick}
          value={draft.vehicle}
          options={ground.known.map(({ vehicle, party }) => ({ value: vehicle, hint: party.name }))}
          onChange={(text) => change({ vehicle: plateOf(text) })}
          onPick={(vehicle) =>
            change(
              recalled(
                draft,
                vehicle,
                ground.known.find((each) => each.vehicle === vehicle),
              ),
            )
          }
          fault={needed(draft.vehicle)}
        />
        {hasParty && (
          <Suggest
            label={kind === 'in' ? m.sender : m.receiver}
            value={draft.party}
            options={[...ground.parties.keys()].map((value) => ({ value }))}
            onChange={(party) => change({ party })}
            hint={isNewParty ? m.newPartner : undefined}
            fault={needed(draft.party)}
          />
        )}
        {kind === 'field' && <PlantingChoice {...props} />}
        {kind === 'in' && <GrainFields {...props} />}
        <Suggest
          label={m.driver}
          value={draft.driver}
          options={[...new Set(ground.known.map(({ driver }) => driver).filter(Boolean))].map((value) => ({
            value,
          }))}
          onChange={(driver) => change({ driver })}
        />
      </div>
      <Bays {...useBays(props)} />
      <Earlier {...props} />
    </>
  )
}

// What is long is drawn again only when something of it has changed: a letter must not wait for a hundred bays on a phone.

const GrainOptions = memo(function GrainOptions({ grains }: Pick<Ground, 'grains'>) {
  return grains.map(({ key, text }) => (
    <option key={key} value={key}>
      {text}
    </option>
  ))
})

function GrainFields({ draft, change, ground, chosen, isTried }: FieldsProps) {
  const m = useMessages(messages)
  const varieties = ground.grains.find(({ key }) => key === draft.grain)?.varieties ?? []
  return (
    <>
      <Choice
        label={m.grain}
        value={draft.grain}
        onChange={(grain) => change({ grain, variety: '', harvestYear: '' })}
        fault={isTried && !chosen.grain ? m.needed : undefined}
      >
        <option value="">{m.choose}</option>
        <GrainOptions grains={ground.grains} />
      </Choice>
      <Suggest
        label={m.variety}
        value={draft.variety}
        options={varieties.map((value) => ({ value }))}
        onChange={(variety) => change({ variety })}
      />
      <TextField
        label={m.harvestYear}
        value={draft.harvestYear === '' ? chosen.harvestYear : draft.harvestYear}
        onChange={(harvestYear) => change({ harvestYear })}
      />
    </>
  )
}

function PlantingChoice({ draft, change, ground, isTried }: FieldsProps) {
  const m = useMessages(messages)
  if (ground.plantings.length === 0) return <p className="quiet">{m.noPlantings}</p>
  return (
    <Choice
      label={m.planting}
      value={draft.from}
      onChange={(from) => change({ from })}
      fault={isTried && draft.from === '' ? m.needed : undefined}
    >
      <option value="">{m.choose}</option>
      {ground.plantings.map(({ recordId, fieldName, grain }) => (
        <option key={recordId} value={recordId}>
          {fieldName} · {grain.text}
        </option>
      ))}
    </Choice>
  )
}

/** Of a ticket, what says which bays are shown and chosen. */
interface BaysProps {
  places: Pick<Draft, 'kind' | 'from' | 'to' | 'parts'>
  change: FieldsProps['change']
  bays: Ground['bays']
  coming: Coming
  isFromMissing: boolean
  isToMissing: boolean
  isTried: boolean
}

function useBays({ draft, change, ground, chosen, isTried }: FieldsProps): BaysProps {
  const { kind, from, to, parts } = draft
  const commodityId = chosen.grain?.id ?? 0
  const weight = chosen.net ?? chosen.guess
  return {
    places: useMemo(() => ({ kind, from, to, parts }), [kind, from, to, parts]),
    coming: useMemo(() => ({ commodityId, weight }), [commodityId, weight]),
    isFromMissing: isTried && !chosen.from,
    isToMissing: isTried && !chosen.to,
    bays: ground.bays,
    change,
    isTried,
  }
}

const Bays = memo(function Bays({
  places,
  change,
  bays,
  coming,
  isFromMissing,
  isToMissing,
  isTried,
}: BaysProps) {
  const m = useMessages(messages)
  const { kind } = places
  const isLeaving = kind === 'out' || kind === 'between'
  const hasStock = bays.some(({ weight }) => weight > 0)
  const isTakenOut = (bay: string) => places.parts.some(({ key }) => key === bay)
  const needed = (isMissing: boolean) => (isMissing ? m.needed : undefined)
  return (
    <>
      {isLeaving && !hasStock && <p className="quiet">{m.noStock}</p>}
      {isLeaving && hasStock && (
        <OneOrSeveralBays
          legend={m.fromBay}
          fault={needed(isFromMissing)}
          {...{ bays, coming, places, change, isTried }}
        />
      )}
      {kind === 'between' && (
        <BayChoice
          legend={m.toBay}
          bays={bays.filter(({ key }) => key !== places.from && !isTakenOut(key))}
          coming={coming}
          chosen={[places.to]}
          onChoose={(to) => change({ to })}
          fault={needed(isToMissing)}
        />
      )}
      {!isLeaving && (
        <OneOrSeveralBays
          legend={m.toBay}
          fault={needed(isToMissing)}
          {...{ bays, coming, places, change, isTried }}
        />
      )}
    </>
  )
})
