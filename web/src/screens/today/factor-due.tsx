import { Link } from '@tanstack/react-router'
import { useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { attentionMessages } from './attention-messages.ts'

/** Tells whoever has not set up the second factor that the organisation requires, and from when on nothing else is open to them. */
export function FactorDue() {
  const m = useMessages(attentionMessages)
  const formats = useFormats()
  const { secondFactor } = useMe()
  if (secondFactor.neededFromUTC === null || secondFactor.has.length > 0) return null
  return (
    <section className="note bar apart" aria-label={m.factorDue}>
      <span>{say(m.factorNeededFrom, { when: formats.datedMoment(secondFactor.neededFromUTC) })}</span>
      <Link to="/settings/$part" params={{ part: 'me' }} className="button">
        {m.setUpFactor}
      </Link>
    </section>
  )
}
