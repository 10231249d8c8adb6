import type { FieldsProps } from './fields-props.ts'
import { memo, useMemo, useState } from 'react'
import { say, useMessages } from '../../i18n/messages.ts'
import { Choice } from '../../ui/parts.tsx'
import { Suggest } from '../../ui/suggest.tsx'
import { BayChoice } from './bay-choice.tsx'
import type { Coming } from './bay-fit.ts'
import { ranksOf } from './coming.ts'
import { Earlier } from './earlier.tsx'
import { OneOrSeveralBays } from './several-bays.tsx'
import { recalled, type TicketDraft } from './draft.ts'
import type { ReferenceData } from './reference-data.ts'
import { alikeOf, writtenPlate } from './plates.ts'
import { draftLimits } from './limits.ts'
import { messages } from './messages.ts'
import type { Chosen } from './chosen.ts'
import { TicketGrainFields } from './ticket-grain.tsx'

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
          most={draftLimits.vehicle}
          isPlate
          autoFocus={matchMedia('(pointer: fine)').matches}
          placeholder={m.typeOrPick}
          value={draft.vehicle}
          options={ground.known.map(({ vehicle, party }) => ({ value: vehicle, hint: party.name }))}
          onChange={(text) => change({ vehicle: writtenPlate(text) })}
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
        <Alike {...props} />
        {hasParty && (
          <Suggest
            label={kind === 'in' ? m.sender : m.receiver}
            most={draftLimits.party}
            value={draft.party}
            options={[...ground.parties.keys()].map((value) => ({ value }))}
            onChange={(party) => change({ party })}
            hint={isNewParty ? m.newPartner : undefined}
            fault={needed(draft.party)}
          />
        )}
        {kind === 'field' && <PlantingChoice {...props} />}
        {kind === 'in' && <TicketGrainFields {...props} />}
        <Suggest
          label={m.driver}
          most={draftLimits.driver}
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

/** A lorry that differs from a known one by its signs alone: it is asked once which of both it is. */
function Alike({ draft, change, ground }: FieldsProps) {
  const m = useMessages(messages)
  const [isOther, setOther] = useState('')
  const alike = alikeOf(ground.known, draft.vehicle, ground.plates)
  if (!alike || isOther === draft.vehicle) return null
  return (
    <div className="note" role="status">
      <span>{say(m.alike, { plate: alike.vehicle })}</span>
      <span className="bar">
        <button
          type="button"
          className="button"
          onClick={() => change(recalled(draft, alike.vehicle, alike))}
        >
          {say(m.sameLorry, { plate: alike.vehicle })}
        </button>
        <button type="button" className="button bare" onClick={() => setOther(draft.vehicle)}>
          {say(m.otherLorry, { plate: draft.vehicle })}
        </button>
      </span>
    </div>
  )
}

// What is long is drawn again only when something of it has changed: a letter must not wait for a hundred bays on a phone.

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
  places: Pick<TicketDraft, 'kind' | 'from' | 'to' | 'parts'>
  change: FieldsProps['change']
  bays: ReferenceData['bays']
  coming: Coming
  isFromMissing: boolean
  isToMissing: boolean
  isTried: boolean
}

function useBays({ draft, change, ground, chosen, isTried }: FieldsProps): BaysProps {
  const { kind, from, to, parts } = draft
  return {
    places: useMemo(() => ({ kind, from, to, parts }), [kind, from, to, parts]),
    coming: useComing(draft, chosen, ground),
    isFromMissing: isTried && !chosen.from,
    isToMissing: isTried && !chosen.to,
    bays: ground.bays,
    change,
    isTried,
  }
}

/** Describes the load that comes, as far as it is known: anything still open here is not held against a bay. */
function useComing(
  { kind, party, said, harvestYear: typed }: TicketDraft,
  chosen: Chosen,
  { bays, grains }: ReferenceData,
): Coming {
  const commodityId = chosen.grain?.id ?? 0
  const gradeId = chosen.grain?.grade ?? 0
  const weight = chosen.net ?? chosen.guess
  const source = bays.find(({ key }) => key === chosen.from?.key)
  const harvestYear = typed !== '' || kind !== 'in' ? chosen.harvestYear : ''
  const sender = kind === 'in' ? party.trim() : source && !source.isOwned ? source.owner : ''
  return useMemo(
    () => ({
      commodityId,
      gradeId,
      weight,
      harvestYear,
      owners: ownersOf(kind, said, sender),
      ranks: ranksOf(grains, commodityId),
    }),
    [commodityId, gradeId, weight, harvestYear, kind, said, sender, grains],
  )
}

/** Names the possible owners: grain from a sender may be bought, or stored for them; that follows from the bay, unless it was stated. */
function ownersOf(kind: TicketDraft['kind'], said: TicketDraft['said'], sender: string): string[] {
  if (kind !== 'in') return [sender]
  if (said === '') return ['', sender]
  return [said === 'bought' ? '' : sender]
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
