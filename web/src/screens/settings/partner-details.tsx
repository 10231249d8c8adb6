import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { patchInventoryPartnersIdLimits, type Partner } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { assuranceMessages } from './assurance-messages.ts'
import { AssuranceRows, DeclarationRows } from './assurance-rows.tsx'

/** Dialog for what is known of a partner besides its name. */
export function PartnerDetails({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const m = useMessages(assuranceMessages)
  const sending = useSending(patchInventoryPartnersIdLimits)
  const [draft, setDraft] = useState({ ...partner, vehicles: partner.vehicles.join(', ') })
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const { taxNumber, ngrNumber, assurances, declarations } = draft
  const isReady =
    assurances.every(({ scheme }) => scheme.trim() !== '') &&
    declarations.every(({ name }) => name.trim() !== '')
  const save = () => {
    const vehicles = draft.vehicles.split(',').flatMap((each) => each.trim() || [])
    const body = { taxNumber, ngrNumber, vehicles, assurances, declarations }
    return ask('PATCH /api/inventory/partners/{id}', { path: { id: partner.id }, body })
  }
  return (
    <Dialog title={say(m.detailsOf, { name: partner.name })} onClose={onClose} isWide>
      <Form
        sending={sending}
        action={m.save}
        isReady={isReady}
        onSend={() => sending.send(save, onClose)}
        onCancel={onClose}
      >
        <div className="two">
          <TextField
            label={m.taxNumber}
            value={taxNumber}
            onChange={(value) => change({ taxNumber: value })}
            {...sending.at('taxNumber')}
          />
          <TextField
            label={m.ngrNumber}
            value={ngrNumber}
            onChange={(value) => change({ ngrNumber: value })}
            {...sending.at('ngrNumber')}
          />
        </div>
        <TextField
          label={m.vehicles}
          hint={m.vehiclesHint}
          value={draft.vehicles}
          onChange={(vehicles) => change({ vehicles })}
          fault={sending.faultOf('vehicles', 'vehicles[0]')}
        />
        <AssuranceRows
          rows={assurances}
          onChange={(rows) => change({ assurances: rows })}
          sending={sending}
        />
        <DeclarationRows
          rows={declarations}
          onChange={(rows) => change({ declarations: rows })}
          sending={sending}
        />
      </Form>
    </Dialog>
  )
}

/** Under a partner's name: its numbers and lorries, and by what it is assured; what has ended, or ends soon, stands out. */
export function PartnerFacts({ partner }: { partner: Partner }) {
  const m = useMessages(assuranceMessages)
  const formats = useFormats()
  const { taxNumber, ngrNumber, vehicles, assurances, declarations, expiries } = partner
  const told = new Set(expiries.map(({ scheme, untilISO }) => `${scheme} ${untilISO}`))
  const entries = [...assurances, ...declarations.map((each) => ({ ...each, scheme: each.name, number: '' }))]
  const facts = [
    taxNumber && say(m.tax, { number: taxNumber }),
    ngrNumber && say(m.ngr, { number: ngrNumber }),
    vehicles.join(', '),
    ...entries
      .filter(({ scheme, untilISO }) => !told.has(`${scheme} ${untilISO}`))
      .map(({ scheme, number, untilISO }) => {
        const name = [scheme, number].filter(Boolean).join(' ')
        return untilISO === null ? name : say(m.holds, { scheme: name, day: formats.day(untilISO) })
      }),
  ].filter(Boolean)
  return (
    <>
      {facts.length > 0 && <span className="quiet small block">{facts.join(' · ')}</span>}
      {expiries.map(({ scheme, covers, untilISO, isExpired }) => (
        <span key={`${scheme} ${covers} ${untilISO}`} className={isExpired ? 'badge bad' : 'badge grain'}>
          {say(isExpired ? m.ended : m.ends, { scheme, day: formats.day(untilISO) })}
        </span>
      ))}
    </>
  )
}
