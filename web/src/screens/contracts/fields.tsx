import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { GrainFields } from '../../stock/grain-fields.tsx'
import { partnersQuery } from '../../stock/queries.ts'
import { DayField } from '../../ui/day-field.tsx'
import type { Sending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { Suggest } from '../../ui/suggest.tsx'
import { StockField } from '../../ui/weight-field.tsx'
import { commodityOfContract, type ContractDraft, type Read } from './draft.ts'
import { formMessages } from './form-messages.ts'
import { MatrixGrid } from './matrix-grid.tsx'
import { cellNames } from './matrix.ts'
import { PercentField } from './percent-field.tsx'

interface Props {
  draft: ContractDraft
  change: (part: Partial<ContractDraft>) => void
  read: Read
  faultOf: Sending['faultOf']
  at: Sending['at']
  /** True for a new contract: the owner of the grain does not change once it is entered. */
  isNew: boolean
}

const DRYING = 'details.services.drying'

/** All that a contract agrees, in the order in which it is read from paper. */
export function ContractFields(props: Props) {
  return (
    <>
      <Amount {...props} />
      <Days {...props} />
      <Services {...props} />
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="panel pad stack">
      <legend className="hidden">{title}</legend>
      <h2>{title}</h2>
      {children}
    </fieldset>
  )
}

function Amount(props: Props) {
  const { draft, change, faultOf, at } = props
  const commodityId = commodityOfContract(draft)
  const m = useMessages(formMessages, commodityId)
  return (
    <Part title={m.who}>
      {props.isNew && <Owner {...props} />}
      <div className="two">
        <TextField
          label={m.reference}
          value={draft.reference}
          onChange={(reference) => change({ reference })}
          {...at('details.reference')}
        />
        <StockField
          label={m.weight}
          value={draft.weight}
          onChange={(weight) => change({ weight })}
          fault={faultOf('inventory.weightKG', 'inventory.weight')}
          commodityId={commodityId}
          awaitsCrop
        />
      </div>
      <Grain {...props} />
    </Part>
  )
}

function Days({ draft, change, faultOf }: Props) {
  const m = useMessages(formMessages)
  return (
    <Part title={m.when}>
      <div className="two">
        <DayField
          label={m.start}
          value={draft.start}
          onChange={(start) => change({ start })}
          fault={faultOf('details.startDateISO', 'details.startDateUTC')}
        />
        <DayField
          label={m.end}
          hint={m.endHint}
          value={draft.end}
          onChange={(end) => change({ end })}
          fault={faultOf('details.endDateISO', 'details.endDateUTC')}
        />
      </div>
    </Part>
  )
}

function Services({ draft, change, read, faultOf }: Props) {
  const m = useMessages(formMessages)
  const level = faultOf(`${DRYING}.preAgreedMoistureLevelPercentage`)
  return (
    <Part title={m.services}>
      <div>
        <Tick isTicked={draft.isCleaned} label={m.cleaned} onTick={(isCleaned) => change({ isCleaned })} />
        <Tick isTicked={draft.isDried} label={m.dried} onTick={(isDried) => change({ isDried })} />
      </div>
      {draft.isDried && (
        <>
          <div className="two">
            <PercentField
              label={m.level}
              value={draft.level}
              onChange={(next) => change({ level: next })}
              fault={draft.level.trim() === '' ? m.levelNeeded : level}
            />
          </div>
          <MatrixGrid
            typed={draft.matrix}
            read={read.matrix}
            level={read.level}
            onChange={(matrix) => change({ matrix })}
            refusedOf={(row, cell) => {
              const place = read.matrix.places.indexOf(row)
              return faultOf(`${DRYING}.intakeSampleLossMatrix[${place}].${cellNames[cell]}`)
            }}
          />
        </>
      )}
    </Part>
  )
}

function Tick({
  isTicked,
  label,
  onTick,
}: {
  isTicked: boolean
  label: string
  onTick: (is: boolean) => void
}) {
  return (
    <label className="check">
      <input type="checkbox" checked={isTicked} onChange={({ target }) => onTick(target.checked)} />
      {label}
    </label>
  )
}

function Owner({ draft, change, at }: Props) {
  const m = useMessages(formMessages)
  const partners = useQuery(partnersQuery())
  const names = (partners.data?.docs ?? []).map(({ name }) => name)
  const isNew =
    draft.owner.trim() !== '' && partners.data !== undefined && !names.includes(draft.owner.trim())
  return (
    <Suggest
      label={m.owner}
      value={draft.owner}
      options={names.map((value) => ({ value }))}
      onChange={(owner) => change({ owner })}
      hint={isNew ? m.newPartner : undefined}
      {...at('ownerOrganisationId', 'ownerOrganisationName')}
    />
  )
}

function Grain({ draft, change, faultOf, at }: Props) {
  const m = useMessages(formMessages)
  return (
    <>
      <GrainFields
        value={draft}
        onChange={change}
        labels={{ grain: m.grain, choose: m.choose, grade: m.grade, noGrade: m.anyGrade }}
        faults={{
          grain: faultOf('inventory.commodity.id', 'inventory.commodity.type'),
          grade: faultOf('inventory.commodity.grade'),
        }}
      />
      <TextField
        label={m.varieties}
        hint={m.varietiesHint}
        value={draft.varieties}
        onChange={(varieties) => change({ varieties })}
        {...at('inventory.variety', 'inventory.commodity.variety')}
      />
    </>
  )
}
