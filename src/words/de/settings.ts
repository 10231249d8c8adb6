import type { settings as english } from '../en/settings.ts'
import type { SameAs } from '../writing.ts'

export const settings: SameAs<typeof english> = {
  settingsAreRefused: ({ problems }, { messages }) => problems.map((each) => messages([each])).join('\n'),
  settingIsWrong: ({ name, problem, example }, { messages }) =>
    `${name} ${messages([problem])}, zum Beispiel ${name}=${example}`,
  mustBeWhole: ({ least, most }) => `muss eine ganze Zahl von ${least} bis ${most} sein`,
  mustBeUrlEscaped: () =>
    'muss eine URL sein: In Namen und Passwort steht %23 für #, %2F für /, %3F für ?, %40 für @, %3A für : und %25 für %',
  mustBeUrl: ({ schemes }) =>
    `muss eine URL sein, die mit ${schemes.map((scheme) => `${scheme}://`).join(' oder ')} beginnt`,
  mustBeWebAddress: () =>
    'muss eine Adresse sein, die mit http:// oder https:// beginnt, ohne Passwort, ? und #',
  mustBeOneOfWords: ({ words }) => `muss eines von ${words.join(', ')} sein`,
  mustBeEither: ({ one, other }) => `muss ${one} oder ${other} sein`,
  mustBeOfThisMachine: () => 'muss eine Adresse oder ein Name dieses Rechners sein',
  mustBeNetworks: () => 'muss aus Netzen bestehen',
  mustBeAddresses: () => 'muss aus Adressen oder Netzen bestehen, durch Kommas getrennt',
  mustBeOrigins: () => 'muss nennen, woher Anwendungen geladen werden',
  mustBeHostNames: () => 'muss aus Namen von Rechnern bestehen, ohne Schema und Port',
  mustBeHosts: () => 'muss aus Namen von Rechnern bestehen',
  mustBeToken: () => 'muss mindestens 20 Buchstaben, Ziffern oder Zeichen haben, ohne Leerzeichen',
  mustBeRandom: ({ length }) => `muss mindestens ${length} zufällige Zeichen haben`,
  mustStandAlone: ({ other }) => `darf nicht neben ${other} gesetzt sein: Nehmen Sie eines von beiden`,
  mustComeWith: ({ other }) => `braucht auch ${other}`,
  mustBeSchedule: () => 'muss eine Uhrzeit sein, oder fünf Felder von cron',
  mustBeRetention: () =>
    'muss aus drei ganzen Zahlen bestehen: Tage, Wochen und Monate, von denen eine Sicherung bleibt',
  mustBePublicKeys: () => 'muss aus öffentlichen Schlüsseln von age bestehen',
  isNeededForS3: () => 'wird gebraucht, sobald eine Einstellung S3_… gesetzt ist',
  isNeededForS3WithoutRole: () =>
    'wird gebraucht, sobald eine Einstellung S3_… gesetzt ist und es keine Rolle von AWS gibt',
  mustBeBucket: () => 'muss der Name eines Buckets sein, ohne Adresse und Ordner',
  mustBeMailbox: () => 'muss ein Absender mit E-Mail-Adresse sein',
  isNeededBesideSetting: ({ other }) => `wird gebraucht, wenn ${other} gesetzt ist`,
  mustBeMailAddress: () => 'muss eine E-Mail-Adresse sein',
  mustBeTemplates: () => 'muss eine Liste von Vorlagen als JSON sein',
  mustBeIssuersAsJson: () => 'muss JSON sein: eine Liste von Ausstellern',
  mustBeIssuers: ({ fields }) =>
    `muss eine Liste von Objekten mit issuer (einer URL) und audience sein, und vielleicht ${fields.join(', ')}`,
  mustNameIssuersOnce: () => 'muss jeden Aussteller einmal nennen',
  needsPrimary: () => 'braucht DATABASE_URL: Es nennt einen Standby dieses PostgreSQL',
  asksForOtherServer: ({ parameter, target }) =>
    `hat ${parameter}=${target}, und Granary braucht einen Server, auf den geschrieben werden kann: read-write`,
  namesServersBehind: () => 'nennt mehrere Server hinter dem Fragezeichen: Nennen Sie sie vor der Datenbank',
  namesCluster: () =>
    'nennt einen Redis Cluster, den Granary nicht benutzt: Nennen Sie einen einzelnen Redis oder eine Gruppe, über die Sentinel wacht',
  namesSeveralServers: () => 'nennt mehrere Server, und die hat nur eine Gruppe, über die Sentinel wacht',
  mustNameSentinels: () => 'muss jeden Sentinel als host:port nennen, durch Kommas getrennt',
  mustEndInGroup: () => 'muss mit dem Namen der Gruppe enden, über die Sentinel wacht',
  hasUnknownParameter: ({ parameter, known }) => `hat ${parameter}; daneben ist nur ${known} bekannt`,

  isUnreadable: ({ file, reason }, { messages }) =>
    `${file} kann nicht gelesen werden: ${messages([reason])}`,
  portIsInUse: ({ port, host }) =>
    `PORT ${port} ist auf ${host} belegt: Halten Sie an, was dort läuft, oder nehmen Sie einen anderen, zum Beispiel PORT=${port + 1}`,
  portIsReserved: ({ port }) =>
    `PORT ${port} darf dieses Benutzerkonto nicht benutzen: Nehmen Sie einen ab 1024, zum Beispiel PORT=3000`,
  hostIsNotHere: ({ host, code }) =>
    `HOST ${host} ist keine Adresse dieses Rechners (${code}); nehmen Sie zum Beispiel HOST=127.0.0.1`,
  certificateIsOfOtherKey: ({ cert, key }) =>
    `TLS_CERT ${cert} und TLS_KEY ${key} gehören nicht zusammen: Es müssen ein Zertifikat und sein eigener Schlüssel sein, als PEM, der Schlüssel ohne Passphrase`,
  roleHasNoKeys: ({ reason }, { messages }) =>
    `Die Rolle für S3 bekommt keine Schlüssel: ${messages([reason])}`,
  containerEndpointAnswered: ({ status, text }) =>
    `die Stelle für Zugangsdaten des Containers antwortete mit ${status}: ${text}`,
  stsAnswered: ({ status, text }) => `STS antwortete mit ${status}: ${text}`,
  keysAreMissing: ({ status }) =>
    `die Antwort (${status}) enthält keine Schlüssel, oder nicht, wann sie ablaufen`,

  dataDirIsUnusable: ({ directory, problem }, { messages }) =>
    `DATA_DIR ${directory} ist nicht zu gebrauchen: ${messages([problem])}`,
  fileIsClosed: ({ file, example }) =>
    `dieses Benutzerkonto darf ${file} nicht lesen und schreiben. Machen Sie es zum Besitzer von allem, was darin liegt, oder nennen Sie ein anderes Verzeichnis, zum Beispiel ${example}`,
  diskNeedsRoom: ({ reason, example }, { messages }) =>
    `${messages([reason])}. Schaffen Sie Platz, oder nennen Sie ein Verzeichnis auf einer anderen Platte, zum Beispiel ${example}`,
  nameDirectory: ({ reason, example }, { messages }) =>
    `${messages([reason])}. Nennen Sie ein Verzeichnis, in das dieses Benutzerkonto schreiben darf, zum Beispiel ${example}`,
  noDirectoryIn: ({ parent }) => `in ${parent} lässt sich kein Verzeichnis anlegen`,
  diskIsNearlyFull: ({ megabytes, directory }) =>
    `auf der Platte von ${directory} sind weniger als ${megabytes} MB frei`,
  dataDirIsOfOther: ({ directory, owner, me }) =>
    `DATA_DIR ${directory} gehört ${owner}, und dies hier ist ${me}: Dateien, die dabei entstehen, könnte der Dienst nicht öffnen. Geben Sie denselben Befehl als ${owner}, zum Beispiel: runuser -u ${owner} -- …`,
  dataDirIsInUse: ({ directory }) =>
    `Das Datenverzeichnis ${directory} wird von einem anderen Prozess benutzt. Halten Sie diesen zuerst an, oder nennen Sie ein eigenes DATA_DIR.`,
  dataDirHasNoDatabase: ({ directory }) =>
    `DATA_DIR ${directory} enthält keine Datenbank. Nennen Sie das Verzeichnis der Ihren, zum Beispiel DATA_DIR=./data-dir, oder legen Sie eine neue an mit: npm run granary -- init`,
  databaseHasMoved: ({ directory, mark }) =>
    `DATABASE_URL ist nicht gesetzt, und die eingebettete Datenbank in ${directory} ist die alte: Der Dienst ist zu PostgreSQL umgezogen. Setzen Sie DATABASE_URL wie für den Dienst; um zur alten Datenbank zurückzukehren, löschen Sie ${mark}.`,
}
