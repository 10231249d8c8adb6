import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../api/session.ts'
import { installationQuery } from '../../frame/installation-query.ts'
import { useMessages } from '../../i18n/messages.ts'
import { attentionMessages } from './attention-messages.ts'

/** Tells those who run the installation that a backup failed or is missing, or that the disk is nearly full. */
export function InstallationAttention() {
  return useMay('platform:admin') ? <Told /> : null
}

function Told() {
  const m = useMessages(attentionMessages)
  const { data } = useQuery(installationQuery)
  return data?.attention.map((each) => (
    <p key={each} className="note bad bar apart">
      <span>{each}</span>
      <Link to="/settings/$part" params={{ part: 'platform' }} className="button">
        {m.toInstallation}
      </Link>
    </p>
  ))
}
