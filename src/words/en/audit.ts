import type { AuditKind, AuditVerb, NamedDeed, DeedWords } from '../audit-deeds.ts'
import type { Writing } from '../writing.ts'

const DEEDS: Record<NamedDeed, string> = {
  'identity.postSignIn': 'Signed in',
  'identity.postBrowserSession': 'Signed in (browser)',
  'identity.postSignInFactor': 'Signed in with a second factor',
  'identity.postBrowserSessionFactor': 'Signed in with a second factor',
  'identity.postMeStepUp': 'Showed again who they are',
  'identity.refusedSignIns': 'More sign-ins refused in this minute',
  'identity.postSignOut': 'Signed out',
  'identity.deleteBrowserSession': 'Signed out (browser)',
  'identity.deleteSessionsById': 'Session ended',
  'identity.postMePassword': 'Password changed',
  'identity.postPasswordResets': 'New password asked for',
  'identity.postPasswordResetsRedeem': 'New password set by a code',
  'identity.postSwitchOrganisation': 'Changed to another organisation',
  'identity.postSetup': 'Organisation made',
  'identity.postInvitations': 'Invitation made',
  'identity.postInvitationsAccept': 'Invitation accepted',
  'identity.deleteInvitationsById': 'Invitation taken back',
  'identity.putUsersByIdRole': 'Role changed',
  'identity.postUsersByIdSuspend': 'Person suspended',
  'identity.postUsersByIdReinstate': 'Person let in again',
  'identity.deleteUsersById': 'Person removed',
  'identity.postApiKeys': 'API key made',
  'identity.deleteApiKeysById': 'API key revoked',
  'identity.patchOrganisation': 'Settings of the organisation changed',
  'system.postWebhooks': 'Webhook made',
  'system.deleteWebhooksById': 'Webhook deleted',
  'system.postFiles': 'File uploaded',
  'system.putFilesByIdOrganisations': 'File shared',
  'system.deleteFilesById': 'File archived',
  'inventory.patchPapersLetterhead': 'Letterhead changed',
  'inventory.patchPapersNumbering': 'Numbering changed',
  'inventory.postPeriods': 'Books closed',
  'inventory.postPeriodsByIdReopen': 'Period reopened',
  'inventory.postPeriodsExceptions': 'Exception to a closed period granted',
  'inventory.postStocktakesByIdApprove': 'Stock-take approved',
  'inventory.postHolds': 'Hold set',
  'inventory.postHoldsByIdRelease': 'Hold released',
  'inventory.postMovements': 'Movement entered',
  'inventory.putMovementsById': 'Movement changed',
  'inventory.deleteMovementsById': 'Movement deleted',
  'operator.keyCreate': 'API key made at the command line',
  'operator.keyRevoke': 'API key revoked at the command line',
  'operator.userCreate': 'Person added at the command line',
  'operator.userSetPassword': 'Password set at the command line',
  'operator.userResetCode': 'Code for a new password made',
  'operator.userResetFactors': 'Second factors taken away at the command line',
  'operator.userSetEmail': 'E-mail address changed at the command line',
  'operator.userSuspend': 'Person suspended at the command line',
  'operator.userReinstate': 'Person let in again at the command line',
  'operator.userPlatformAdmin': 'Platform admins changed',
  'operator.rotateKeys': 'Signing keys changed',
  'operator.rotateSecret': 'Secret key changed',
}

const KINDS: Record<AuditKind, string> = {
  access: 'Sign-in',
  people: 'People',
  keys: 'Keys and webhooks',
  settings: 'Settings',
  files: 'Files',
  papers: 'Papers',
  exports: 'Exports',
  imports: 'Imports',
  books: 'Closings, stock-takes and holds',
  stock: 'Stock and places',
  messages: 'Messages and links',
  operator: 'Command line',
}

const VERBS: Record<AuditVerb, string> = {
  added: 'added',
  changed: 'changed',
  deleted: 'deleted',
  exported: 'exported',
  printed: 'printed',
}

function isNamed(deed: string): deed is NamedDeed {
  return deed in DEEDS
}

interface AuditPlace {
  organisationId: string
  sequence: number
}

export const audit = {
  auditDeed: ({ deed, kind, verb }: DeedWords) =>
    isNamed(deed) ? DEEDS[deed] : `${KINDS[kind]}: ${VERBS[verb]}`,
  auditKind: ({ kind }: { kind: AuditKind }) => KINDS[kind],
  auditChainIsSound: (
    { organisationId, entries, head }: { organisationId: string; entries: number; head: string },
    write: Writing,
  ) =>
    `Organisation ${organisationId}: ${write.counted(entries, { one: 'one entry', other: `${write.figure(entries)} entries` })}, nothing missing, changed or out of order. Head: ${head || 'none yet'}`,
  auditEntryIsMissing: ({ organisationId, sequence }: AuditPlace) =>
    `Organisation ${organisationId}: entry ${sequence} of the audit log is missing, or is out of order.`,
  auditEntryWasChanged: ({ organisationId, sequence }: AuditPlace) =>
    `Organisation ${organisationId}: entry ${sequence} of the audit log was changed, or what is before it.`,
  auditEndIsCutOff: ({ organisationId, sequence, source }: AuditPlace & { source: string }) =>
    `Organisation ${organisationId}: the audit log ends at entry ${sequence}, and there was more of it${source === '' ? '' : ` (${source})`}.`,
  auditHeadDiffers: ({ organisationId, sequence, source }: AuditPlace & { source: string }) =>
    `Organisation ${organisationId}: entry ${sequence} of the audit log is another one than when its hash was kept (${source}).`,
  isNoAuditHead: () =>
    'A head of the audit log is a number, a colon and 64 hexadecimal digits, as papers and backups have it.',
  isNoOrganisationId: ({ text }: { text: string }) =>
    `“${text}” is no id of an organisation: user list shows them.`,
  isNoAuditPlace: () => 'is not the `next` of an answer',
}
