import { useState } from 'react'
import { now } from '../../api/clock.ts'
import { newId } from '../../api/ids.ts'
import { postInventoryStorageIdChecksLimits as limits } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { UnkeptHere, type UnkeptItem } from '../../forms/on-device.tsx'
import { momentSeen } from '../../i18n/days.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { CheckHere, TypedCheck } from '../../offline/bay-checks.ts'
import { useDraft } from '../../offline/drafts.ts'
import { correctCheck, saveCheck } from '../../offline/outbox.ts'
import type { Bay } from '../../stock/bays.ts'
import { checkMessages } from '../../stock/check-messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { MomentFields } from '../../ui/moment-fields.tsx'
import { Choice, TextField, useTooLong } from '../../ui/parts.tsx'
import {
  blankCheck,
  checkChoices,
  checkHereOf,
  foundIn,
  isBlankCheck,
  typedMoisture,
  type Looked,
} from './check-draft.ts'
import { NoteField } from './note-field.tsx'
import { typedProbes } from './typed-probes.ts'

interface Props {
  bay: Bay
  /** The refused check that is corrected, as it was typed. */
  correcting?: CheckHere | undefined
  onClose: () => void
}

/** Enters what was found in a bay, also without a network. What is typed stays on the device until the check is kept there. */
export function AddCheck({ bay, correcting, onClose }: Props) {
  const m = useMessages(checkMessages)
  const { draft, change, found, moment, save, unkept } = useCheck({ bay, correcting, onClose })
  const sending = useSending()
  const tooLong = useTooLong()(draft.note, limits.note)
  const isReady = found !== undefined && moment !== undefined && tooLong === undefined && !isBlankCheck(draft)
  return (
    <Dialog title={m.add} onClose={onClose} isSheet>
      <Form sending={sending} action={m.save} isReady={isReady} onSend={save} onCancel={onClose}>
        {correcting && <p className="note">{m.correcting}</p>}
        <TextField
          label={m.probes}
          value={draft.probes}
          onChange={(probes) => change({ probes })}
          hint={m.probesHint}
          fault={typedProbes(draft.probes) ? undefined : m.unreadable}
        />
        <TextField
          label={m.moisture}
          value={draft.moisture}
          onChange={(moisture) => change({ moisture })}
          fault={
            Number.isNaN(typedMoisture(draft.moisture))
              ? say(m.noNumber, { typed: draft.moisture })
              : undefined
          }
        />
        {(Object.keys(checkChoices) as Looked[]).map((name) => (
          <Choice
            key={name}
            label={m[name]}
            value={draft[name]}
            onChange={(value) => change({ [name]: value })}
          >
            <option value="">{m.notLooked}</option>
            {checkChoices[name].map((each) => (
              <option key={each} value={each}>
                {m[`${name}_${each}` as 'insects_none']}
              </option>
            ))}
          </Choice>
        ))}
        <NoteField label={m.note} value={draft.note} fault={tooLong} onChange={(note) => change({ note })} />
        <details open={draft.day !== '' || draft.time !== '' ? true : undefined}>
          <summary>{m.otherTime}</summary>
          <MomentFields
            value={draft}
            onChange={change}
            fault={moment ? undefined : m.noTime}
            isTimeOptional
          />
        </details>
        {unkept && <UnkeptHere {...unkept} words={m.unkept} />}
      </Form>
    </Dialog>
  )
}

/** A check as it is typed, and what keeps it. */
function useCheck({ bay, correcting, onClose }: Props) {
  const me = useMe()
  const formats = useFormats()
  const [unkept, setUnkept] = useState<UnkeptItem>()
  const name = `${me.organisation.id}.check.${bay.key}.${correcting?.id ?? ''}`
  const [draft, change, clear] = useDraft(
    name,
    (): TypedCheck => correcting?.asTyped ?? blankCheck(newId()),
    isBlankCheck,
  )
  const seenAt = () =>
    momentSeen(draft, {
      now: correcting ? new Date(correcting.closedAt) : now(),
      today: formats.today(),
      timeZone: me.organisation.timeZone,
    })
  const found = foundIn(draft)
  const save = async () => {
    const at = seenAt()
    if (!found || !at) return
    const id = correcting?.id ?? unkept?.item.id ?? newId()
    const [check, entry] = checkHereOf(draft, { id, bay, me, found, at })
    const done = () => {
      clear()
      onClose()
    }
    try {
      await (correcting ? correctCheck : saveCheck)(check, entry)
      done()
    } catch {
      setUnkept({ item: check, entry, onSent: done })
    }
  }
  return { draft, change, found, moment: seenAt(), save, unkept }
}
