import { useQueryClient } from '@tanstack/react-query'
import { askOver } from '../../api/ask-once.ts'
import { putInventoryContractsIdLimits } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useDraft } from '../../offline/drafts.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { rebased } from '../../ui/rebased.ts'
import type { Versioned } from './queries.ts'
import { contractDraftOf, readDraft, updateBody, type ContractDraft } from './draft.ts'
import { ContractFields } from './fields.tsx'
import { formMessages } from './form-messages.ts'
import { Meanwhile } from './meanwhile.tsx'
import { contractQuery } from './queries.ts'
import { isShownBelow } from './refused.ts'

interface Props extends Versioned {
  /** With what the service warns of; empty if it warns of nothing. */
  onDone: (message: string) => void
  onCancel: () => void
}

interface Edited {
  now: ContractDraft
  /** Draft as stored when somebody began to type, and its version. */
  base: ContractDraft
  etag: string | undefined
  /** Fields changed here that somebody else changed meanwhile, too. */
  both: (keyof ContractDraft)[]
}

/** The terms are changed. What somebody else changed meanwhile is shown field by field, and nothing that was typed is lost. */
export function EditContract({ contract, etag, onDone, onCancel }: Props) {
  const m = useMessages(formMessages)
  const language = useLanguage()
  const isOnline = useOnline()
  const { organisation } = useMe()
  const stored = contractDraftOf(contract, language, organisation.timeZone)
  const [edited, change, clear] = useDraft<Edited>(`contract.${organisation.id}.${contract.id}`, () => ({
    now: stored,
    base: stored,
    etag,
    both: [],
  }))
  const { now, base, both } = edited
  const read = readDraft(now, language)
  const sending = useSending(putInventoryContractsIdLimits)
  const put = usePut(contract.id, edited, change)
  const save = () =>
    sending.send(put, (message) => {
      if (message === undefined) return
      clear()
      onDone(message)
    })
  const type = (part: Partial<ContractDraft>) => change({ now: { ...now, ...part } })
  const take = (name: keyof ContractDraft) =>
    change({ now: { ...now, [name]: base[name] }, both: both.filter((each) => each !== name) })
  return (
    <div className="contract-form">
      <Form
        sending={sending}
        action={m.save}
        isReady={read.isReady && isOnline}
        isSaidBelow={isShownBelow(sending.error)}
        onSend={save}
        onCancel={() => {
          clear()
          onCancel()
        }}
      >
        {both.length > 0 && <Meanwhile theirs={base} both={both} onTake={take} />}
        <ContractFields
          draft={now}
          change={type}
          read={read}
          faultOf={sending.faultOf}
          at={sending.at}
          isNew={false}
        />
      </Form>
    </div>
  )
}

/**
 * Stores what is typed, and answers what the service warns of; undefined where somebody else changed the same meanwhile, which is then to
 * be looked at. What is theirs alone is taken, and a load that came in is no matter.
 */
function usePut(id: string, { now, base, etag }: Edited, change: (part: Partial<Edited>) => void) {
  const language = useLanguage()
  const queries = useQueryClient()
  const { timeZone } = useMe().organisation
  const bodyOf = (typed: ContractDraft, over: ContractDraft) =>
    updateBody(typed, readDraft(typed, language), over)
  const body = bodyOf(now, base)
  return async (): Promise<string | undefined> => {
    let isToSee = false
    const path = { id }
    const given = { path, body, ifMatch: etag }
    const answer = await askOver('PUT /api/inventory/contracts/{id}', given, async () => {
      const fresh = await queries.fetchQuery({ ...contractQuery(id), staleTime: 0 })
      const theirs = contractDraftOf(fresh.result, language, timeZone)
      const next = rebased(now, base, theirs)
      change({ now: next.draft, base: theirs, etag: fresh.etag, both: next.both })
      isToSee = next.both.length > 0
      return isToSee ? undefined : { path, body: bodyOf(next.draft, theirs), ifMatch: fresh.etag }
    })
    return isToSee ? undefined : (answer?.message ?? '')
  }
}
