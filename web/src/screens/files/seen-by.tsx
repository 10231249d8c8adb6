import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { FileInfo, ListedFile } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { Suggest } from '../../ui/suggest.tsx'
import { messages } from './messages.ts'
import { knownOrganisationsQuery } from './queries.ts'

interface Props {
  id: string
  info: FileInfo
  /** The version of what is shown: nobody takes back by it what somebody else gave meanwhile. */
  etag: string | undefined
  listed: ListedFile | undefined
  reread: () => unknown
}

/** Lists who may see a file. Each of the others can be removed again, and another organisation added. */
export function SeenBy(props: Props) {
  const { info, listed } = props
  const m = useMessages(messages)
  const refusal = useRefusal()
  const { organisation, userId } = useMe()
  const isOnline = useOnline()
  const isOurs = info.organisationId === organisation.id
  const mayChange = useMay('files:write') && isOurs && info.status === 'active'
  const known = useQuery({ ...knownOrganisationsQuery(userId, organisation.id), enabled: mayChange })
  const organisations = known.data ?? []
  const sending = useSending()
  const change = useSharing(props)
  const nameOf = (organisationId: string) =>
    [...(listed?.sharedWith ?? []), ...organisations].find((each) => each.id === organisationId)?.name ??
    organisationId
  const stop = (organisationId: string) =>
    void sending.send(() => change(info.organisations.filter((each) => each !== organisationId)))
  return (
    <section className="stack tight" aria-label={m.seenBy}>
      <h3 className="strong">{m.seenBy}</h3>
      {sending.error !== null && (
        <p className="fault" role="alert">
          {refusal(sending.error)}
        </p>
      )}
      <ul className="stack tight">
        <li>{say(m.everybodyOf, { organisation: organisation.name })}</li>
        {isOurs &&
          info.organisations.map((each) => (
            <li key={each} className="bar apart">
              {say(m.everybodyOf, { organisation: nameOf(each) })}
              {mayChange && (
                <button
                  type="button"
                  className="button"
                  disabled={!isOnline || sending.isBusy}
                  aria-label={say(m.stopSharing, { organisation: nameOf(each) })}
                  onClick={() => stop(each)}
                >
                  {m.stop}
                </button>
              )}
            </li>
          ))}
      </ul>
      {mayChange && (
        <Share
          info={info}
          organisations={organisations.filter((each) => !info.organisations.includes(each.id))}
          onShare={(added, isConfirmed) => change([...info.organisations, added], isConfirmed)}
        />
      )}
      {!isOurs && <p className="quiet small">{m.notOurs}</p>}
    </section>
  )
}

/** Says anew who may see a file; what was refused is read again, since somebody else may have changed it. */
function useSharing({ id, etag, reread }: Props) {
  return async (organisations: string[], mayTellPosition?: boolean): Promise<void> => {
    const body = { organisations, ...(mayTellPosition && { mayTellPosition }) }
    try {
      await ask('PUT /api/system/files/{id}/organisations', { path: { id }, body, ifMatch: etag })
    } catch (refused) {
      void reread()
      throw refused
    }
  }
}

interface ShareProps {
  info: FileInfo
  /** Those who are known here and do not see it yet. */
  organisations: { id: string; name: string }[]
  onShare: (organisationId: string, isConfirmed: boolean) => Promise<void>
}

/** Another organisation that is to see it: one that is known here, by name, or any by its id. */
function Share({ info, organisations, onShare }: ShareProps) {
  const m = useMessages(messages)
  const isOnline = useOnline()
  const sending = useSending()
  const [typed, type] = useState('')
  const [isConfirmed, confirm] = useState(false)
  const wanted = typed.trim()
  const chosen = organisations.find(({ name }) => name === wanted)
  const share = () =>
    sending.send(
      () => onShare(chosen?.id ?? wanted, isConfirmed),
      () => {
        type('')
        confirm(false)
      },
    )
  return (
    <Form
      sending={sending}
      action={chosen ? say(m.shareWith, { organisation: chosen.name }) : m.share}
      isReady={isOnline && wanted !== '' && (isConfirmed || !info.mayTellPosition)}
      onSend={share}
    >
      <Suggest
        label={m.with}
        value={typed}
        options={organisations.map(({ name }) => ({ value: name }))}
        onChange={type}
        hint={m.withHint}
        fault={sending.faultOf('organisations')}
      />
      {info.mayTellPosition && (
        <label className="check">
          <input type="checkbox" checked={isConfirmed} onChange={({ target }) => confirm(target.checked)} />
          <span>{m.mayTellPosition}</span>
        </label>
      )}
    </Form>
  )
}
