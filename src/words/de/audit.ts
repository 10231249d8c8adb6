import type { AuditKind, AuditVerb, NamedDeed, DeedWords } from '../audit-deeds.ts'
import type { Writing } from '../writing.ts'
import type { audit as english } from '../en/audit.ts'
import type { SameAs } from '../writing.ts'

const DEEDS: Record<NamedDeed, string> = {
  'identity.postSignIn': 'Angemeldet',
  'identity.postBrowserSession': 'Angemeldet (Browser)',
  'identity.postSignInFactor': 'Mit zweitem Faktor angemeldet',
  'identity.postBrowserSessionFactor': 'Mit zweitem Faktor angemeldet',
  'identity.postMeStepUp': 'Sich noch einmal ausgewiesen',
  'identity.refusedSignIns': 'Weitere Anmeldungen in dieser Minute abgelehnt',
  'identity.postSignOut': 'Abgemeldet',
  'identity.deleteBrowserSession': 'Abgemeldet (Browser)',
  'identity.deleteSessionsById': 'Sitzung beendet',
  'identity.postMePassword': 'Passwort geändert',
  'identity.postPasswordResets': 'Neues Passwort angefordert',
  'identity.postPasswordResetsRedeem': 'Neues Passwort mit einem Code gesetzt',
  'identity.postSwitchOrganisation': 'Organisation gewechselt',
  'identity.postSetup': 'Organisation angelegt',
  'identity.postInvitations': 'Einladung verschickt',
  'identity.postInvitationsAccept': 'Einladung angenommen',
  'identity.deleteInvitationsById': 'Einladung zurückgezogen',
  'identity.putUsersByIdRole': 'Rolle geändert',
  'identity.postUsersByIdSuspend': 'Person gesperrt',
  'identity.postUsersByIdReinstate': 'Person wieder zugelassen',
  'identity.deleteUsersById': 'Person entfernt',
  'identity.postApiKeys': 'API-Schlüssel angelegt',
  'identity.deleteApiKeysById': 'API-Schlüssel widerrufen',
  'identity.patchOrganisation': 'Einstellungen der Organisation geändert',
  'system.postWebhooks': 'Webhook angelegt',
  'system.deleteWebhooksById': 'Webhook gelöscht',
  'system.postFiles': 'Datei hochgeladen',
  'system.putFilesByIdOrganisations': 'Datei freigegeben',
  'system.deleteFilesById': 'Datei archiviert',
  'inventory.patchPapersLetterhead': 'Briefkopf geändert',
  'inventory.patchPapersNumbering': 'Nummernkreis geändert',
  'inventory.postPeriods': 'Bestandsbuch abgeschlossen',
  'inventory.postPeriodsByIdReopen': 'Zeitraum wieder geöffnet',
  'inventory.postPeriodsExceptions': 'Ausnahme für abgeschlossene Zeiträume erteilt',
  'inventory.postStocktakesByIdApprove': 'Bestandsaufnahme genehmigt',
  'inventory.postHolds': 'Sperre gesetzt',
  'inventory.postHoldsByIdRelease': 'Sperre aufgehoben',
  'inventory.postMovements': 'Bewegung erfasst',
  'inventory.putMovementsById': 'Bewegung geändert',
  'inventory.deleteMovementsById': 'Bewegung gelöscht',
  'operator.keyCreate': 'API-Schlüssel auf der Befehlszeile angelegt',
  'operator.keyRevoke': 'API-Schlüssel auf der Befehlszeile widerrufen',
  'operator.userCreate': 'Person auf der Befehlszeile hinzugefügt',
  'operator.userSetPassword': 'Passwort auf der Befehlszeile gesetzt',
  'operator.userResetCode': 'Code für ein neues Passwort erzeugt',
  'operator.userResetFactors': 'Zweite Faktoren auf der Befehlszeile entfernt',
  'operator.userSetEmail': 'E-Mail-Adresse auf der Befehlszeile geändert',
  'operator.userSuspend': 'Person auf der Befehlszeile gesperrt',
  'operator.userReinstate': 'Person auf der Befehlszeile wieder zugelassen',
  'operator.userPlatformAdmin': 'Plattformverwalter geändert',
  'operator.rotateKeys': 'Signaturschlüssel gewechselt',
  'operator.rotateSecret': 'Geheimer Schlüssel gewechselt',
}

const KINDS: Record<AuditKind, string> = {
  access: 'Anmeldung',
  people: 'Personen',
  keys: 'Schlüssel und Webhooks',
  settings: 'Einstellungen',
  files: 'Dateien',
  papers: 'Belege',
  exports: 'Ausfuhr von Daten',
  imports: 'Einlesen von Dateien',
  books: 'Abschlüsse, Bestandsaufnahmen und Sperren',
  stock: 'Bestand und Orte',
  messages: 'Nachrichten und Kurzlinks',
  operator: 'Befehlszeile',
}

const VERBS: Record<AuditVerb, string> = {
  added: 'hinzugefügt',
  changed: 'geändert',
  deleted: 'gelöscht',
  exported: 'ausgeführt',
  printed: 'gedruckt',
}

function isNamed(deed: string): deed is NamedDeed {
  return deed in DEEDS
}

export const audit: SameAs<typeof english> = {
  auditDeed: ({ deed, kind, verb }: DeedWords) =>
    isNamed(deed) ? DEEDS[deed] : `${KINDS[kind]}: ${VERBS[verb]}`,
  auditKind: ({ kind }: { kind: AuditKind }) => KINDS[kind],
  auditChainIsSound: ({ organisationId, entries, head }, write: Writing) =>
    `Organisation ${organisationId}: ${write.counted(entries, { one: 'ein Eintrag', other: `${write.figure(entries)} Einträge` })}, nichts fehlt, wurde geändert oder umgestellt. Kopf: ${head || 'noch keiner'}`,
  auditEntryIsMissing: ({ organisationId, sequence }) =>
    `Organisation ${organisationId}: Eintrag ${sequence} des Protokolls fehlt oder steht nicht an seiner Stelle.`,
  auditEntryWasChanged: ({ organisationId, sequence }) =>
    `Organisation ${organisationId}: Eintrag ${sequence} des Protokolls oder etwas davor wurde geändert.`,
  auditEndIsCutOff: ({ organisationId, sequence, source }) =>
    `Organisation ${organisationId}: Das Protokoll endet bei Eintrag ${sequence}, und es war länger${source === '' ? '' : ` (${source})`}.`,
  auditHeadDiffers: ({ organisationId, sequence, source }) =>
    `Organisation ${organisationId}: Eintrag ${sequence} des Protokolls ist ein anderer als damals, als seine Prüfsumme festgehalten wurde (${source}).`,
  isNoAuditHead: () =>
    'Der Kopf des Protokolls ist eine Zahl, ein Doppelpunkt und 64 hexadezimale Ziffern, wie er auf Belegen und in Sicherungen steht.',
  isNoOrganisationId: ({ text }) => `„${text}“ ist keine Kennung einer Organisation: user list zeigt sie.`,
  isNoAuditPlace: () => 'ist nicht das `next` einer Antwort',
}
