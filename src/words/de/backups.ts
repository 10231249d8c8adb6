import type { backups as english } from '../en/backups.ts'
import type { SameAs } from '../writing.ts'

const UNCHANGED = 'Nichts wurde geändert.'

export const backups: SameAs<typeof english> = {
  nothingToBackUpIn: ({ directory }) => `Es gibt nichts zu sichern: In ${directory} ist keine Datenbank.`,
  nothingToBackUp: () => 'Es gibt nichts zu sichern: Granary hat diese Datenbank noch nie benutzt.',
  databaseIsNotEmpty: ({ table }) =>
    `Eine Sicherung wird nur in eine leere Datenbank wiederhergestellt, und in dieser steht etwas in „${table}“. ${UNCHANGED}`,
  backupHasOtherTables: () => `Die Tabellen der Sicherung sind nicht die dieser Datenbank. ${UNCHANGED}`,
  backupHasUnknownTable: ({ table }) =>
    `Die Sicherung hat Zeilen von „${table}“, und eine solche Tabelle gibt es nicht.`,
  backupLacksRows: ({ table }) => `Die Sicherung hat nicht die Zeilen von „${table}“, die sie angibt.`,
  fileIsNotCopied: ({ name, reason }, { messages }) =>
    `Die Datei ${name} kann nicht in die Sicherung kopiert werden: ${messages([reason])}.`,
  isNoFileName: ({ name }) => `„${name}“ ist kein Name einer Datei.`,
  backupChanged: ({ part }) =>
    `Die Sicherung hat sich geändert, während sie gelesen wurde${part === undefined ? '' : `: ${part}`}.`,
  isNoPublicKey: ({ text }) => `„${text}“ ist kein öffentlicher Schlüssel von age, wie age1….`,
  isNoSecretKey: () => 'Eine Zeile der Schlüsseldatei ist kein geheimer Schlüssel von age.',
  backupIsEncrypted: ({ file }) =>
    `${file} ist verschlüsselt. Geben Sie die Passphrase mit --passphrase-file oder BACKUP_PASSPHRASE an, oder Ihren geheimen Schlüssel mit --identity-file.`,
  backupDoesNotOpen: ({ file }) =>
    `${file} lässt sich mit der angegebenen Passphrase oder dem angegebenen Schlüssel nicht öffnen. ${UNCHANGED}`,
  backupBeginsDamaged: ({ file }) =>
    `${file} ist beschädigt: Der Anfang lässt sich nicht entschlüsseln. ${UNCHANGED} Nehmen Sie eine andere Kopie davon.`,
  passphraseIsEmpty: ({ file }) => `Die Passphrase in ${file ?? 'der Standardeingabe'} ist leer.`,
  fileIsNoBackup: ({ file }) => `${file ?? 'Diese Datei'} ist keine Sicherung von Granary.`,
  backupIsOfLaterFormat: ({ theirs, ours }) =>
    `Die Sicherung wurde mit Granary ${theirs} gemacht, und das ist später als dieses (${ours}). Bringen Sie dieses zuerst auf den neuen Stand.`,
  backupIsNotWhole: ({ file }) =>
    `${file} ist keine ganze Sicherung von Granary: Sie ist abgeschnitten, oder es ist etwas anderes. ${UNCHANGED}`,
  backupIsDamaged: ({ file }) =>
    `${file} ist beschädigt: Es ist nicht mehr, was beim Sichern geschrieben wurde. ${UNCHANGED} Nehmen Sie eine andere Kopie davon.`,
  backupHasOtherParts: ({ file }) => `${file} enthält nicht die Teile, die es angibt. ${UNCHANGED}`,
  backupIsNotWritten: ({ file, reason }, { messages }) =>
    `${file} kann nicht geschrieben werden: ${messages([reason])}.`,
  backupIsThere: ({ file }) =>
    `${file} gibt es schon, und es wird nicht überschrieben. Nehmen Sie einen anderen Namen.`,
  noRoomForCopy: ({ megabytes, directory }) =>
    `Eine Sicherung bei laufendem Server braucht für kurze Zeit ${megabytes} MB auf der Platte von ${directory}. Schaffen Sie Platz, oder halten Sie den Server an: Dann ist keine Kopie nötig.`,
  copyFailed: ({ reason }, { messages }) =>
    `Der Server kann keine Kopie seiner Datenbank machen: ${messages([reason])}.`,
  serverStopped: () =>
    'Der Server hat angehalten, während er um eine Kopie gebeten wurde. Versuchen Sie es noch einmal.',
  backupIsUnknownHere: ({ theirs, ours }) =>
    `Die Sicherung wurde mit Granary ${theirs} gemacht, aus einer Datenbank, die dieses (${ours}) nicht kennt. Nehmen Sie jene Fassung oder eine spätere. ${UNCHANGED}`,
  databaseIsShared: () =>
    `Ein anderer Prozess von Granary benutzt diese Datenbank, oder ein Pooler hält Verbindungen zu ihr: Halten Sie den Server an, und nennen Sie in DATABASE_URL PostgreSQL selbst. ${UNCHANGED}`,
  databaseIsBeyondBackup: () =>
    `Die Sicherung ist von einer früheren Fassung als diese Datenbank, die leer ist, aber schon für eine spätere vorbereitet wurde. Nehmen Sie eine neue Datenbank: ein anderes DATA_DIR, oder eine frisch angelegte in PostgreSQL. ${UNCHANGED}`,
  ledgerIsOther: () =>
    `Das wiederhergestellte Bestandsbuch ist nicht das, welches gesichert wurde. ${UNCHANGED}`,
}
