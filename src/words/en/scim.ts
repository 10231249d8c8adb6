export const scim = {
  directoryTextIsTooLong: ({ limit }: { limit: number }) =>
    `A filter or a path has at most ${limit} characters.`,
  directoryFilterIsUnreadable: ({ text, rest }: { text: string; rest: string }) =>
    rest === ''
      ? `This filter cannot be read to its end: ${text}`
      : `This filter cannot be read from "${rest}" on: ${text}`,
  directoryPathIsUnreadable: ({ text, rest }: { text: string; rest: string }) =>
    rest === ''
      ? `This path cannot be read to its end: ${text}`
      : `This path cannot be read from "${rest}" on: ${text}`,
  directoryFilterCannotAsk: ({ attribute }: { attribute: string }) =>
    `A filter cannot ask for ${attribute} in this way.`,
  directoryChangeHasNoPath: () => 'To remove something takes a path that says what.',
  directoryChangeIsNoObject: () => 'What describes a person is an object with attributes such as userName.',
  directoryPathIsOfNothing: ({ path }: { path: string }) =>
    `There is nothing at ${path} that could be changed in this way.`,
  directoryValueIsWrong: ({ path }: { path: string }) => `The value of ${path} is not one that it may have.`,
  directoryChangeIsEmpty: () => 'A change has at least one operation.',
  directoryChangeIsTooLong: ({ limit }: { limit: number }) => `A change has at most ${limit} operations.`,
  directoryChangeIsUnknown: () => 'An operation is add, replace or remove.',
  directoryDescriptionIsWhole: () => 'Descriptions of the service are not filtered.',
  directoryTakesKey: () => 'This is for a directory: it takes an API key that may add and remove people.',
  directoryNeedsDomain: () =>
    'Your organisation has not proved a domain yet. Until it has, its directory adds nobody.',
  directoryDomainIsNotYours: ({ domain }: { domain: string }) =>
    `has the domain ${domain}, which your organisation has not proved`,
  directoryGivesNoRole: () =>
    'Your directory gives this person no role. An admin sets a role for new people in the sign-in of your own.',
  directoryAccountIsUnproved: ({ email }: { email: string }) =>
    `There is an account with ${email}, and nobody has proved that it is theirs. Whoever has it proves it first, or the account gets another address.`,
  directoryIdIsTaken: ({ externalId }: { externalId: string }) =>
    `Another member has the externalId ${externalId} already.`,
  directoryNameIsTaken: ({ userName }: { userName: string }) =>
    `There is a member with the userName ${userName} or with this address already.`,
  directoryOwnerStays: () =>
    'This owner gets in when your sign-in provider is away, and stays. Name another one in the sign-in of your own first.',
  directoryAddressStays: ({ email }: { email: string }) =>
    `The account with ${email} keeps its address: it is an owner’s, runs this installation, or belongs to other organisations as well. Its holder changes it.`,
  directoryJoinedSubject: ({ organisation }: { organisation: string }) =>
    `You are a member of ${organisation} now`,
  directoryJoinedText: ({ organisation }: { organisation: string }) =>
    `The directory of ${organisation} has made your account in Granary a member. You sign in as before, and choose for which organisation you act.\n\nIf you do not know ${organisation}, leave it in Granary under Settings.\n`,
  directoryAddressSubject: () => 'Your account has another address now',
  directoryAddressText: ({ organisation }: { organisation: string }) =>
    `The directory of ${organisation} has given your account in Granary another e-mail address. Sign in with that from now on.\n\nIf you did not expect this, ask an admin of ${organisation}.\n`,
}
