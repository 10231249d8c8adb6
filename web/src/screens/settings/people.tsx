import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { ask } from '../../api/client.ts'
import { postIdentityInvitationsLimits, type User } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { Invited } from '../../frame/invited.tsx'
import { roleMessages } from '../../frame/role-messages.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { Failed, Skeleton, TextField } from '../../ui/parts.tsx'
import { ByName } from './by-name.tsx'
import { ErasureOf } from './erasure.tsx'
import { factorTexts } from './factor-texts.ts'
import { LostFactor, LostFactors } from './lost-factors.tsx'
import { messages } from './messages.ts'
import { myDataMessages } from './my-data-messages.ts'
import { RoleChoice, RoleMatrix, type Role } from './roles.tsx'
import { SessionsOf } from './session-lines.tsx'
import { SignInRules } from './sign-in-rules.tsx'

const PAGE = 50
/** Longer than any name that somebody looks for. */
const MOST_WANTED = 100

/** Lists the members of the organisation with their roles, and the people invited. */
export function People() {
  const [wanted, want] = useState('')
  const users = useInfiniteQuery({
    queryKey: ['users', 'found', wanted],
    placeholderData: keepPreviousData,
    initialPageParam: 0,
    queryFn: ({ pageParam }) =>
      ask('GET /api/identity/users', { query: { limit: PAGE, offset: pageParam, query: wanted } }),
    getNextPageParam: ({ offset, docs, totalDocs }) =>
      offset + docs.length < totalDocs ? offset + docs.length : undefined,
  })
  const found = users.data?.pages.flatMap(({ docs }) => docs) ?? []
  const total = users.data?.pages[0]?.totalDocs ?? 0
  const m = useMessages(messages)
  return (
    <div className="settings">
      <section className="panel pad stack">
        <h2>{m.people}</h2>
        {!users.data &&
          (users.error ? <Failed error={users.error} again={() => void users.refetch()} /> : <Skeleton />)}
        {(total > PAGE || wanted !== '') && (
          <TextField label={m.findPerson} value={wanted} onChange={want} most={MOST_WANTED} />
        )}
        {users.data && found.length === 0 && <p className="quiet">{m.nobodyFound}</p>}
        <ul className="lines">
          {found.map((user) => (
            <Person key={user.id} user={user} />
          ))}
        </ul>
        {users.hasNextPage && (
          <button
            type="button"
            className="button"
            disabled={users.isFetchingNextPage}
            onClick={() => void users.fetchNextPage()}
          >
            {say(m.morePeople, { shown: found.length, all: total })}
          </button>
        )}
      </section>
      <LostFactors />
      <Invite />
      <Invitations />
      <SignInRules />
      <RoleMatrix />
    </div>
  )
}

function Person({ user }: { user: User }) {
  const m = useMessages(messages)
  const me = useMe()
  const refusal = useRefusal()
  const sending = useSending()
  const f = useMessages(factorTexts)
  const d = useMessages(myDataMessages)
  const [isRemoving, remove] = useState(false)
  const [shown, show] = useState<'sessions' | 'lost' | 'erasure'>()
  const { id, email, givenName, familyName, role, status, hasSecondFactor } = user
  const name = [givenName, familyName].filter(Boolean).join(' ') || email
  const path = { id }
  const isMe = id === me.userId
  const setRole = (next: Role) =>
    void sending.send(() => ask('PUT /api/identity/users/{id}/role', { path, body: { role: next } }))
  const turn = () =>
    void sending.send(() =>
      status === 'active'
        ? ask('POST /api/identity/users/{id}/suspend', { path })
        : ask('POST /api/identity/users/{id}/reinstate', { path }),
    )
  return (
    <li className="person">
      <span>
        <span className="strong">{name}</span>{' '}
        {status === 'suspended' && <span className="badge bad">{m.suspended}</span>}{' '}
        {hasSecondFactor && <span className="badge good">{f.hasFactor}</span>}
        <br />
        <span className="quiet small">{email}</span>
        {sending.error !== null && <span className="fault by">{refusal(sending.error)}</span>}
      </span>
      <RoleChoice label={m.role} value={role} onChange={setRole} />
      {!isMe && (
        <span className="bar">
          <button type="button" className="button" onClick={() => show('sessions')}>
            {f.showSessions}
          </button>
          {hasSecondFactor && (
            <button type="button" className="button" onClick={() => show('lost')}>
              {f.reset}
            </button>
          )}
          <button type="button" className="button" onClick={turn}>
            {status === 'active' ? m.suspend : m.reinstate}
          </button>
          <button type="button" className="button" onClick={() => remove(true)}>
            {m.remove}
          </button>
          <button type="button" className="button" onClick={() => show('erasure')}>
            {d.eraseThem}
          </button>
        </span>
      )}
      {shown === 'sessions' && <SessionsOf id={id} name={name} onClose={() => show(undefined)} />}
      {shown === 'lost' && <LostFactor id={id} name={name} onClose={() => show(undefined)} />}
      {shown === 'erasure' && <ErasureOf id={id} name={name} onClose={() => show(undefined)} />}
      {isRemoving && (
        <ByName
          name={name}
          title={m.removeTitle}
          warning={m.removeWarning}
          action={m.remove}
          work={() => ask('DELETE /api/identity/users/{id}', { path })}
          onClose={() => remove(false)}
        />
      )}
    </li>
  )
}

function Invite() {
  const m = useMessages(messages)
  const sending = useSending(postIdentityInvitationsLimits)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>()
  const [made, setMade] = useState<{ email: string; token: string }>()
  const invite = () =>
    role &&
    sending.send(
      () => askOnce('POST /api/identity/invitations', { body: { email, role } }),
      (invited) => {
        setMade(invited)
        setEmail('')
        setRole(undefined)
      },
    )
  return (
    <section className="panel pad stack">
      <h2>{m.invite}</h2>
      <Form
        sending={sending}
        action={m.inviteButton}
        isReady={email !== '' && role !== undefined}
        onSend={invite}
      >
        <div className="two">
          <TextField
            label={m.email}
            type="email"
            value={email}
            onChange={setEmail}
            {...sending.at('email')}
          />
          <RoleChoice label={m.role} value={role} onChange={setRole} isTold />
        </div>
      </Form>
      {made && <Invited {...made} />}
    </section>
  )
}

function Invitations() {
  const m = useMessages(messages)
  const roleNames = useMessages(roleMessages)
  const formats = useFormats()
  const sending = useSending()
  const invitations = useQuery({
    queryKey: ['invitations'],
    queryFn: () => ask('GET /api/identity/invitations'),
  })
  if (!invitations.data || invitations.data.length === 0) return null
  return (
    <section className="panel pad stack">
      <h2>{m.invitations}</h2>
      <ul className="lines">
        {invitations.data.map(({ id, email, role, invitedBy, expiresAtUTC }) => (
          <li key={id} className="bar apart">
            <span>
              <span className="strong">{email}</span> <span className="badge">{roleNames[role]}</span>
              <br />
              <span className="quiet small">
                {say(m.invitedBy, { who: invitedBy, when: formats.moment(expiresAtUTC) })}
              </span>
            </span>
            <button
              type="button"
              className="button"
              onClick={() =>
                void sending.send(() => ask('DELETE /api/identity/invitations/{id}', { path: { id } }))
              }
            >
              {m.takeBack}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
