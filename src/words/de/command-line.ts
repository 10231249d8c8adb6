import type { commandLine as english } from '../en/command-line.ts'
import type { SameAs } from '../writing.ts'

const STATUSES: Record<string, string> = { active: 'aktiv', suspended: 'gesperrt' }

export const commandLine: SameAs<typeof english> = {
  indicatorIsHeard: () => 'Die Anzeige sendet.',
  indicatorIsNotHeard: ({ problem }) =>
    `Von der Anzeige kommt nichts an: ${problem ?? 'Sie sendet nicht mehr'}. Alle zwei Sekunden folgt ein neuer Versuch.`,
  meterIsHeard: () => 'Das Messgerät sendet.',
  meterIsNotHeard: ({ problem }) =>
    `Vom Messgerät kommt nichts an: ${problem ?? 'Es sendet nicht mehr'}. Alle zwei Sekunden folgt ein neuer Versuch.`,
  ofSecondBridge: ({ reason }, { messages }) => `Zweite Waage: ${messages([reason])}`,
  scalePortIsInUse: ({ port }) =>
    `Port ${port} ist belegt: Vielleicht läuft schon ein anderes granary scale.`,
  pagesHearIndicator: ({ origins }, { and }) =>
    `Seiten von ${and(origins)} empfangen die Anzeige auf diesem Rechner.`,
  indicatorIsNotNamed: () =>
    'Entweder --tcp oder --device wird gebraucht, oder --meter allein. Siehe: npm run granary -- scale --help',
  tcpIsNoAddress: () =>
    'Die Adresse muss aus Rechner und Port bestehen, zum Beispiel --tcp 192.168.1.50:4001',
  baudIsNoRate: () =>
    '--baud muss eine ganze Zahl sein und gehört zu einem seriellen Anschluss, zum Beispiel --baud 9600',
  originIsNoAddress: () => '--origin muss eine Adresse sein, zum Beispiel https://granary.example',
  makeIsUnknown: ({ makes }) =>
    `--ask muss eines von ${makes.join(', ')} sein, oder was gesendet werden soll, zum Beispiel 'W\\r'`,
  platformAdminsAre: ({ count }, { counted, figure }) => {
    if (count === 0)
      return 'Niemand ist Plattform-Administrator: npm run granary -- user platform-admin macht jemanden dazu.'
    const people = counted(count, {
      one: '1 Person ist Plattform-Administrator',
      other: `${figure(count)} Personen sind Plattform-Administratoren`,
    })
    return `${people}, für alle Betriebe: npm run granary -- user list nennt sie, user platform-admin ändert es.`
  },
  databaseIsMigrated: () =>
    'Der Dienst startet gerade: Die Datenbank wird auf die neue Fassung gebracht. Bitte versuchen Sie es gleich noch einmal.',
  serviceIsAt: ({ url }) => `Granary läuft unter ${url}; seine API ist unter ${url}/docs beschrieben`,
  makeFirstOrganisation: ({ url, code }) =>
    `Es gibt noch keinen Betrieb. Legen Sie ihn in einem Browser an, mit dem einmaligen Code ${code}:
  ${url}/welcome#${code}`,

  optionIsNeeded: ({ option, command }) =>
    `--${option} wird gebraucht. Siehe: npm run granary -- ${command} --help`,
  operandsAreNeeded: ({ operands, command }) =>
    `${command} braucht ${operands} und nichts weiter. Siehe: npm run granary -- ${command} --help`,
  cannotBeParsed: ({ problem, command }) => `${problem}. Siehe: npm run granary -- ${command} --help`,
  commandGoesWith: ({ word, others }) =>
    `Zu „${word}“ gehört eines von: ${others.join(', ')}. Siehe: npm run granary -- --help`,
  commandIsUnknown: ({ word }) => `Einen Befehl „${word}“ gibt es nicht. Siehe: npm run granary -- --help`,
  accountMayNot: () => 'dieses Benutzerkonto darf das nicht',
  isAFile: () => 'es ist eine Datei',
  isAFolder: () => 'es ist ein Ordner',
  noFileOrFolder: () => 'eine solche Datei oder einen solchen Ordner gibt es nicht',
  diskHasNoRoom: () => 'die Platte ist voll',
  pathLeadsThroughFile: () => 'der Pfad führt durch eine Datei',
  diskTakesNoWrites: () => 'auf die Platte kann nicht geschrieben werden',
  namedFileIsUnreadable: ({ file, reason }, { messages }) =>
    `${file} kann nicht gelesen werden: ${messages([reason])}.`,

  databaseIs: ({ place }, { messages }) => `Datenbank: ${messages([place])}`,
  databaseIsOfServer: ({ place }, { messages }) =>
    `Datenbank: ${messages([place])}, wie der laufende Server sie hat`,
  embeddedIn: ({ directory }) => `eingebettet, in ${directory}`,
  settingsAreSound: ({ place, address }, { messages }) =>
    `Die Einstellungen sind in Ordnung. Datenbank: ${messages([place])}. Adresse: ${address}.`,
  noDatabaseYet: ({ directory }) => `In ${directory} gibt es noch keine Datenbank.`,
  databaseIsUpToDate: () => 'Die Datenbank ist auf dem neuesten Stand.',
  migrationsApplied: ({ names, isDryRun }) =>
    `${isDryRun ? 'Würde angewendet' : 'Angewendet'}:\n${names.map((name) => `  ${name}`).join('\n')}`,

  nobodyHasAccount: () => 'Niemand hat ein Konto.',
  accountInList: (account) => {
    const { email, status, role, isSuspendedThere, organisation, isPlatformAdmin, isEmailProved } = account
    return [
      email,
      STATUSES[status] ?? status,
      isSuspendedThere ? `${role}, dort gesperrt` : (role ?? 'keine Rolle'),
      organisation ? `${organisation.name} (${organisation.id})` : 'kein Betrieb',
      ...(isPlatformAdmin ? ['Plattform-Administrator'] : []),
      ...(isEmailProved ? [] : ['Adresse nicht bestätigt']),
    ].join('  ')
  },
  joinsWithAccount: ({ email, isPasswordGiven }) =>
    `${email} tritt mit dem vorhandenen Konto bei.${isPasswordGiven ? ' Das Passwort bleibt; user set-password ändert es.' : ''}`,
  signsInWithPassword: ({ email, password }) => `${email} kann sich mit dem Passwort ${password} anmelden`,
  userIsSuspended: ({ email }) => `${email} ist gesperrt.`,
  userMaySignIn: ({ email }) => `${email} kann sich wieder anmelden.`,
  platformAdminIsSet: ({ email, isRemoved }) =>
    `${email} ist ${isRemoved ? 'nicht mehr ' : ''}Plattform-Administrator.`,
  passwordWouldBeSeen: () =>
    'Mit --password könnte jeder das Passwort lesen, der die Prozesse dieses Rechners auflistet. Schreiben Sie es in eine Datei und geben Sie --password-file <file> an, oder --password-file - und tippen Sie es ein.',
  passwordFileIsEmpty: () => 'In --password-file steht kein Passwort.',
  passwordFileIsUnreadable: ({ problem }) => `--password-file kann nicht gelesen werden: ${problem}.`,
  organisationIsMade: (
    made,
  ) => `${made.organisation} wurde angelegt. Passwort und API-Schlüssel werden nur dieses eine Mal gezeigt:

  Hauptadministrator  ${made.email}
  Passwort            ${made.password}
  API-Schlüssel       ${made.apiKey}
  Betrieb             ${made.id}

${
  made.isPlatformAdmin
    ? `Der Hauptadministrator ist auch Plattform-Administrator: Er darf hier jeden Betrieb sperren, dessen gescheiterte E-Mails sehen und die Einstellungen des Dienstes ändern.
Um das jemand anderem zu geben: npm run granary -- user platform-admin --email <address>, und mit --remove wird es ihm genommen.`
    : 'Der Hauptadministrator ist nicht Plattform-Administrator. Um jemanden dazu zu machen: npm run granary -- user platform-admin --email <address>'
}

Der Server startet mit: ${made.startCommand}`,

  roleTakes: ({ roles, text }) => `--role nimmt eines von ${roles.join(', ')}, nicht „${text}“.`,
  permissionsTake: ({ permissions, text }) =>
    `--permissions nimmt ${permissions.join(', ')}, nicht „${text}“.`,
  nameTakes: ({ limit }, { figure }) =>
    `--name nimmt 1 bis ${figure(limit)} Zeichen, zum Beispiel „Waage-PC“.`,
  apiKeyIsMade: ({ key, name, rights }) =>
    `${key}\n\nDas ist der Schlüssel „${name}“ (${rights}); er wird nur dieses eine Mal gezeigt.`,
  noApiKeys: () => 'Keine Schlüssel.',
  apiKeyInList: ({ id, name, rights, prefix, maker, madeUTC, expiresUTC, isExpired }) =>
    [
      id,
      name,
      rights,
      `${prefix}…`,
      maker === undefined ? 'auf der Befehlszeile angelegt' : `angelegt von ${maker}`,
      `angelegt am ${madeUTC}`,
      ...(expiresUTC === undefined ? [] : [`${isExpired ? 'abgelaufen' : 'läuft ab'} am ${expiresUTC}`]),
    ].join('  '),

  signingKeyIsNew: ({ ended }, { counted, figure }) =>
    `Zugriffstoken werden mit einem neuen Schlüssel signiert.${ended === undefined ? '' : ` ${counted(ended, { one: '1 Sitzung wurde', other: `${figure(ended)} Sitzungen wurden` })} beendet.`}`,
  secretKeyIsInEnvironment: () =>
    'SECRET_KEY ist in der Umgebung gesetzt, die dieser Befehl nicht ändern kann. Nennen Sie eine Datei für den neuen: --new-key-file <file>',
  secretKeyIsInUse: ({ file }) => `Der Schlüssel in ${file} ist schon in Gebrauch. Nichts wurde geändert.`,
  secretsAreSealedAnew: ({ file }) =>
    file === undefined
      ? 'Die Geheimnisse in der Datenbank sind mit einem neuen SECRET_KEY versiegelt. Bewahren Sie eine Kopie davon getrennt von den Sicherungen auf.'
      : `Die Geheimnisse in der Datenbank sind mit dem Schlüssel in ${file} versiegelt. Setzen Sie ihn, bevor Sie den Server starten: SECRET_KEY, oder SECRET_KEY_FILE=${file}`,
  secretKeyIsReset: ({ file, sessions, webhooks }, { counted, figure }) => {
    const ended = counted(sessions, { one: '1 Sitzung wurde', other: `${figure(sessions)} Sitzungen wurden` })
    const paused = counted(webhooks, {
      one: '1 Webhook ruht, bis sein Geheimnis',
      other: `${figure(webhooks)} Webhooks ruhen, bis ihre Geheimnisse`,
    })
    const changed = counted(webhooks, { one: 'wird', other: 'werden' })
    return `Die Datenbank ist mit dem SECRET_KEY ${file === undefined ? 'aus der Einstellung SECRET_KEY' : `in ${file}`} versiegelt. ${ended} beendet, und ${paused} gewechselt ${changed}.`
  },
  databaseIsInUse: () =>
    'Ein anderer Prozess von Granary benutzt diese Datenbank: Halten Sie zuerst jeden Server an. Nichts wurde geändert.',

  backupIsNotInAudit: () =>
    'Ins Protokoll konnte nicht geschrieben werden; diese Sicherung steht nicht darin.',
  backupHasNoLock: () =>
    'Es gibt nichts, womit die Sicherung verschlüsselt werden kann. Nennen Sie einen öffentlichen Schlüssel von age mit --recipient, oder eine Datei mit einer Passphrase mit --passphrase-file; oder setzen Sie BACKUP_RECIPIENTS oder BACKUP_PASSPHRASE.',
  backupHasTwoLocks: () =>
    'Eine Sicherung wird entweder für öffentliche Schlüssel oder mit einer Passphrase verschlüsselt, nicht mit beidem.',
  fileIsNotInBackup: ({ key }) =>
    `Die Datei ${key} liegt nicht so im Speicher, wie sie hochgeladen wurde, und fehlt in der Sicherung.`,
  backupIsMade: ({ file, rows, hash }, { counted, figure }) =>
    `Alles ist in ${file}: ${counted(rows, { one: '1 Zeile', other: `${figure(rows)} Zeilen` })}. Hash des Bestandsbuchs: ${hash}`,
  backupHasNoFiles: () =>
    'Die Sicherung wurde ohne hochgeladene Dateien gemacht. Kopieren Sie diese selbst hierher.',
  fileWasLost: ({ key }) => `Die Datei ${key} war schon verloren, bevor die Sicherung gemacht wurde.`,
  jobsAreHeld: ({ count }, { counted, figure }) => {
    const waited = counted(count, {
      one: '1 E-Mail oder Ähnliches wartete',
      other: `${figure(count)} E-Mails und Ähnliches warteten`,
    })
    return `${waited}, als die Sicherung gemacht wurde. Seither kann es hinausgegangen sein, deshalb wird es zurückgehalten: Siehe GET /api/system/jobs?status=failed; POST /api/system/jobs/{id}/retry sendet eines.`
  },
  embeddedIsLeft: ({ directory }) =>
    `Die eingebettete Datenbank in ${directory} ist als aufgegeben vermerkt und wird nicht mehr benutzt.`,
  backupIsRestored: ({ takenUTC, version, rows, hash }, { counted, figure }) =>
    `Wiederhergestellt ist der Stand vom ${takenUTC}, gesichert von Granary ${version}: ${counted(rows, { one: '1 Zeile', other: `${figure(rows)} Zeilen` })}. Hash des Bestandsbuchs: ${hash}`,

  fileIsNotAsUploaded: ({ key }) => `Die Datei ${key} liegt nicht so im Speicher, wie sie hochgeladen wurde.`,
  ledgerHashIs: ({ hash }) => `Hash des Bestandsbuchs: ${hash}`,
  recordDiffers: ({ id, what, stored, recomputed }) =>
    `Partie ${id}: Als ${what} ist ${stored} gespeichert, die Buchungen ergeben ${recomputed} (Gramm).`,
  monthDiffers: ({ id, what, month, stored, recomputed }) =>
    `Betrieb ${id}: Als ${what} in ${month} ist ${stored} gespeichert, es sind ${recomputed}.`,
  figuresDiffer: ({ count }, { counted, figure }) =>
    count === 0
      ? 'Jede gespeicherte Zahl stimmt mit dem Bestandsbuch überein.'
      : `${counted(count, { one: '1 Zahl weicht', other: `${figure(count)} Zahlen weichen` })} ab.`,

  countryIsNoCode: ({ country, meant }, { country: named }) =>
    `--country ${country} ist kein Ländercode aus zwei Buchstaben${meant ? `. Geben Sie ${meant.code} für ${named(meant.code)} an` : ''}`,
  postcodesAreStored: ({ stored, left }, { counted, figure }) =>
    `${counted(stored, { one: '1 Postleitzahl ist', other: `${figure(stored)} Postleitzahlen sind` })} gespeichert; ${figure(left)} blieben weg, weil sie nicht mehr gelten oder auf keiner Karte liegen.`,
  rowsAreBad: ({ count, isListed }, { counted, figure }) =>
    `${counted(count, { one: '1 Zeile ist', other: `${figure(count)} Zeilen sind` })} nicht zu gebrauchen${isListed ? '' : '; die ersten davon'}:`,
  rowIsBad: ({ row, problem }, { messages }) => `  Zeile ${row}: ${messages([problem])}`,
  tableIsCutOff: ({ row }) =>
    `Die Datei lässt sich nicht zu Ende lesen: Nach Zeile ${row} wird ein Anführungszeichen nie geschlossen.`,
  tableIsOfNoShape: () =>
    'Die Datei beginnt weder wie das ONS Postcode Directory, noch wie die Postleitzahlen von GeoNames, noch mit einer Kopfzeile aus postcode, latitude und longitude.',
  rowHasNoCountry: ({ text }) => `„${text}“ ist kein Land aus zwei Buchstaben; vielleicht fehlt --country`,
  rowHasNoPostcode: ({ text }) => `„${text}“ ist keine Postleitzahl`,
  rowHasNoCoordinates: () => 'hat keine geografische Breite und Länge',

  machineNamesAreWrong: ({ names }) =>
    `In --names stehen keine Namen oder Adressen eines Rechners: ${names.join(', ')}`,
  authorityIsNew: () =>
    'Die Zertifizierungsstelle ist neu, weil die bisherige bald abläuft oder nicht für diese Namen gemacht war: Richten Sie jedes Telefon noch einmal ein.\n',
  certificateIsMade: (made) => `Ein Zertifikat für ${made.names.join(', ')}, gültig bis ${made.until}.

1. Schreiben Sie diese Zeilen in .env oder in die Einstellungen des Dienstes, und starten Sie ihn:
  TLS_CERT=${made.certFile}
  TLS_KEY=${made.keyFile}
  HOST=0.0.0.0
  PUBLIC_URL=${made.url}
2. Auf jedem Telefon, einmal: Öffnen Sie ${made.authorityUrl}, gehen Sie über die Warnung hinweg, und installieren Sie, was geladen wird.
  iPhone, iPad: Einstellungen, Profil geladen, Installieren; dann Allgemein, Info, Zertifikatsvertrauenseinstellungen, und einschalten.
  Android: Einstellungen, Sicherheit, Zertifikat installieren, CA-Zertifikat, und die Datei wählen.
  Ein Rechner: Öffnen Sie die Datei und nehmen Sie sie unter die vertrauenswürdigen Zertifizierungsstellen auf (in Firefox: Einstellungen, Zertifikate, Zertifizierungsstellen).
  Vergleichen Sie zuerst den Fingerabdruck: ${made.fingerprint}
3. Öffnen Sie ${made.url}. Ohne Warnung ist alles gut, und die Seite lässt sich auf den Startbildschirm legen.

${made.picture}`,
}
