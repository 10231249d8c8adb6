import type { Writing } from '../writing.ts'

export const mails = {
  invitationSubject: ({ organisation }: { organisation: string }) => `${organisation} invites you to Granary`,
  invitationText: (
    {
      invitedBy,
      organisation,
      token,
      publicUrl,
      untilUTC,
      timeZone,
    }: {
      invitedBy: string
      organisation: string
      token: string
      publicUrl?: string
      untilUTC: string
      timeZone: string
    },
    write: Writing,
  ) => {
    const wayIn =
      publicUrl === undefined
        ? `Your invitation code, for the page "invitation" of Granary:\n\n${token}`
        : `Accept here:\n\n${publicUrl}/invitation#${token}`
    return `${invitedBy} invites you to ${organisation} in Granary.

${wayIn}

Whoever has it can accept in your place, so keep it to yourself. It is good once, until ${write.day(untilUTC, timeZone)}.
If you did not expect this, leave it: nothing happens.
`
  },
  newPasswordSubject: () => 'A new password for Granary',
  newPasswordText: ({
    email,
    publicUrl,
    token,
  }: {
    email: string
    publicUrl?: string
    token: string
  }) => `Somebody has asked for a new password for ${email} in ${publicUrl === undefined ? 'Granary' : `Granary at ${publicUrl}`}.

Your code:

${token}

Whoever has it can set a new password and sign in as you, so keep it to yourself. It is good once, for an hour.
If you did not ask for it, leave it: your password stays as it is.
`,
  questionSubject: ({ organisation, firstLine }: { organisation: string; firstLine?: string }) =>
    firstLine === undefined
      ? `Grain sample from ${organisation}`
      : `Question from ${organisation}: ${firstLine}`,
  questionText: (
    {
      id,
      user,
      organisation,
      countryISO,
      question,
      fileNames,
      replyTo,
      askedAtUTC,
      timeZone,
    }: {
      id: string
      user: string
      organisation: string
      countryISO: string
      question?: string
      fileNames: string[]
      replyTo: string
      askedAtUTC: string
      timeZone: string
    },
    write: Writing,
  ) => {
    const who = `${user} of ${organisation} (${countryISO})`
    const seen = fileNames.length > 0 ? 'See what is attached.' : 'Nothing was attached: ask for a picture.'
    const paragraphs = [
      question === undefined
        ? `${who} asks what you think of the quality of a grain sample. ${seen}`
        : `${who} asks:\n\n${question}`,
      ...(fileNames.length > 0 ? [`Attached:\n${fileNames.map((name) => `- ${name}`).join('\n')}`] : []),
      replyTo === ''
        ? 'Nobody can be answered by mail: whoever runs this service knows who asked.'
        : `To answer, reply to this mail: it goes to ${replyTo}.`,
      `Asked on ${write.day(askedAtUTC, timeZone)} at ${write.time(askedAtUTC, timeZone)} (${timeZone}). Question ${id}.`,
    ]
    return `${paragraphs.join('\n\n')}\n`
  },
}
