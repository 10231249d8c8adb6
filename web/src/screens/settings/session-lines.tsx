import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import type { Session } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useSending } from '../../ui/form.tsx'
import { factorTexts } from './factor-texts.ts'
import { messages } from './messages.ts'

/** Devices on which the person is signed in. */
export function MySessions() {
  const m = useMessages(messages)
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: () => ask('GET /api/identity/sessions') })
  const { endOthers } = useMessages(factorTexts)
  return (
    <section className="panel pad stack">
      <h2>{m.sessions}</h2>
      <Lines
        sessions={sessions.data ?? []}
        end={(id) => ask('DELETE /api/identity/sessions/{id}', { path: { id } })}
        all={endOthers}
        endAll={() => ask('DELETE /api/identity/sessions')}
      />
    </section>
  )
}

/** Devices on which another person is signed in for the organisation. */
export function SessionsOf({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const m = useMessages(factorTexts)
  const sessions = useQuery({
    queryKey: ['sessions', id],
    queryFn: () => ask('GET /api/identity/users/{id}/sessions', { path: { id } }),
  })
  return (
    <Dialog title={say(m.sessionsOf, { name })} onClose={onClose}>
      {sessions.data?.length === 0 && <p className="quiet">{m.noSessions}</p>}
      <Lines
        sessions={sessions.data ?? []}
        end={(sessionId) =>
          ask('DELETE /api/identity/users/{id}/sessions/{sessionId}', { path: { id, sessionId } })
        }
        all={m.endAll}
        endAll={() => ask('DELETE /api/identity/users/{id}/sessions', { path: { id } })}
      />
    </Dialog>
  )
}

interface Props {
  sessions: Session[]
  end: (id: string) => Promise<unknown>
  /** The text of the button that ends all of them. */
  all: string
  endAll: () => Promise<unknown>
}

function Lines({ sessions, end, all, endAll }: Props) {
  const m = useMessages(messages)
  const f = useMessages(factorTexts)
  const formats = useFormats()
  const refusal = useRefusal()
  const sending = useSending()
  return (
    <>
      {sending.error !== null && <p className="note bad">{refusal(sending.error)}</p>}
      <ul className="lines">
        {sessions.map(({ id, organisationName, device, address, isThisOne, createdAtUTC, lastUsedAtUTC }) => (
          <li key={id} className="bar apart">
            <span>
              <span className="strong">{sayDevice(m, device)}</span>{' '}
              {isThisOne && <span className="badge good">{m.thisOne}</span>}
              <br />
              <span className="quiet small">
                {organisationName}, {address !== '' && `${say(f.from, { address })}, `}
                {say(m.since, { when: formats.moment(createdAtUTC), used: formats.moment(lastUsedAtUTC) })}
              </span>
            </span>
            {!isThisOne && (
              <button type="button" className="button" onClick={() => void sending.send(() => end(id))}>
                {m.end}
              </button>
            )}
          </li>
        ))}
      </ul>
      {sessions.some(({ isThisOne }) => !isThisOne) && (
        <div>
          <button type="button" className="button" onClick={() => void sending.send(endAll)}>
            {all}
          </button>
        </div>
      )}
    </>
  )
}

/** A device in words, as far as it has said what it is. */
function sayDevice(
  m: Record<'deviceOn' | 'deviceUnnamed', string>,
  { program, system }: { program: string; system: string },
): string {
  if (program !== '' && system !== '') return say(m.deviceOn, { program, system })
  return program || system || m.deviceUnnamed
}
