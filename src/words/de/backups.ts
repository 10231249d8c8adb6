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
  backupIsUnderWay: ({ kind }) =>
    kind === 'backup' ? 'Eine Sicherung läuft bereits.' : 'Eine Sicherung wird bereits geprüft.',
  backupIsOpen: () =>
    'Diese Sicherung ist nicht verschlüsselt und enthält die Daten aller Betriebe. Heruntergeladen werden nur verschlüsselte: Setzen Sie BACKUP_RECIPIENTS oder BACKUP_PASSPHRASE und sichern Sie neu.',
  backupPlaceIsAway: ({ where, reason }, { messages }) =>
    `Der Ort der Sicherungen, ${where}, ist nicht nutzbar: ${messages([reason])}`,
  backupProcessEnded: () =>
    'Der Prozess dafür endete vorher: Er wurde beendet, oder der Rechner hatte zu wenig Speicher.',
  noBackupToDrill: ({ where }) => `In ${where} ist keine Sicherung, die sich prüfen ließe.`,
  backupIsForKeyElsewhere: ({ file }) =>
    `${file} ist für einen Schlüssel verschlüsselt, der nicht auf diesem Rechner liegt. Führen Sie granary drill --identity-file dort aus, wo der Schlüssel ist, oder setzen Sie BACKUP_IDENTITY_FILE.`,
  drillHasDifferences: ({ count, file }, { counted }) =>
    `${file} wurde wiederhergestellt, aber ${counted(count, { one: '1 Zahl weicht', other: `${count} Zahlen weichen` })} von den Buchungen ab. Führen Sie doctor aus.`,
  drillIsDone: ({ file, takenUTC, rows, hash }, { figure }) =>
    `${file} vom ${takenUTC} wurde in eine Probedatenbank wiederhergestellt und verglichen: ${figure(rows)} Zeilen, alle Zahlen stimmen, Prüfsumme der Bücher ${hash}. Nichts davon bleibt zurück.`,
  lastBackupFailed: ({ atUTC, reason }, { day, messages }) =>
    `Die Sicherung vom ${day(atUTC, 'UTC')} ist fehlgeschlagen. ${messages([reason])}`,
  lastDrillFailed: ({ atUTC, reason }, { day, messages }) =>
    `Die am ${day(atUTC, 'UTC')} geprüfte Sicherung ließ sich nicht wiederherstellen. ${messages([reason])}`,
  backupIsMissing: ({ sinceUTC }, { day }) =>
    sinceUTC === undefined
      ? 'Noch wurde keine Sicherung gemacht, obwohl der Zeitplan es vorsieht. Prüfen Sie, ob der Dienst zu dieser Zeit läuft.'
      : `Die letzte gute Sicherung ist vom ${day(sinceUTC, 'UTC')}, älter als der Zeitplan vorsieht.`,
  dataDiskIsNearlyFull: ({ percent }) =>
    `Nur noch ${percent} % der Platte des Datenordners sind frei. Schaffen Sie Platz, bevor Eingaben abgelehnt werden.`,
  lastGoodBackup: ({ takenUTC, file }) => `Die letzte gute Sicherung ist vom ${takenUTC}: ${file}.`,
  noGoodBackup: () => 'Es ist noch keine Sicherung bekannt.',
  newerVersionIsUnknown: ({ reason }, { messages }) =>
    `Ob es eine neuere Version gibt, ließ sich nicht feststellen: ${messages([reason])}`,
}
