import type { commandHelp as english } from '../en/command-help.ts'
import type { SameAs } from '../writing.ts'

const ORGANISATION = '  --organisation  die Kennung des Betriebs, aus user list'
const EMAIL = '  --email         die E-Mail-Adresse des Kontos'
const passwordFile = (whose: string) =>
  `  --password-file eine Datei mit ${whose}, mindestens 12 Zeichen, oder - für die Standardeingabe;
                  ohne sie wird eines ausgedacht und einmal gezeigt`
const JSON_OBJECT = 'gibt ein JSON-Objekt aus und sonst nichts'
const STOP = 'Halten Sie zuerst jeden Server an.'

export const commandHelp: SameAs<typeof english> = {
  helpOfAll: ({ commands }) =>
    `Granary führt den Bestand von Höfen und Getreidelagern, auf das Gramm genau.

Aufruf: npm run granary -- <command> [options]

${commands}

Zu jedem Befehl gibt es --help; --version nennt die Fassung. Einstellungen kommen aus der Umgebung und einer Datei
.env; siehe README. Endet mit 0, wenn alles gut ging, mit 1, wenn nicht, und mit 2, wenn die Eingabe falsch ist.
`,
  usageIs: ({ usage }) => `Aufruf: npm run granary -- ${usage}`,

  summaryOfServe: () => 'Stellt die API und die Konsole bereit.',
  helpOfServe: () =>
    `Einstellungen: PORT, HOST, DATA_DIR, DATABASE_URL, LOG_LEVEL und weitere, aus der Umgebung und .env; siehe README.
Nach SIGTERM antwortet /readyz mit 503; der Dienst läuft noch DRAIN_SECONDS weiter, beendet bis zu 25 Sekunden lang, was in Arbeit ist,
und hält an. Ein zweites SIGTERM hält ihn sofort an.`,
  summaryOfInit: () => 'Legt einen Betrieb an, mit Hauptadministrator und einem ersten API-Schlüssel.',
  helpOfInit: () => `  --organisation  der Name des Hofs, Lagers oder Händlers
  --country       zwei Buchstaben, zum Beispiel DE; danach richten sich Zeitzone, Einheiten und Getreidearten
  --email         die Adresse, mit der sich der Hauptadministrator anmeldet
  --given-name, --family-name
                  sein Vor- und Nachname; ohne beide steht die E-Mail-Adresse an ihrer Stelle
${passwordFile('seinem Passwort')}
  --no-platform-admin
                  wer den ersten Betrieb einer Installation anlegt, ist ihr Plattform-Administrator, der Betriebe sperrt und die
                  Einstellungen ändert: hier nicht
  --demo          trägt auch einen glaubwürdigen Hof mit Lager ein, um sich umzusehen
  --json          ${JSON_OBJECT}: organisationId, userId, password, apiKey, isPlatformAdmin

user platform-admin macht jemanden zum Plattform-Administrator oder nimmt es zurück. Der API-Schlüssel handelt als der
Hauptadministrator: Verwahren Sie ihn wie das Passwort. Halten Sie bei der eingebetteten Datenbank zuerst den Server an:
Nur ein Prozess auf einmal hat das Datenverzeichnis.`,
  summaryOfMigrate: () => 'Bringt die Datenbank auf diese Fassung. Der Server tut das beim Start von selbst.',
  helpOfMigrate: () => `  --dry-run  sagt nur, was getan würde
  --status   sagt, welche Migrationen im Gang sind und wie weit
  --down     nimmt die letzte Migration zurück, wo das geht: bevor Sie die Fassung davor starten`,
  summaryOfKeyCreate: () => 'Legt einen API-Schlüssel für eine Maschine an, zum Beispiel einen Waage-PC.',
  helpOfKeyCreate: ({ roles }) => `${ORGANISATION}
  --name          wofür der Schlüssel ist
  --role          ${roles.join(', ')}; ohne Angabe operator
  --permissions   was der Schlüssel außerdem darf, durch Kommas getrennt: adjustments:write, um Zählungen einzutragen
  --json          ${JSON_OBJECT}: id, name, role, permissions, expiresAtUTC, key

Der Schlüssel wird nur dieses eine Mal gezeigt.`,
  summaryOfKeyList: () => 'Zeigt die API-Schlüssel eines Betriebs, ohne ihre Geheimnisse.',
  helpOfKeyList: () => `${ORGANISATION}
  --json          gibt eine JSON-Liste aus`,
  summaryOfKeyRevoke: () => 'Widerruft einen API-Schlüssel. Er gilt sofort nicht mehr.',
  helpOfKeyRevoke: () => `${ORGANISATION}
  --id            die Kennung des Schlüssels, aus key list`,
  summaryOfKeysRotate: () =>
    'Signiert Zugriffstoken mit einem neuen Schlüssel und weist die des alten zurück.',
  helpOfKeysRotate: () => `  --end-sessions  beendet auch jede Sitzung, sodass sich alle neu anmelden

Tun Sie das, wenn jemand den alten Schlüssel haben könnte. Laufende Server folgen binnen zwei Sekunden. Wer angemeldet ist, bleibt
es: Anwendungen holen sich mit ihrem Refresh-Token ein neues Zugriffstoken. API-Schlüssel betrifft es nicht; siehe key revoke.`,
  summaryOfSecretRotate: () => 'Versiegelt die Geheimnisse in der Datenbank mit einem neuen SECRET_KEY.',
  helpOfSecretRotate:
    () => `  --new-key-file  wo der neue SECRET_KEY steht; fehlt die Datei, wird er dort angelegt. Nötig, wo SECRET_KEY in der Umgebung
                  gesetzt ist: Tragen Sie den Inhalt der Datei dort ein, bevor Sie den Server wieder starten.

${STOP} Auch der Schlüssel, der Zugriffstoken signiert, wird ersetzt. Frühere Sicherungen brauchen den alten SECRET_KEY.`,
  summaryOfSecretReset: () =>
    'Gibt auf, was ein verlorener SECRET_KEY versiegelt hat, und beginnt mit dem gesetzten oder einem neuen.',
  helpOfSecretReset:
    () => `Für eine Datenbank, deren SECRET_KEY verloren ist, etwa nach einer Wiederherstellung auf einem anderen Rechner. Alle melden
sich neu an. Webhooks ruhen: Jeder Betrieb wechselt das Geheimnis, gibt es dem Empfänger und lässt sie wieder laufen. Bestand,
Personen, Passwörter und API-Schlüssel bleiben. ${STOP}`,
  summaryOfUserList: () => 'Zeigt alle mit einem Konto, mit Rolle, Betrieb und dessen Kennung.',
  helpOfUserList: () => '  --json  gibt eine JSON-Liste aus',
  summaryOfUserCreate: () =>
    'Legt ein Konto an, oder nimmt jemanden mit Konto in einen weiteren Betrieb auf.',
  helpOfUserCreate: ({ roles }) => `${ORGANISATION}
${EMAIL}
  --given-name, --family-name
                  ohne beide steht die E-Mail-Adresse an ihrer Stelle; die eines vorhandenen Kontos bleiben
  --role          ${roles.join(', ')}; ohne Angabe viewer
${passwordFile('dem Passwort')}`,
  summaryOfUserResetCode: () =>
    'Macht einen Code, mit dem jemand einmal ein neues Passwort setzt und sich anmeldet.',
  helpOfUserResetCode: () => `${EMAIL}

Geben Sie den Code nur dem Inhaber des Kontos. Er gilt eine Stunde, auch während jemand anderes Passwörter errät:
POST /api/identity/password-resets/redeem mit { "token": "<code>", "password": "<neues Passwort>" }`,
  summaryOfUserResetFactors: () => 'Nimmt jemandem die zweiten Faktoren und meldet ihn überall ab.',
  helpOfUserResetFactors: () => `${EMAIL}

Für jemanden, der sie und alle Wiederherstellungscodes verloren hat. Er meldet sich mit dem Passwort an und richtet neue ein.`,
  summaryOfUserSetEmail: () => 'Gibt jemandem eine andere E-Mail-Adresse zum Anmelden.',
  helpOfUserSetEmail: () => `${EMAIL}
  --new-email     die Adresse von nun an; Sie stehen dafür ein, dass sie dieser Person gehört`,
  summaryOfUserSetPassword: () =>
    'Setzt das Passwort eines Kontos, meldet es überall ab und löst seine Aussteller.',
  helpOfUserSetPassword: () => `${EMAIL}
${passwordFile('dem neuen Passwort')}`,
  summaryOfUserSuspend: () => 'Sperrt ein Konto, sofort.',
  helpOfUserSuspend: () => `${EMAIL}

API-Schlüssel, die diese Person gemacht hat, gelten nicht mehr, und ihre offenen Einladungen werden zurückgenommen.`,
  summaryOfUserReinstate: () => 'Hebt die Sperre eines Kontos auf.',
  helpOfUserReinstate: () => EMAIL,
  summaryOfPlatformAdmin: () => 'Macht jemanden zum Plattform-Administrator, oder nimmt es zurück.',
  helpOfPlatformAdmin: () => `${EMAIL}
  --remove        nimmt es zurück`,
  summaryOfTlsInit: () =>
    'Macht eine eigene Zertifizierungsstelle und ein Zertifikat dieses Rechners, für HTTPS ohne Proxy.',
  helpOfTlsInit:
    () => `  --names  Namen und Adressen, unter denen dieser Rechner erreicht wird, durch Kommas getrennt, neben denen, die er schon hat

Telefone arbeiten ohne Netz nur über HTTPS. Jedes muss der Zertifizierungsstelle einmal vertrauen; die Adresse dafür wird ausgegeben.
Sie gilt zehn Jahre, und nur für lokale Netze und diese Namen. Das Zertifikat gilt zwei Jahre und ein Vierteljahr: Geben Sie den Befehl
noch einmal, bevor es abläuft oder wenn der Rechner eine andere Adresse bekommt. Die Zertifizierungsstelle bleibt, also ist an den
Telefonen nichts zu tun. Starten Sie dann den Dienst neu.`,
  summaryOfScale: () =>
    'Reicht weiter, was die Anzeige einer Waage sendet, an die Konsole in einem Browser ohne Web Serial.',
  helpOfScale:
    () => `  --tcp     die eigene Adresse der Anzeige im Netz, oder die eines Wandlers, zum Beispiel 192.168.1.50:4001
  --device  ein serieller Anschluss, zum Beispiel /dev/ttyUSB0, oder COM3 unter Windows
  --baud    die Baudrate des Anschlusses, mit 8 Bit und ohne Parität, zum Beispiel 9600; sonst wird er genommen, wie er ist, unter Windows mit 9600
  --second  eine weitere Anzeige, zum Beispiel die der Ausgangswaage: ihre Adresse im Netz oder ihr serieller Anschluss
  --ask     die Marke einer Anzeige, die von selbst nichts sendet: mettler-toledo, dini-argeo, systec, avery-weigh-tronix; oder was
            ihr zweimal in der Sekunde gesendet wird, zum Beispiel 'W\\r'
  --meter   ein Feuchte- oder NIR-Messgerät, das seine Werte sendet: seine Adresse im Netz oder sein serieller Anschluss, den
            --meter-baud einrichtet
  --origin  wo die Konsole geöffnet wird, zum Beispiel https://granary.example; sonst PUBLIC_URL, oder dieser Rechner

Läuft auf dem Rechner an der Waage, auf dem die Konsole offen ist, bis Strg-C. In der Konsole neben dem Gewicht: Einstellungen, und
dort „granary scale“. Nur Seiten dieser Adresse auf diesem Rechner empfangen die Anzeige. Mit --meter allein reicht er keine Anzeige weiter.`,
  summaryOfPlacesImport: () =>
    'Lädt Postleitzahlen aus einer Datei, damit sie gefunden werden und Adressen eine haben.',
  helpOfPlacesImport:
    () => `  --file <path>     das ONS Postcode Directory als CSV; Postleitzahlen von GeoNames als Text;
                    oder eine CSV-Datei mit postcode, latitude, longitude und vielleicht country, place, region
  --country <code>  zwei Buchstaben, wo die Datei das Land nicht nennt

Was schon geladen ist, bleibt, und wird geändert, wo die Datei es auch hat. Zwei Millionen Zeilen dauern einige Minuten.`,
  summaryOfBackup: () => 'Schreibt alles in eine Datei, auch bei laufendem Server.',
  helpOfBackup:
    () => `  <file>           wohin, zum Beispiel /mnt/usb/huegelhof-2026-11-21.granary; was es dort gibt, wird nie überschrieben
  --without-files  lässt hochgeladene Dateien weg
  --encrypt        verschlüsselt sie, mit der Passphrase oder für die öffentlichen Schlüssel von hier oder aus den Einstellungen
                   BACKUP_PASSPHRASE und BACKUP_RECIPIENTS; ist eine davon gesetzt, wird jede Sicherung verschlüsselt
  --recipient      ein öffentlicher Schlüssel von age (age-encryption.org), wie age1…; auch mehrmals
  --passphrase-file <file>
                   die erste Zeile ist die Passphrase; - liest sie aus der Standardeingabe
  --json           ${JSON_OBJECT}

Die Sicherung zeigt einen einzigen Zeitpunkt: Was vor ihrem Beginn bestätigt war, ist darin. Sie enthält alles, was der Dienst weiß,
auch Hashes der Passwörter: Verwahren Sie sie, wo niemand sonst sie liest, oder verschlüsseln Sie sie. Der SECRET_KEY ist nicht darin:
Bewahren Sie ihn getrennt auf. Siehe auch: restore.`,
  summaryOfDrill: () =>
    'Stellt die neueste Sicherung zur Probe wieder her, vergleicht sie und wirft sie wieder weg.',
  helpOfDrill: () => `  --passphrase-file, --identity-file
                 was eine verschlüsselte Sicherung öffnet, wie bei restore; die Einstellungen BACKUP_PASSPHRASE und BACKUP_IDENTITY_FILE werden auch versucht
  --json         ein JSON-Objekt ausgeben: file, takenAt, rows, ledgerHash

Die neueste Sicherung an dem Ort, den die Einstellungen nennen (BACKUP_DIR oder BACKUP_S3_BUCKET). Auch während der Server läuft: Seine Datenbank wird nicht berührt. Der Exit-Code ist 1, wo die Sicherung nicht ganz ist.`,
  summaryOfRestore: () =>
    'Füllt eine leere Datenbank aus einer Sicherung, gleich welcher Art die Datenbank ist.',
  helpOfRestore: () => `  <file>         was \`backup\` geschrieben hat
  --resume-jobs  sendet die E-Mails, die beim Sichern warteten: für einen Umzug, wenn danach kein Server mehr lief
  --passphrase-file, --identity-file <file>
                 was eine verschlüsselte Sicherung öffnet: eine Datei mit der Passphrase oder mit Ihrem geheimen Schlüssel von
                 age; - ist die Standardeingabe. Die Einstellung BACKUP_PASSPHRASE wird auch versucht.
  --json         ${JSON_OBJECT}

Die ganze Datei wird zuerst geprüft; ist sie abgeschnitten oder verändert, wird nichts geschrieben. Was auch fehlschlägt: Die Datenbank
bleibt leer, und eine abgebrochene Wiederherstellung kann noch einmal beginnen. Am Ende läuft, was auch \`doctor\` tut; weicht etwas ab,
ist das Ergebnis 1. Halten Sie zuerst den Server an, und nennen Sie ein neues DATA_DIR oder eine neue Datenbank in PostgreSQL.`,
  summaryOfConfigCheck: () => 'Liest alle Einstellungen und die Stammdaten und sagt, was daran nicht stimmt.',
  helpOfConfigCheck: () =>
    'Endet mit 1 und einer Zeile für jeden falschen Wert. Fragt PostgreSQL, ob die Rolle die nötigen Rechte hat, und holt die Schlüssel einer Rolle für S3; öffnet keine eingebettete Datenbank und keinen Port.',
  summaryOfDoctor: () =>
    'Rechnet jede gespeicherte Zahl aus dem Bestandsbuch nach und sagt, was abweicht und welche Dateien verloren sind.',
  helpOfDoctor: () => `  --without-files  sucht nicht nach hochgeladenen Dateien
  --json           gibt ein JSON-Objekt aus: den Hash des Bestandsbuchs, die Abweichungen und die Kennungen verlorener Dateien

Von einer hochgeladenen Datei wird nur das letzte Byte geholt; eine Sicherung liest auch den Rest. Der Hash geht über alle Buchungen, Bestände und Bewegungen: Zwei Datenbanken mit demselben Hash enthalten dasselbe Bestandsbuch.
Endet mit 1, wenn etwas abweicht oder verloren ist, oder wenn die Datenbank noch auf diese Fassung zu bringen ist. Dauert bei langer Geschichte eine Weile.`,
  summaryOfAuditVerify: () => 'Prüft, ob im Protokoll nichts geändert, entfernt oder umgestellt wurde.',
  helpOfAuditVerify: () => `  --organisation  die Kennung eines Betriebs, aus user list; ohne sie alle
  --head          eine Prüfsumme seines Protokolls, die anderswo verwahrt ist: von einem Abschluss, einem Beleg oder einer Sicherung; auch mehrmals
  --json          gibt eine JSON-Liste aus: organisationId, entries, head und fault

Jeder Eintrag hat einen Hash über sich und den vorigen. Genannt wird die erste Stelle, die nicht passt. Was am Ende abgeschnitten wurde, zeigt
sich an den Prüfsummen, die Abschlüsse und Inventurbescheinigungen verwahren, und an denen, die Sie angeben. Endet mit 1, wenn etwas nicht stimmt.`,

  summaryOfUserErase: () =>
    'Löscht eine Person: Konto und Zugänge gehen, Bücher und Protokolle behalten ein Pseudonym.',
  helpOfUserErase: () =>
    `${EMAIL}
  --yes           nötig, weil nichts es zurückbringt

Gelöscht werden Konto, Passwort, zweite Faktoren, Sitzungen, Zugehörigkeiten, Hinweise, wartende E-Mails und die Schlüssel und Webhooks, die
die Person angelegt hat. Unter einem Pseudonym bleibt, was sie eingetragen, gezählt, geschrieben oder genehmigt hat, und das Protokoll, das sich
weiter prüfen lässt. Wie gedruckt bleiben Belege und abgeschlossene Zeiträume. Fahrer, Partner und freie Bemerkungen ändert der Betrieb selbst.
Sicherungen enthalten, was vorher war. Der letzte Hauptadministrator eines Betriebs wird abgewiesen.`,
}
