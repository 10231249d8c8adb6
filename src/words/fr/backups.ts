import type { backups as english } from '../en/backups.ts'
import type { SameAs } from '../writing.ts'

const UNCHANGED = 'Rien n’a été modifié.'

export const backups: SameAs<typeof english> = {
  nothingToBackUpIn: ({ directory }) =>
    `Il n’y a rien à sauvegarder : aucune base de données dans ${directory}.`,
  nothingToBackUp: () =>
    'Il n’y a rien à sauvegarder : Granary ne s’est jamais servi de cette base de données.',
  databaseIsNotEmpty: ({ table }) =>
    `Une sauvegarde ne se rétablit que dans une base de données vide, et celle-ci contient quelque chose dans « ${table} ». ${UNCHANGED}`,
  backupHasOtherTables: () =>
    `Les tables de la sauvegarde ne sont pas celles de cette base de données. ${UNCHANGED}`,
  backupHasUnknownTable: ({ table }) =>
    `La sauvegarde contient des lignes de « ${table} », et cette table n’existe pas.`,
  backupLacksRows: ({ table }) =>
    `La sauvegarde ne contient pas toutes les lignes de « ${table} » qu’elle annonce.`,
  fileIsNotCopied: ({ name, reason }, { messages }) =>
    `Impossible de copier le fichier ${name} dans la sauvegarde : ${messages([reason])}.`,
  isNoFileName: ({ name }) => `« ${name} » n’est pas un nom de fichier.`,
  backupChanged: ({ part }) =>
    `La sauvegarde a changé pendant sa lecture${part === undefined ? '' : ` : ${part}`}.`,
  isNoPublicKey: ({ text }) => `« ${text} » n’est pas une clé publique d’age, comme age1….`,
  isNoSecretKey: () => 'Une ligne du fichier d’identité n’est pas une clé secrète d’age.',
  backupIsEncrypted: ({ file }) =>
    `${file} est chiffré. Indiquez sa phrase secrète avec --passphrase-file ou BACKUP_PASSPHRASE, ou votre clé secrète avec --identity-file.`,
  backupDoesNotOpen: ({ file }) =>
    `${file} ne s’ouvre pas avec la phrase secrète ou la clé indiquée. ${UNCHANGED}`,
  backupBeginsDamaged: ({ file }) =>
    `${file} est abîmé : son début ne se déchiffre pas. ${UNCHANGED} Prenez-en une autre copie.`,
  passphraseIsEmpty: ({ file }) => `La phrase secrète dans ${file ?? 'l’entrée standard'} est vide.`,
  fileIsNoBackup: ({ file }) => `${file ?? 'Ce fichier'} n’est pas une sauvegarde de Granary.`,
  backupIsOfLaterFormat: ({ theirs, ours }) =>
    `La sauvegarde a été faite par Granary ${theirs}, plus récent que celui-ci (${ours}). Mettez d’abord celui-ci à jour.`,
  backupIsNotWhole: ({ file }) =>
    `${file} n’est pas une sauvegarde entière de Granary : elle est tronquée, ou c’est autre chose. ${UNCHANGED}`,
  backupIsDamaged: ({ file }) =>
    `${file} est abîmé : ce n’est plus ce qui a été écrit lors de la sauvegarde. ${UNCHANGED} Prenez-en une autre copie.`,
  backupHasOtherParts: ({ file }) => `${file} ne contient pas les parties annoncées. ${UNCHANGED}`,
  backupIsNotWritten: ({ file, reason }, { messages }) =>
    `Impossible d’écrire ${file} : ${messages([reason])}.`,
  backupIsThere: ({ file }) => `${file} existe déjà et n’est pas remplacé. Prenez un autre nom.`,
  noRoomForCopy: ({ megabytes, directory }) =>
    `Une sauvegarde pendant que le serveur tourne demande un moment ${megabytes} Mo sur le disque de ${directory}. Faites de la place, ou arrêtez le serveur : sans lui, aucune copie n’est nécessaire.`,
  copyFailed: ({ reason }, { messages }) =>
    `Le serveur ne peut pas copier sa base de données : ${messages([reason])}.`,
  serverStopped: () => 'Le serveur s’est arrêté alors qu’une copie lui était demandée. Réessayez.',
  backupIsUnknownHere: ({ theirs, ours }) =>
    `La sauvegarde a été faite par Granary ${theirs} avec une base de données que celui-ci (${ours}) ne connaît pas. Prenez cette version ou une plus récente. ${UNCHANGED}`,
  databaseIsShared: () =>
    `Un autre processus de Granary se sert de cette base de données, ou un pooler y garde des connexions : arrêtez le serveur, et indiquez PostgreSQL lui-même dans DATABASE_URL. ${UNCHANGED}`,
  databaseIsBeyondBackup: () =>
    `La sauvegarde est d’une version antérieure à celle de cette base de données, qui est vide mais déjà préparée pour une version plus récente. Prenez une base neuve : un autre DATA_DIR, ou une base tout juste créée dans PostgreSQL. ${UNCHANGED}`,
  ledgerIsOther: () => `Le registre rétabli n’est pas celui qui a été sauvegardé. ${UNCHANGED}`,
  backupIsUnderWay: ({ kind }) =>
    kind === 'backup' ? 'Une sauvegarde est déjà en cours.' : 'Un essai de restauration est déjà en cours.',
  backupIsOpen: () =>
    'Cette sauvegarde n’est pas chiffrée et contient les données de toutes les organisations. Seules les sauvegardes chiffrées se téléchargent : définissez BACKUP_RECIPIENTS ou BACKUP_PASSPHRASE, puis sauvegardez.',
  backupPlaceIsAway: ({ where, reason }, { messages }) =>
    `L’emplacement des sauvegardes, ${where}, est inutilisable : ${messages([reason])}`,
  backupProcessEnded: () =>
    'Le processus chargé de ce travail s’est terminé avant : il a été arrêté, ou la machine manquait de mémoire.',
  noBackupToDrill: ({ where }) => `Aucune sauvegarde à essayer dans ${where}.`,
  backupIsForKeyElsewhere: ({ file }) =>
    `${file} est chiffré pour une clé qui n’est pas sur cette machine. Lancez granary drill --identity-file là où se trouve la clé, ou définissez BACKUP_IDENTITY_FILE.`,
  drillHasDifferences: ({ count, file }, { counted }) =>
    `${file} a été restauré, et ${counted(count, { one: '1 chiffre diffère', other: `${count} chiffres diffèrent` })} des écritures. Lancez doctor.`,
  drillIsDone: ({ file, takenUTC, rows, hash }, { figure }) =>
    `${file}, du ${takenUTC}, a été restauré dans une base d’essai et comparé : ${figure(rows)} lignes, tous les chiffres sont justes, empreinte du registre ${hash}. Rien n’en est conservé.`,
  lastBackupFailed: ({ atUTC, reason }, { day, messages }) =>
    `La sauvegarde du ${day(atUTC, 'UTC')} a échoué. ${messages([reason])}`,
  lastDrillFailed: ({ atUTC, reason }, { day, messages }) =>
    `La sauvegarde essayée le ${day(atUTC, 'UTC')} n’a pas pu être restaurée. ${messages([reason])}`,
  backupIsMissing: ({ sinceUTC }, { day }) =>
    sinceUTC === undefined
      ? 'Aucune sauvegarde n’a encore été faite, bien que le calendrier le prévoie. Vérifiez que le service tourne à cette heure.'
      : `La dernière bonne sauvegarde est du ${day(sinceUTC, 'UTC')}, plus ancienne que le calendrier ne le prévoit.`,
  dataDiskIsNearlyFull: ({ percent }) =>
    `Il ne reste que ${percent} % de place sur le disque du dossier de données. Libérez de la place avant que les saisies ne soient refusées.`,
  lastGoodBackup: ({ takenUTC, file }) => `La dernière bonne sauvegarde date du ${takenUTC} : ${file}.`,
  noGoodBackup: () => 'Aucune sauvegarde n’est encore connue.',
  newerVersionIsUnknown: ({ reason }, { messages }) =>
    `Impossible de chercher une version plus récente : ${messages([reason])}`,
}
