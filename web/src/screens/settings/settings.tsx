import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useRef, type ComponentType } from 'react'
import { useMay, useMe } from '../../api/session.ts'
import { Gone } from '../../frame/frame.tsx'
import { useMessages } from '../../i18n/messages.ts'
import { AuditLog } from './audit.tsx'
import { Keys } from './keys.tsx'
import { MySettings } from './me.tsx'
import { messages } from './messages.ts'
import { OrganisationSettings } from './organisation.tsx'
import { People } from './people.tsx'
import { SingleSignOnSettings } from './single-sign-on.tsx'
import { partNames } from './part-messages.ts'
import { Partners } from './partners.tsx'
import { Platform } from './platform.tsx'
import { Reasons } from './reasons.tsx'
import { ScalePart } from './scale.tsx'
import './settings.css'
import { DataSources } from './sources.tsx'
import { BusinessUnitSettings } from './units.tsx'
import { Webhooks } from './webhooks.tsx'

const parts = {
  me: { shows: MySettings, permission: 'signed-in' },
  people: { shows: People, permission: 'users:write' },
  partners: { shows: Partners, permission: 'stock:read' },
  keys: { shows: Keys, permission: 'keys:write' },
  units: { shows: BusinessUnitSettings, permission: 'organisation:write' },
  scale: { shows: ScalePart, permission: 'signed-in' },
  organisation: { shows: OrganisationSettings, permission: 'organisation:write' },
  webhooks: { shows: Webhooks, permission: 'webhooks:write' },
  'sign-in': { shows: SingleSignOnSettings, permission: 'organisation:write' },
  audit: { shows: AuditLog, permission: 'audit:read' },
  reasons: { shows: Reasons, permission: 'stock:read' },
  sources: { shows: DataSources, permission: 'signed-in' },
  platform: { shows: Platform, permission: 'platform:admin' },
} satisfies Record<string, { shows: ComponentType; permission: string }>
type Part = keyof typeof parts
const names = [
  'me',
  'people',
  'partners',
  'scale',
  'keys',
  'webhooks',
  'units',
  'organisation',
  'sign-in',
  'audit',
  'reasons',
  'sources',
  'platform',
] as const

/** Settings for a person, an organisation and this device. */
export function Settings() {
  const m = useMessages(messages)
  const partName = useMessages(partNames)
  const { part } = useParams({ from: '/settings/$part' })
  const current = names.find((each) => each === part)
  const { permissions } = useMe()
  const shown = names.filter((name) => {
    const { permission } = parts[name]
    return permission === 'signed-in' || permissions.includes(permission)
  })
  const tabs = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the tabs are one row that is pushed sideways.
    tabs.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  if (current === undefined) return <Gone />
  return (
    <>
      <header className="top">
        <h1>{m.settings}</h1>
      </header>
      <nav ref={tabs} className="setting-tabs" aria-label={m.parts}>
        {shown.map((name) => (
          <Link key={name} to="/settings/$part" params={{ part: name }}>
            {partName[name]}
          </Link>
        ))}
      </nav>
      <Shown part={current} />
    </>
  )
}

function Shown({ part }: { part: Part }) {
  const m = useMessages(messages)
  const { shows: Shows, permission } = parts[part]
  const may = useMay(permission) || permission === 'signed-in'
  return may ? <Shows /> : <p className="panel pad quiet">{m.notYours}</p>
}
