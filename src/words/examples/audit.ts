import type { audit as english } from '../en/audit.ts'
import type { Examples } from '../writing.ts'

const place = { organisationId: '01990c3e-5f7a-7c41-9a54-0d6f0a5e4b21', sequence: 4711 }

export const audit: Examples<typeof english> = {
  auditDeed: { deed: 'identity.postApiKeys', kind: 'keys', verb: 'added' },
  auditColumn: { name: 'actorName' },
  auditKind: { kind: 'keys' },
  auditChainIsSound: { organisationId: place.organisationId, entries: 4711, head: '4711:9f86d0' },
  auditEntryIsMissing: place,
  auditEntryWasChanged: place,
  auditEndIsCutOff: { ...place, source: 'period 2026-10-31' },
  auditHeadDiffers: { ...place, source: 'period 2026-10-31' },
  isNoAuditHead: {},
  isNoOrganisationId: { text: 'Hill Farm' },
  isNoAuditPlace: {},
}
