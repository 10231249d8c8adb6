import { Link } from '@tanstack/react-router'
import type { Today } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Asked, More } from './attention.tsx'
import { attentionMessages } from './attention-messages.ts'

/** API keys that no machine has used for long: each is a way in that nobody may need. */
export function UnusedKeys({ day: { unusedKeys } }: { day: Today }) {
  const m = useMessages(attentionMessages)
  const formats = useFormats()
  return (
    <Asked title={m.unusedKeys} count={unusedKeys.count}>
      {unusedKeys.first.map(({ id, name, lastUsedAtUTC }) => (
        <li key={id}>
          <Link to="/settings/$part" params={{ part: 'keys' }} className="row row-link">
            <b>{name}</b>
            <span className="num quiet small">
              {lastUsedAtUTC === ''
                ? m.neverUsed
                : say(m.lastUsed, { day: formats.day(formats.dayOf(lastUsedAtUTC)) })}
            </span>
          </Link>
        </li>
      ))}
      <More n={unusedKeys.count - unusedKeys.first.length} />
    </Asked>
  )
}
