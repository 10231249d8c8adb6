import { useQueryClient } from '@tanstack/react-query'
import { askOver } from '../api/ask-once.ts'
import type { FullRecord } from '../api/operations.ts'
import { useMe } from '../api/session.ts'
import { useOnline } from '../frame/online.ts'
import { useLanguage } from '../i18n/language.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { useDraft } from '../offline/drafts.ts'
import { recordQuery } from '../stock/queries.ts'
import { Form, useSending } from '../ui/form.tsx'
import { rebased } from '../ui/rebased.ts'
import { Rehearsed, useRehearsal } from '../ui/rehearsal.tsx'
import { GradeChoice } from './grade-choice.tsx'
import { changeBody, changeOf, type TypedChange } from './offer-draft.ts'
import { offerMessages } from './offer-messages.ts'
import { OfferFields } from './offer-fields.tsx'

interface Props {
  record: FullRecord
  etag: string | undefined
  /** With what the service says of it besides; empty if it says nothing. */
  onDone: (message: string) => void
  onCancel: () => void
}

interface Edited {
  now: TypedChange
  /** Values as they were stored when somebody began to type, and their version. */
  base: TypedChange
  etag: string | undefined
  /** Fields that somebody else changed meanwhile, too. */
  both: (keyof TypedChange)[]
}

/** Another weight, another sold weight, grade, tags or business units; what the book will say is shown before it is saved. */
export function EditOffer({ record, etag, onDone, onCancel }: Props) {
  const commodityId = record.commodity.commodity.id
  const m = useMessages(offerMessages, commodityId)
  const language = useLanguage()
  const isOnline = useOnline()
  const { organisation } = useMe()
  const stored = changeOf(record, language)
  const [edited, change, clear] = useDraft<Edited>(`for-sale.${organisation.id}.${record.id}`, () => ({
    now: stored,
    base: stored,
    etag,
    both: [],
  }))
  const { now, base, both } = edited
  const body = changeBody(now, base, language, commodityId)
  const path = { id: record.id }
  const rehearsal = useRehearsal('PATCH /api/inventory/trade-availability/{id}', body && { path, body })
  const sending = useSending()
  const patch = usePatch(record, edited, change)
  const save = () =>
    sending.send(patch, (message) => {
      if (message === undefined) return
      clear()
      onDone(message)
    })
  const type = (part: Partial<TypedChange>) => change({ now: { ...now, ...part } })
  return (
    <Form
      sending={sending}
      action={m.save}
      isReady={body !== undefined && isOnline}
      onSend={save}
      onCancel={() => {
        clear()
        onCancel()
      }}
    >
      {both.length > 0 && <Meanwhile theirs={base} both={both} commodityId={commodityId} />}
      <OfferFields
        {...{ commodityId }}
        value={now}
        onChange={type}
        faultOf={sending.faultOf}
        known={record.storage.businessUnits}
      >
        <GradeChoice
          record={record}
          label={m.grade}
          blank={{ value: '0', name: m.noGrade }}
          value={now.grade}
          onChange={(grade) => type({ grade })}
          fault={sending.faultOf('commodityGrade')}
        />
      </OfferFields>
      <Rehearsed rehearsal={rehearsal} commodityId={commodityId} />
    </Form>
  )
}

/**
 * Stores what is typed, and answers what the service says of it; undefined where somebody else changed the same meanwhile, which is then to
 * be looked at. What is theirs alone is taken.
 */
function usePatch(
  { id, commodity }: FullRecord,
  { now, base, etag }: Edited,
  change: (part: Partial<Edited>) => void,
) {
  const language = useLanguage()
  const queries = useQueryClient()
  const commodityId = commodity.commodity.id
  const body = changeBody(now, base, language, commodityId) ?? {}
  return async (): Promise<string | undefined> => {
    let isToSee = false
    const path = { id }
    const given = { path, body, ifMatch: etag }
    const answer = await askOver('PATCH /api/inventory/trade-availability/{id}', given, async () => {
      const fresh = await queries.fetchQuery({ ...recordQuery(id), staleTime: 0 })
      const theirs = changeOf(fresh.result, language)
      const { draft, both } = rebased(now, base, theirs)
      change({ now: draft, base: theirs, etag: fresh.etag, both })
      isToSee = both.length > 0
      const again = changeBody(draft, theirs, language, commodityId)
      return isToSee || !again ? undefined : { path, body: again, ifMatch: fresh.etag }
    })
    return isToSee ? undefined : (answer?.message ?? '')
  }
}

/** Shows what somebody else stored in fields that are changed here, too. */
interface MeanwhileProps {
  theirs: TypedChange
  both: (keyof TypedChange)[]
  commodityId: number
}

function Meanwhile({ theirs, both, commodityId }: MeanwhileProps) {
  const m = useMessages(offerMessages, commodityId)
  const names = { weight: m.weight, sold: m.soldWeight, grade: m.grade, tags: m.tags, units: m.units }
  const told = both.map((name) => `${names[name]} ${String(theirs[name]) || m.empty}`)
  return (
    <div className="note bad" role="alert">
      {say(m.meanwhile, { theirs: told.join(', ') })}
    </div>
  )
}
