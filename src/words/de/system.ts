import type { system as english } from '../en/system.ts'
import type { CountryMeant } from '../terms.ts'
import type { SameAs, Writing } from '../writing.ts'

const sendMeant = (meant: CountryMeant | undefined, { country }: Writing) =>
  meant === undefined ? '' : `. Für ${country(meant.code)} bitte ${meant.code} senden`

export const system: SameAs<typeof english> = {
  tooManyStreams: ({ count }, { figure }) =>
    `Ihr Betrieb hört gerade schon ${figure(count)}-mal zu. Bitte einen Strom schließen, den niemand braucht.`,
  tooManyListeners: () => 'Es hören schon zu viele zu. Bitte gleich noch einmal versuchen.',
  streamIsStopping: () => 'Der Dienst wird gerade beendet. Bitte gleich wiederkommen.',
  tokenIsOfAnother: () => 'Dieses Token ist jetzt für einen anderen Betrieb. Bitte einen neuen Strom öffnen.',
  isNoEventOfStream: () => 'muss die Id eines Ereignisses dieses Stroms sein',
  beginsNoEvent: ({ beginning }) =>
    `ist kein Anfang einer Ereignisart: ${beginning} (GET /api/events nennt alle)`,
  isEventForPeople: ({ beginning }, { given }) =>
    `geht nur an Personen, über den Ereignisstrom${given(beginning)}`,
  jobIsDone: () => 'Dieser Auftrag ist erledigt und kann nicht noch einmal laufen.',
  jobIsQueued: () => 'Dieser Auftrag wartet schon.',
  holdsManyAddresses: () =>
    'umfasst viele Adressen: bitte damit die Adressensuche aufrufen und eine auswählen',
  isNotThreeWords: () =>
    'muss aus drei Wörtern mit den Buchstaben a bis z bestehen, wie formulism-unitive-alpaca',
  threeWordsAreUnknown: ({ words, suggestions }, { and, or }) => {
    const named = and(words.map((word) => `„${word}“`))
    const hint = suggestions.length > 0 ? ` Vielleicht ist es ${or(suggestions)}.` : ''
    return `${named} ${words.length > 1 ? 'kommen' : 'kommt'} in Drei-Wort-Adressen nicht vor.${hint}`
  },
  threeWordsAreMixedUp: ({ suggestions }, { or }) =>
    `Diese drei Wörter gehören nicht zusammen: Eines ist falsch, oder zwei sind vertauscht.${suggestions.length > 0 ? ` Vielleicht ist es ${or(suggestions)}.` : ''}`,
  isWhat3words: () =>
    'ist eine Adresse von what3words, und dieser Dienst ist nicht mit what3words verbunden; seine eigenen haben keine Punkte',
  sourceIsAway: ({ source }) =>
    `${source} ist gerade nicht zu erreichen. Bitte gleich noch einmal versuchen.`,
  hasNoSpecification: ({ commodity }) => `Dafür gibt es keine Vorgabe der Qualität von ${commodity}.`,
  isYourself: () => 'darf nicht Sie selbst sein',
  isNeededWithType: () => 'wird zusammen mit listingType gebraucht',
  isAnotherConversation: () => 'nennt ein anderes Gespräch als das, an das es gesendet wird',
  isNoMember: () => 'gehört nicht zu diesem Gespräch',
  isAnotherListing: () => 'ist nicht das Angebot dieses Gesprächs',
  isAboutNoListing: () => 'passt nicht: In diesem Gespräch geht es um kein Angebot',
  isAnotherListingType: ({ listingType }, { given }) =>
    `ist nicht die Art dieses Angebots${given(listingType)}`,
  tooManyQuestions: ({ count, hours }, { counted, figure }) =>
    `Ihr Betrieb hat an einem Tag ${figure(count)} Fragen gestellt, mehr geht nicht. Bitte ${counted(hours, { one: 'in einer Stunde', other: `in ${figure(hours)} Stunden` })} noch einmal versuchen.`,
  hasTooManyParts: ({ limit }, { figure }) => `darf höchstens ${figure(limit)} Teile haben`,
  isNoLogFilter: ({ levels, part }, { given }) =>
    `muss aus Teilen wie inventory/movements:debug bestehen, mit den Stufen ${levels.join(', ')}; das ist keiner${given(part)}`,
  isOutsideInventory: ({ module }) => `ist nur für Module des Inventars, und ${module} ist keines`,
  isNoModule: ({ module }, { given }) => `nennt kein Modul des Programms${given(module)}`,
  uploadTookTooLong: () => 'Das Hochladen hat zu lange gedauert. Bitte die Datei noch einmal senden.',
  hasNoRoomForFile: () =>
    'Ihr Betrieb hat keinen Platz mehr für diese Datei. Wer den Dienst betreibt, kann mehr geben.',
  fileIsEmpty: () => 'ist leer',
  fileIsTooLargeFor: ({ megabytes, bucket }, { figure }) =>
    `Die Datei ist größer als ${figure(megabytes)} MB; mehr nimmt die Ablage ${bucket} nicht an.`,
  fileIsOfOtherKind: ({ contentType, bucket, endings }) =>
    `Die Datei ist ${contentType ?? 'von keiner bekannten Art'}, was auch immer ihr Name sagt. Die Ablage ${bucket} nimmt ${endings.join(', ')}.`,
  breaksItsReader: () => 'kann nicht gelesen werden: Das Lesen scheitert oder dauert zu lange',
  hasTooManyPixels: ({ megapixels }, { figure }) => `hat mehr als ${figure(megapixels)} Megapixel`,
  isNotWhatItSays: ({ contentType }) => `ist angeblich ${contentType}, kann aber so nicht gelesen werden`,
  fileIsLost: () =>
    'Die Datei war hier gespeichert, und jetzt fehlt ihr Inhalt. Bitte den fragen, der den Dienst betreibt: Vielleicht ist er in einer Sicherung.',
  fileStoreIsAway: () =>
    'Der Dateispeicher ist gerade nicht zu erreichen. Nichts wurde geändert; bitte noch einmal senden.',
  isFilm: ({ name }) =>
    `„${name}“ ist ein Film, der verraten kann, wo er aufgenommen wurde: bitte zuerst freigeben, mit PUT /api/system/files/{id}/organisations`,
  hasTooManyOrganisations: ({ limit }, { figure }) => `darf höchstens ${figure(limit)} Ids nennen`,
  isNoOrganisationHere: ({ id }, { given }) => `ist kein Betrieb hier${given(id)}`,
  filmNeedsConfirming: () =>
    'muss true sein, um einen Film freizugeben: Er bleibt, wie die Kamera ihn gemacht hat, und wer ihn sehen darf, kann lesen, wo er aufgenommen wurde',
  isNotYourFile: ({ id }, { given }) => `ist keine Ihrer Dateien${given(id)}`,
  sharingIsForOwner: () =>
    'Diese Datei ist für Sie freigegeben; für wen noch, entscheidet nur der Betrieb, dem sie gehört.',
  archivingIsForOwner: () =>
    'Diese Datei ist für Sie freigegeben; archivieren darf sie nur der Betrieb, dem sie gehört.',
  fileIsArchived: () => 'Diese Datei ist archiviert: Wer sie bisher sehen durfte, sieht sie nicht mehr.',
  isNoPicture: () => 'ist für Bilder, und diese Datei ist keines',
  isNoCountryNamed: ({ country, meant }, write) =>
    `Ein Land ${country} gibt es nicht: bitte seinen Code aus zwei Buchstaben nennen, wie DE${sendMeant(meant, write)}.`,
  isNoCountryCode: ({ code, meant }, write) =>
    `ist kein Ländercode aus zwei Buchstaben${write.given(code)}${sendMeant(meant, write)}`,
  attachmentsAreTooLarge: ({ megabytes, limit }, { figure }) =>
    `sind zusammen ${figure(megabytes)} MB groß; eine E-Mail fasst ${figure(limit)} MB`,
  noExpertIsSetUp: () =>
    'Hier ist kein Experte eingerichtet. Wer den Dienst betreibt, kann EXPERT_EMAIL setzen.',
  isNeededUnlessSignedIn: () => 'wird gebraucht, wenn Sie nicht angemeldet sind',
  linkHasOddCharacters: () => 'darf keine Leerzeichen, Steuerzeichen oder Backslashes enthalten',
  linkHasOddHost: () => 'muss den Rechner schlicht nennen, ohne Benutzer, Passwort oder besondere Buchstaben',
  linkHasNoScheme: () => 'muss mit https:// beginnen oder keinen Rechner nennen',
  isNoAddress: () => 'ist keine Adresse',
  mustBeHttp: () => 'muss mit https:// oder http:// beginnen',
  linkLeadsElsewhere: ({ host, hosts }) =>
    `führt zu ${host}, wohin Kurzlinks nicht führen dürfen; erlaubt ist ${hosts.join(', ')}`,
  linkLeadsAbove: ({ path }) => `muss zu einem Pfad unter ${path} führen`,
  tooManyLinks: ({ count }, { figure }) =>
    `In einer Minute wurden ${figure(count)} Kurzlinks gemacht, mehr geht nicht. Bitte in einer Minute noch einmal versuchen.`,
  isNoWebhookUrl: () => 'muss eine URL wie https://name.example/pfad sein',
  mustBeHttps: () => 'muss mit https:// beginnen',
  urlHasCredentials: () => 'darf keinen Benutzer und kein Passwort enthalten: Zustellungen sind signiert',
  urlHasFragment: () => 'darf keinen Teil nach # haben',
  leadsToInnerAddress: () => 'führt zu einer Adresse, die nicht im offenen Internet liegt',
  tooManyWebhooks: ({ count }, { figure }) =>
    `Ihr Betrieb hat ${figure(count)} Webhooks, mehr geht nicht. Bitte einen löschen, der nicht gebraucht wird.`,
  webhookIsNotPaused: () => 'Dieser Webhook ist nicht angehalten.',
  isNoKnownCommodity: ({ nearest }, { or }) =>
    nearest.length === 0
      ? 'ist kein Getreide, das hier bekannt ist'
      : `ist kein Getreide, das hier bekannt ist: Ist es ${or(nearest)}?`,
  mayBeSeveral: ({ choices }, { or }) => `kann ${or(choices)} sein: bitte angeben, was gemeint ist`,
  questionIsOnItsWay: () => 'Ihre Frage ist unterwegs zum Experten.',
  sampleIsOnItsWay: () => 'Ihre Probe ist unterwegs zum Experten.',
  questionIsNotMailed: () =>
    'Ihre Frage ist hier gespeichert, aber niemand erfährt davon: Es geht keine E-Mail hinaus, bis der, der den Dienst betreibt, SMTP_URL setzt.',
  sampleIsNotMailed: () =>
    'Ihre Probe ist hier gespeichert, aber niemand erfährt davon: Es geht keine E-Mail hinaus, bis der, der den Dienst betreibt, SMTP_URL setzt.',
  nothingWasCleared: () => 'Nichts war genannt, also wurde nichts gelöscht.',
  cacheIsCleared: ({ keys, prefixes, flush, secrets }, { counted, figure, or }) => {
    const parts = [
      ...(flush ? ['alles, was zwischengespeichert war'] : []),
      ...(!flush && keys > 0
        ? [counted(keys, { one: 'ein Schlüssel', other: `${figure(keys)} Schlüssel` })]
        : []),
      ...(!flush && prefixes.length > 0
        ? [`jeder Schlüssel, der mit ${or(prefixes.map((prefix) => `„${prefix}“`))} beginnt`]
        : []),
      ...(secrets ? ['Schlüsselsätze und Zugangsdaten, die neu gelesen werden'] : []),
    ]
    return `Gelöscht: ${parts.join('; ')}.`
  },
  loggingIsSet: ({ service, level, exceptions }) => {
    const base = service === 'system' ? 'wie beim Start' : 'wie das ganze Programm'
    return `${service === 'system' ? 'Das Programm' : 'Das Inventar'} protokolliert ${level === undefined ? base : `auf der Stufe ${level}`}${exceptions.length === 0 ? '' : `, außer ${exceptions.join(', ')}`}.`
  },
  isTriedAgain: ({ event }) => `${event} wird jetzt noch einmal versucht.`,
  isSentOnceMore: ({ event }) => `${event} wird noch einmal gesendet.`,
  webhookIsDeleted: ({ host }) => `An ${host} wird nichts mehr gesendet.`,
  noSuchLink: () => 'Diesen Link gibt es nicht',
  linkLeadsNowhere: () =>
    'Dieser Kurzlink führt nirgendwohin, oder nicht mehr. Wer ihn Ihnen gegeben hat, kann Ihnen einen anderen geben.',
}
