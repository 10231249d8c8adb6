import type { GivenOut } from '../api/operations.ts'
import { useMessages } from '../i18n/messages.ts'
import { givenOutMessages } from './given-out-messages.ts'

/** Notes that a password was changed, with what goes on without it or was ended with it. */
export function PasswordChanged({ givenOut }: { givenOut: GivenOut[] }) {
  const m = useMessages(givenOutMessages)
  const isEnded = givenOut.some((each) => each.isEnded)
  return (
    <div className="note good stack" role="status">
      <p>{m.changed}</p>
      {givenOut.length > 0 && (
        <>
          <p>{isEnded ? m.ended : m.goesOn}</p>
          <ul>
            {givenOut.map(({ id, kind, name, organisation }) => (
              <li key={id}>
                {m[kind]}: {name}, {organisation}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
