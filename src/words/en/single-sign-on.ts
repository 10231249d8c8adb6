export const singleSignOn = {
  providerHasNoDomain: () =>
    'Your organisation has not proved a domain yet. Until it has, its provider signs nobody in.',
  providerEmailIsUnverified: () =>
    'Your provider does not say that your e-mail address is verified. Ask whoever runs it.',
  providerEmailIsElsewhere: ({ domain }: { domain: string }) =>
    `Your organisation has not proved the domain ${domain}, so its provider signs in nobody with such an address.`,
  accountHasOtherSubject: ({ email }: { email: string }) =>
    `${email} is another person at your provider already. Ask an admin of your organisation.`,
  accountIsNotOfProvider: () =>
    'There is an account with your address that is no member of this organisation. Its admin can invite you.',
  accountIsOfOthersToo: () =>
    'Your account belongs to other organisations as well, so no provider of one of them signs it in.',
  platformAdminByProvider: () =>
    'Your account runs this installation, so no provider of an organisation signs it in.',
  claimGivesNoRole: () =>
    'Your provider gives you no role in this organisation. Ask whoever runs it to add you to a group.',
  providerAnswerIsWrong: () => 'What your provider sent does not hold. Sign in again.',
  providerDidNotAskAnew: () => 'Your provider did not ask you who you are. Sign out there, and try again.',
  providerIsAway: () =>
    'Your provider does not answer as it should. Try again in a while, or ask whoever runs it.',
  providerSignInIsGone: () =>
    'This sign-in was not begun in this browser, has expired or was used already. Sign in again.',
  signsInByProvider: ({ organisation }: { organisation: string }) =>
    `${organisation} signs its members in by its own provider. Use that instead of a password or a passkey.`,
  providerSessionIsOfOne: () =>
    'You have signed in by the provider of one organisation, and act for that one alone.',
  isOfNoProvider: () => 'is of no organisation with a sign-in of its own',
  hasNoProvider: () => 'Your organisation has no sign-in of its own yet.',
  providerIsRemoved: () => 'The sign-in of your own is taken away.',
  isNoIssuer: () => 'is not the address of an issuer: it has no question mark',
  isNeededForIssuer: () => 'is needed, because the issuer is another one',
  isNoOwner: () => 'is no active administrator of the house with a password',
  isNeededToEnforce: () => 'is needed, so that somebody gets in when the provider does not answer',
  needsVerifiedDomain: () => 'takes a domain that is proved',
  isNoDomain: () => 'is no domain, such as hillfarm.example',
  hasDomainAlready: ({ domain }: { domain: string }) => `You have the domain ${domain} already.`,
  hasMostDomains: ({ most }: { most: number }) => `You have ${most} domains, the most there may be.`,
  enforcedNeedsDomain: () => 'While the sign-in of your own is enforced, its last domain stays.',
  domainIsRemoved: ({ domain }: { domain: string }) => `${domain} is taken away.`,
  domainIsVerified: ({ domain }: { domain: string }) => `${domain} is proved.`,
  domainIsOfAnother: ({ domain }: { domain: string }) => `Another organisation has proved ${domain}.`,
  recordIsNotThere: ({ name }: { name: string }) =>
    `The TXT record ${name} does not have this text yet. It may take some hours until it is seen.`,
  domainIsMailed: ({ address }: { address: string }) =>
    `A link is on its way to ${address}. It is good for a day.`,
  domainMailIsNotSent: () =>
    'This installation sends no mail: whoever runs it finds the link in its outbox. It is good for a day.',
  domainLinkIsGone: () => 'This link is not known, was used already, or has expired.',
  domainMailSubject: ({ domain }: { domain: string }) => `Prove that ${domain} is yours`,
  domainMailText: ({
    organisation,
    domain,
    token,
    publicUrl,
  }: {
    organisation: string
    domain: string
    token: string
    publicUrl?: string
  }) => {
    const wayIn =
      publicUrl === undefined
        ? `Your code, for the page "sign-in/domain" of Granary:\n\n${token}`
        : `If that is right, open this within a day:\n\n${publicUrl}/sign-in/domain#${token}`
    return `${organisation} wants to sign in people with an address of ${domain} in Granary.

${wayIn}

If you do not know ${organisation}, do nothing.
`
  },
}
