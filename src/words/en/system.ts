import type { CountryMeant, LoggingScope } from '../terms.ts'
import type { Writing } from '../writing.ts'

const sendMeant = (meant: CountryMeant | undefined) =>
  meant === undefined ? '' : `. Send ${meant.code} for ${meant.name}`

export const system = {
  tooManyStreams: ({ count }: { count: number }) =>
    `Your organisation listens ${count} times just now. Close a stream that nobody needs.`,
  tooManyListeners: () => 'There are too many listeners already. Try again in a moment.',
  streamIsStopping: () => 'The service is stopping. Come back in a moment.',
  tokenIsOfAnother: () => 'This token is for another organisation now. Open another stream.',
  isNoEventOfStream: () => 'must be the id of an event of this stream',
  beginsNoEvent: ({ beginning }: { beginning: string }) =>
    `is what no type of event begins with: ${beginning} (GET /api/events lists them)`,
  isEventForPeople: ({ beginning }: { beginning: string }, { given }: Writing) =>
    `is told to people alone, on the event stream${given(beginning)}`,
  jobIsDone: () => 'This job is done and cannot be run again.',
  jobIsQueued: () => 'This job is queued already.',
  holdsManyAddresses: () => 'holds many addresses: give it to the search of addresses, and choose one',
  isNotThreeWords: () => 'must be three words of the letters a to z, such as formulism-unitive-alpaca',
  threeWordsAreUnknown: ({ words, suggestions }: { words: string[]; suggestions: string[] }) => {
    const named = words.map((word) => `“${word}”`).join(' and ')
    const hint = suggestions.length > 0 ? ` Perhaps it is ${suggestions.join(' or ')}.` : ''
    return `${named} ${words.length > 1 ? 'are no words' : 'is no word'} of three-word addresses.${hint}`
  },
  threeWordsAreMixedUp: ({ suggestions }: { suggestions: string[] }) =>
    `These three words do not belong together: one of them is wrong, or two have changed places.${suggestions.length > 0 ? ` Perhaps it is ${suggestions.join(' or ')}.` : ''}`,
  isWhat3words: () =>
    'is a what3words address, and this service is not connected to what3words; its own have no dots',
  sourceIsAway: ({ source }: { source: string }) =>
    `${source} cannot be reached just now. Try again in a moment.`,
  hasNoSpecification: ({ commodity }: { commodity: string }) =>
    `There is no default specification of ${commodity} for that.`,
  isYourself: () => 'is yourself',
  isNeededWithType: () => 'is needed with listingType',
  isAnotherConversation: () => 'is another conversation than the one it is sent to',
  isNoMember: () => 'is no member of this conversation',
  isAnotherListing: () => 'is not the listing of this conversation',
  isAboutNoListing: () => 'does not apply: this conversation is not about a listing',
  isAnotherListingType: ({ listingType }: { listingType: string }, { given }: Writing) =>
    `is not the type of this listing${given(listingType)}`,
  tooManyQuestions: ({ count, hours }: { count: number; hours: number }) =>
    `Your organisation has asked ${count} questions within a day, the most allowed. Try again ${hours === 1 ? 'within the hour' : `in ${hours} hours`}.`,
  hasTooManyParts: ({ limit }: { limit: number }) => `may have ${limit} parts at most`,
  isNoLogFilter: ({ levels, part }: { levels: string[]; part: string }, { given }: Writing) =>
    `must be made of parts such as inventory/movements:debug, with ${levels.join(', ')} as levels; this is none${given(part)}`,
  isOutsideInventory: ({ module }: { module: string }) =>
    `is for modules of the inventory alone, and ${module} is none`,
  isNoModule: ({ module }: { module: string }, { given }: Writing) =>
    `names no module of the program${given(module)}`,
  uploadTookTooLong: () => 'The upload took too long. Send the file again.',
  hasNoRoomForFile: () =>
    'Your organisation has no room left for this file. Ask whoever runs the service for more.',
  fileIsEmpty: () => 'is empty',
  fileIsTooLargeFor: ({ megabytes, bucket }: { megabytes: number; bucket: string }) =>
    `The file is larger than the ${megabytes} MB that the bucket ${bucket} takes.`,
  fileIsOfOtherKind: ({
    contentType,
    bucket,
    endings,
  }: {
    contentType?: string
    bucket: string
    endings: string[]
  }) =>
    `The file is ${contentType ?? 'of no kind that is known'}, whatever its name says. The bucket ${bucket} takes ${endings.join(', ')}.`,
  breaksItsReader: () => 'cannot be read: it breaks what reads it, or takes too long',
  hasTooManyPixels: ({ megapixels }: { megapixels: number }) => `has more than ${megapixels} megapixels`,
  isNotWhatItSays: ({ contentType }: { contentType: string }) =>
    `says it is ${contentType}, and cannot be read as that`,
  fileIsLost: () =>
    'The file was stored here, and now its content is missing. Ask whoever runs the service: a backup may have it.',
  fileStoreIsAway: () =>
    'The store of files cannot be reached just now. Nothing was changed; send the request again.',
  isFilm: ({ name }: { name: string }) =>
    `“${name}” is a film, which may tell where it was taken: share it first, by PUT /api/system/files/{id}/organisations`,
  hasTooManyOrganisations: ({ limit }: { limit: number }) => `must be at most ${limit} ids`,
  isNoOrganisationHere: ({ id }: { id: string }, { given }: Writing) =>
    `is not an organisation here${given(id)}`,
  filmNeedsConfirming: () =>
    'must be true to share a film: it is kept as the camera made it, and whoever may see it can read where it was taken',
  isNotYourFile: ({ id }: { id: string }, { given }: Writing) => `is not a file of yours${given(id)}`,
  sharingIsForOwner: () =>
    'This file is shared with you; only the organisation it belongs to decides with whom.',
  archivingIsForOwner: () =>
    'This file is shared with you; only the organisation it belongs to may archive it.',
  fileIsArchived: () => 'This file is archived: nobody it was shared with sees it any more.',
  isNoPicture: () => 'is for pictures, and this file is none',
  isNoCountryNamed: ({ country, meant }: { country: string; meant?: CountryMeant }) =>
    `There is no country ${country}: name its two-letter code, such as GB${sendMeant(meant)}.`,
  isNoCountryCode: ({ code, meant }: { code: string; meant?: CountryMeant }, { given }: Writing) =>
    `is not a country's two-letter code${given(code)}${sendMeant(meant)}`,
  attachmentsAreTooLarge: ({ megabytes, limit }: { megabytes: number; limit: number }) =>
    `are ${megabytes} MB together; one mail takes ${limit} MB`,
  noExpertIsSetUp: () => 'No expert is set up here. Ask whoever runs the service to set EXPERT_EMAIL.',
  isNeededUnlessSignedIn: () => 'is needed unless you are signed in',
  linkHasOddCharacters: () => 'must have no blanks, control characters or backslashes',
  linkHasOddHost: () => 'must name its host plainly, without a user, a password or special letters',
  linkHasNoScheme: () => 'must name its scheme, or no host',
  isNoAddress: () => 'is not an address',
  mustBeHttp: () => 'must begin with https:// or http://',
  linkLeadsElsewhere: ({ host, hosts }: { host: string; hosts: string[] }) =>
    `leads to ${host}, where links may not lead; they may to ${hosts.join(', ')}`,
  linkLeadsAbove: ({ path }: { path: string }) => `must lead to a path below ${path}`,
  tooManyLinks: ({ count }: { count: number }) =>
    `${count} links were made within a minute, the most allowed. Try again in a minute.`,
  isNoWebhookUrl: () => 'must be a URL such as https://name.example/path',
  mustBeHttps: () => 'must begin with https://',
  urlHasCredentials: () => 'must not have a user or password: deliveries are signed',
  urlHasFragment: () => 'must not have a part after #',
  leadsToInnerAddress: () => 'leads to an address that is not on the open internet',
  tooManyWebhooks: ({ count }: { count: number }) =>
    `Your organisation has ${count} webhooks, the most allowed. Delete one that is not needed.`,
  webhookIsNotPaused: () => 'This webhook is not paused.',
  isNoKnownCommodity: ({ nearest }: { nearest: string[] }, { or }: Writing) =>
    nearest.length === 0 ? 'is not a commodity' : `is not a commodity: is it ${or(nearest)}?`,
  mayBeSeveral: ({ choices }: { choices: string[] }) => `could be ${choices.join(' or ')}: say which`,
  questionIsOnItsWay: () => 'Your question is on its way to the expert.',
  sampleIsOnItsWay: () => 'Your sample is on its way to the expert.',
  questionIsNotMailed: () =>
    'Your question is kept here, but nobody is told of it: no mail is sent until whoever runs the service sets SMTP_URL.',
  sampleIsNotMailed: () =>
    'Your sample is kept here, but nobody is told of it: no mail is sent until whoever runs the service sets SMTP_URL.',
  nothingWasCleared: () => 'Nothing was named, so nothing was cleared.',
  cacheIsCleared: ({
    keys,
    prefixes,
    flush,
    secrets,
  }: {
    keys: number
    prefixes: string[]
    flush: boolean
    secrets: boolean
  }) => {
    const parts = [
      ...(flush ? ['all that was cached'] : []),
      ...(!flush && keys > 0 ? [keys === 1 ? 'one key' : `${keys} keys`] : []),
      ...(!flush && prefixes.length > 0
        ? [`every key that begins with ${prefixes.map((prefix) => `“${prefix}”`).join(' or ')}`]
        : []),
      ...(secrets ? ['key sets and credentials, which are read anew'] : []),
    ]
    return `Cleared: ${parts.join('; ')}.`
  },
  loggingIsSet: ({
    service,
    level,
    exceptions,
  }: {
    service: LoggingScope
    level?: string
    exceptions: string[]
  }) => {
    const base = service === 'system' ? 'as it was started' : 'as the whole program does'
    const logs = level === undefined ? `logs ${base}` : `logs at level ${level}`
    return `${service === 'system' ? 'The program' : 'The inventory'} ${logs}${exceptions.length === 0 ? '' : `, except ${exceptions.join(', ')}`}.`
  },
  isTriedAgain: ({ event }: { event: string }) => `${event} is tried again now.`,
  isSentOnceMore: ({ event }: { event: string }) => `${event} is sent once more.`,
  webhookIsDeleted: ({ host }: { host: string }) => `Nothing more is sent to ${host}.`,
  noSuchLink: () => 'No such link',
  linkLeadsNowhere: () =>
    'This short link leads nowhere, or no longer. Ask whoever gave it to you for another.',
}
