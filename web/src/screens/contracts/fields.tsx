import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMe } from '../../api/session.ts'
import { useMessages } from '../../i18n/messages.ts'
import { catalogueQuery, partnersQuery } from '../../stock/queries.ts'
import { DayField } from '../../ui/day-field.tsx'
import type { Sending } from '../../ui/form.tsx'
import { Choice, TextField } from '../../ui/parts.tsx'
import { Suggest } from '../../ui/suggest.tsx'
import { WeightField } from '../../ui/weight-field.tsx'
import type { Draft, Read } from './draft.ts'
import { formMessages } from './form-messages.ts'
import { MatrixGrid } from './matrix-grid.tsx'
import { cellNames } from './matrix.ts'
import { PercentField } from './percent-field.tsx'

interface Props {
  draft: Draft
  change: (part: Partial<Draft>) => void
  read: Read
  faultOf: Sending['faultOf']
  /** Whose grain it is does not change once it is entered. */
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
  const m = useMessages(formMessages)
  const { draft, change, faultOf } = props
  return (
    <Part title={m.who}>
      {props.isNew && <Owner {...props} />}
      <div className="two">
        <TextField
          label={m.reference}
          value={draft.reference}
          onChange={(reference) => change({ reference })}
          fault={faultOf('details.reference')}
        />
        <WeightField
          label={m.weight}
          value={draft.weight}
          onChange={(weight) => change({ weight })}
          fault={faultOf('inventory.weightKG', 'inventory.weight')}
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

function Owner({ draft, change, faultOf }: Props) {
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
      fault={faultOf('ownerOrganisationId', 'ownerOrganisationName')}
    />
  )
}

function Grain({ draft, change, faultOf }: Props) {
  const m = useMessages(formMessages)
  const catalogue = useQuery(catalogueQuery(useMe().organisation.countryISO))
  const items = catalogue.data?.flatMap((list) => list.items) ?? []
  const types = items.flatMap((item) =>
    item.types.map((type) => ({ key: `${item.id}.${type.id}`, name: `${item.name}, ${type.name}`, type })),
  )
  const grades = types.find(({ key }) => key === draft.grain)?.type.grades ?? []
  return (
    <>
      <div className="two">
        <Choice
          label={m.grain}
          value={draft.grain}
          onChange={(grain) => change({ grain, grade: '0' })}
          fault={faultOf('inventory.commodity.id', 'inventory.commodity.type')}
        >
          <option value="">{m.choose}</option>
          {types.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice
          label={m.grade}
          value={draft.grade}
          onChange={(grade) => change({ grade })}
          fault={faultOf('inventory.commodity.grade')}
        >
          <option value="0">{m.anyGrade}</option>
          {grades.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      </div>
      <TextField
        label={m.varieties}
        hint={m.varietiesHint}
        value={draft.varieties}
        onChange={(varieties) => change({ varieties })}
        fault={faultOf('inventory.variety', 'inventory.commodity.variety')}
      />
    </>
  )
}
