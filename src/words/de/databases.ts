import type { databases as english } from '../en/databases.ts'
import type { SameAs } from '../writing.ts'

const LOST_KEY =
  'Setzen Sie den richtigen wieder ein. Ist er verloren: npm run granary -- secret reset; dann melden sich alle neu an, und Webhooks brauchen neue Geheimnisse.'
const BASELINE = 'wie docs/operations.md es beschreibt. Nichts wurde geändert.'

export const databases: SameAs<typeof english> = {
  databaseIsUnusable: ({ reason }, { messages }) =>
    `DATABASE_URL ist nicht zu gebrauchen: ${messages([reason])}. Prüfen Sie, ob PostgreSQL läuft und ob Adresse, Benutzer und Datenbank stimmen, zum Beispiel DATABASE_URL=postgres://granary@localhost:5432/granary`,
  replicaIsUnusable: ({ reason }, { messages }) =>
    `DATABASE_READ_URL ist nicht zu gebrauchen: ${messages([reason])}.`,
  serverIsTooOld: ({ version, oldest }) =>
    `PostgreSQL ${version} ist zu alt: Nötig ist ${oldest} oder eine spätere Fassung`,
  isNoStandby: () => 'es ist kein Standby',
  followsOther: () => 'es folgt nicht diesem Primärserver, oder seit einem Wechsel noch nicht',

  migrationIsMisnamed: ({ name }) => `Eine Migration heißt wie 0001-first.sql, nicht ${name}.`,
  migrationsShareNumber: ({ number }) => `Zwei Migrationen haben die Nummer ${number}.`,
  migrationFailed: ({ name, line, problem }) =>
    `Die Migration ${name} ist gescheitert${line === undefined ? '' : `, in Zeile ${line}`}: ${problem}`,
  migrationStepIsNone: ({ name, step }) =>
    `Die Migration ${name} hat einen Schritt „${step}“: Es gibt schema, index, fill und down.`,
  migrationFindsNoMoment: ({ name }) =>
    `Die Migration ${name} fand ihre Tabellen zehn Minuten lang in Gebrauch. Nichts wurde geändert. Halten Sie die anderen Prozesse an, oder versuchen Sie es zu einer ruhigeren Zeit noch einmal.`,
  migrationHasNoWayBack: ({ name }) =>
    `Die Migration ${name} lässt sich nicht zurücknehmen: Stellen Sie die Sicherung von vorher wieder her.`,
  migrationTakenBack: ({ name }) => `Zurückgenommen: ${name}. Starten Sie jetzt die Fassung davor.`,
  migrationGoesOn: ({ name, stepsDone, steps, rows }, { figure }) =>
    `${name}: ${stepsDone} von ${steps} Schritten getan, ${figure(rows)} Zeilen geändert`,
  schemaDoesNotFit: ({ is }) =>
    is === 'later'
      ? 'Der Dienst wurde aktualisiert, und dieser Prozess ist von der Fassung davor: Er nimmt nichts Neues an. Versuchen Sie es gleich noch einmal.'
      : 'Die Datenbank ist von einer früheren Fassung als dieser Prozess: Er nimmt nichts Neues an. Versuchen Sie es gleich noch einmal.',
  databaseIsLater: ({ names }) =>
    `Die Datenbank stammt von einer späteren Fassung: Diese hier kennt ${names.join(', ')} nicht.`,
  migrationsChanged: ({ names }) =>
    `Geändert, nachdem es angewendet war: ${names.join(', ')}. Nehmen Sie die Änderung zurück und schreiben Sie eine neue Migration.`,
  migrationIsLate: ({ name, latest }) =>
    `${name} kommt vor ${latest}, das schon angewendet ist. Geben Sie ihr eine spätere Nummer.`,
  databaseIsEarlier: ({ count }, { counted, figure }) =>
    `Die Datenbank ist von einer früheren Fassung: Es ${counted(count, { one: 'fehlt 1 Migration', other: `fehlen ${figure(count)} Migrationen` })}. Der Server wendet sie beim Start an, und ebenso \`npm run granary -- migrate\`.`,
  databaseIsBeforeBaseline: ({ latest, commit }) =>
    `Diese Datenbank ist von einer älteren Fassung, bei ${latest}. Bringen Sie sie zuerst mit Commit ${commit} weiter, ${BASELINE}`,
  backupIsBeforeBaseline: ({ latest, commit }) =>
    `Diese Sicherung ist von einer älteren Fassung, bei ${latest}. Stellen Sie sie mit Commit ${commit} wieder her und sichern Sie dort noch einmal, ${BASELINE}`,
  databaseKnowsNoLetters: ({ encoding, small }) =>
    `Die Datenbank muss in UTF8 sein und in einer Locale, in der ÉI klein éi heißt; diese ist in ${encoding}, und es heißt ${small}. Legen Sie eine andere an: create database granary template template0 encoding 'UTF8' locale 'C.UTF-8'`,
  serverIsReplica: () =>
    'Dieses PostgreSQL ist eine Replik, auf die nicht geschrieben werden kann: Nennen Sie in DATABASE_URL den Primärserver.',
  databaseIsReadOnly: ({ database }) =>
    `Die Datenbank ${database} ist nur zum Lesen eingestellt (default_transaction_read_only): Nennen Sie in DATABASE_URL eine, in die geschrieben werden kann.`,
  roleMayNotCreate: ({ role, what, database, remedy }) =>
    `Die Rolle ${role} darf in der Datenbank ${database} keine ${what === 'tables' ? 'Tabellen' : 'Erweiterungen'} anlegen. Machen Sie sie zur Besitzerin: ${remedy}`,
  roleMayNotChange: ({ role, table, database, remedy }) =>
    `Die Rolle ${role} darf die Tabelle ${table} der Datenbank ${database} nicht ändern. Nehmen Sie die Rolle, der sie gehört, oder geben Sie sie ab: ${remedy}`,
  roleMayNotUse: ({ role, table, database, remedy }) =>
    `Die Rolle ${role} darf die Tabelle ${table} der Datenbank ${database} nicht lesen und schreiben. Nehmen Sie die Rolle, der sie gehört, oder geben Sie sie ab: ${remedy}`,

  settingOfSecretKey: () => 'der Einstellung SECRET_KEY',
  secretKeyIsMissing: ({ place }, { messages }) =>
    `Der SECRET_KEY dieser Datenbank fehlt: In ${messages([place])} steht keiner. ${LOST_KEY}`,
  secretKeyIsOther: ({ place }, { messages }) =>
    `Der SECRET_KEY in ${messages([place])} ist nicht der, mit dem diese Datenbank versiegelt ist. ${LOST_KEY}`,
  secretKeyIsShort: ({ file, length }) =>
    `Der geheime Schlüssel in ${file} ist zu kurz: Er braucht ${length} zufällige Zeichen, etwa von: openssl rand -base64 32`,
  secretKeyFileIsUnusable: ({ file, reason }, { messages }) =>
    `Die Datei ${file} mit dem geheimen Schlüssel ist nicht zu gebrauchen: ${messages([reason])}.`,
}
