import type { AuditKind, AuditVerb, NamedDeed, DeedWords } from '../audit-deeds.ts'
import type { Writing } from '../writing.ts'
import type { audit as english } from '../en/audit.ts'
import type { SameAs } from '../writing.ts'

const DEEDS: Record<NamedDeed, string> = {
  'identity.postSignIn': 'Connexion',
  'identity.postBrowserSession': 'Connexion (navigateur)',
  'identity.postSignInFactor': 'Connexion avec un second facteur',
  'identity.postBrowserSessionFactor': 'Connexion avec un second facteur',
  'identity.postMeStepUp': 'Identité prouvée de nouveau',
  'identity.refusedSignIns': 'Autres connexions refusées dans cette minute',
  'identity.postSignOut': 'Déconnexion',
  'identity.deleteBrowserSession': 'Déconnexion (navigateur)',
  'identity.deleteSessionsById': 'Session fermée',
  'identity.postMePassword': 'Mot de passe modifié',
  'identity.postPasswordResets': 'Nouveau mot de passe demandé',
  'identity.postPasswordResetsRedeem': 'Nouveau mot de passe défini par un code',
  'identity.postSwitchOrganisation': 'Passage à une autre organisation',
  'identity.postSetup': 'Organisation créée',
  'identity.postInvitations': 'Invitation envoyée',
  'identity.postInvitationsAccept': 'Invitation acceptée',
  'identity.deleteInvitationsById': 'Invitation retirée',
  'identity.putUsersByIdRole': 'Rôle modifié',
  'identity.postUsersByIdSuspend': 'Personne suspendue',
  'identity.postUsersByIdReinstate': 'Personne réadmise',
  'identity.deleteUsersById': 'Personne retirée',
  'identity.postApiKeys': 'Clé d’API créée',
  'identity.deleteApiKeysById': 'Clé d’API révoquée',
  'identity.patchOrganisation': 'Réglages de l’organisation modifiés',
  'system.postWebhooks': 'Webhook créé',
  'system.deleteWebhooksById': 'Webhook supprimé',
  'system.postFiles': 'Fichier téléversé',
  'system.putFilesByIdOrganisations': 'Fichier partagé',
  'system.deleteFilesById': 'Fichier archivé',
  'inventory.patchPapersLetterhead': 'En-tête modifié',
  'inventory.patchPapersNumbering': 'Numérotation modifiée',
  'inventory.postPeriods': 'Registre clôturé',
  'inventory.postPeriodsByIdReopen': 'Période rouverte',
  'inventory.postPeriodsExceptions': 'Exception aux périodes clôturées accordée',
  'inventory.postStocktakesByIdApprove': 'Inventaire approuvé',
  'inventory.postHolds': 'Blocage posé',
  'inventory.postHoldsByIdRelease': 'Blocage levé',
  'inventory.postMovements': 'Mouvement saisi',
  'inventory.putMovementsById': 'Mouvement modifié',
  'inventory.deleteMovementsById': 'Mouvement supprimé',
  'operator.keyCreate': 'Clé d’API créée en ligne de commande',
  'operator.keyRevoke': 'Clé d’API révoquée en ligne de commande',
  'operator.userCreate': 'Personne ajoutée en ligne de commande',
  'operator.userSetPassword': 'Mot de passe défini en ligne de commande',
  'operator.userResetCode': 'Code pour un nouveau mot de passe créé',
  'operator.userResetFactors': 'Seconds facteurs retirés en ligne de commande',
  'operator.userSetEmail': 'Adresse e-mail changée en ligne de commande',
  'operator.userSuspend': 'Personne suspendue en ligne de commande',
  'operator.userReinstate': 'Personne réadmise en ligne de commande',
  'operator.userPlatformAdmin': 'Administrateurs de la plateforme modifiés',
  'operator.rotateKeys': 'Clés de signature renouvelées',
  'operator.rotateSecret': 'Clé secrète renouvelée',
}

const KINDS: Record<AuditKind, string> = {
  access: 'Connexion',
  people: 'Personnes',
  keys: 'Clés et webhooks',
  settings: 'Réglages',
  files: 'Fichiers',
  papers: 'Documents',
  exports: 'Exportations',
  imports: 'Importations',
  books: 'Clôtures, inventaires et blocages',
  stock: 'Stocks et lieux',
  messages: 'Courriers et liens courts',
  operator: 'Ligne de commande',
}

const VERBS: Record<AuditVerb, string> = {
  added: 'ajout',
  changed: 'modification',
  deleted: 'suppression',
  exported: 'exportation',
  printed: 'impression',
}

function isNamed(deed: string): deed is NamedDeed {
  return deed in DEEDS
}

export const audit: SameAs<typeof english> = {
  auditDeed: ({ deed, kind, verb }: DeedWords) =>
    isNamed(deed) ? DEEDS[deed] : `${KINDS[kind]} : ${VERBS[verb]}`,
  auditKind: ({ kind }: { kind: AuditKind }) => KINDS[kind],
  auditChainIsSound: ({ organisationId, entries, head }, write: Writing) =>
    `Organisation ${organisationId} : ${write.counted(entries, { one: 'une entrée', other: `${write.figure(entries)} entrées` })}, rien ne manque, rien n’a été modifié ni déplacé. Tête : ${head || 'pas encore'}`,
  auditEntryIsMissing: ({ organisationId, sequence }) =>
    `Organisation ${organisationId} : l’entrée ${sequence} du journal manque ou n’est pas à sa place.`,
  auditEntryWasChanged: ({ organisationId, sequence }) =>
    `Organisation ${organisationId} : l’entrée ${sequence} du journal, ou ce qui la précède, a été modifiée.`,
  auditEndIsCutOff: ({ organisationId, sequence, source }) =>
    `Organisation ${organisationId} : le journal s’arrête à l’entrée ${sequence}, et il était plus long${source === '' ? '' : ` (${source})`}.`,
  auditHeadDiffers: ({ organisationId, sequence, source }) =>
    `Organisation ${organisationId} : l’entrée ${sequence} du journal n’est plus celle dont l’empreinte a été conservée (${source}).`,
  isNoAuditHead: () =>
    'La tête du journal est un nombre, deux-points et 64 chiffres hexadécimaux, comme sur les documents et dans les sauvegardes.',
  isNoOrganisationId: ({ text }) =>
    `« ${text} » n’est pas l’identifiant d’une organisation : user list les montre.`,
  isNoAuditPlace: () => 'n’est pas le `next` d’une réponse',
}
