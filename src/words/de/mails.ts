import type { mails as english } from '../en/mails.ts'
import type { SameAs } from '../writing.ts'

export const mails: SameAs<typeof english> = {
  invitationSubject: ({ organisation }) => `${organisation} lädt Sie zu Granary ein`,
  invitationText: ({ invitedBy, organisation, token, publicUrl, untilUTC, timeZone }, write) => {
    const wayIn =
      publicUrl === undefined
        ? `Ihr Einladungscode, für die Seite „Einladung“ von Granary:\n\n${token}`
        : `Hier können Sie annehmen:\n\n${publicUrl}/invitation#${token}`
    return `${invitedBy} lädt Sie zu ${organisation} in Granary ein.

${wayIn}

Wer das hat, kann an Ihrer Stelle annehmen; bitte geben Sie es niemandem. Es gilt einmal, bis zum ${write.day(untilUTC, timeZone)}.
Wenn Sie das nicht erwartet haben, lassen Sie es liegen: Dann geschieht nichts.
`
  },
  newPasswordSubject: () => 'Ein neues Passwort für Granary',
  newPasswordText: ({
    email,
    publicUrl,
    token,
  }) => `Jemand hat für ${email} ein neues Passwort ${publicUrl === undefined ? 'in Granary' : `in Granary unter ${publicUrl}`} verlangt.

Ihr Code:

${token}

Wer ihn hat, kann ein neues Passwort setzen und sich an Ihrer Stelle anmelden; bitte geben Sie ihn niemandem. Er gilt einmal, eine Stunde lang.
Wenn Sie ihn nicht verlangt haben, lassen Sie ihn liegen: Ihr Passwort bleibt, wie es ist.
`,
  questionSubject: ({ organisation, firstLine }) =>
    firstLine === undefined ? `Getreideprobe von ${organisation}` : `Frage von ${organisation}: ${firstLine}`,
  questionText: (
    { id, user, organisation, countryISO, question, fileNames, replyTo, askedAtUTC, timeZone },
    write,
  ) => {
    const who = `${user} von ${organisation} (${countryISO})`
    const seen = fileNames.length > 0 ? 'Siehe Anhang.' : 'Nichts ist angehängt: Bitte ein Bild verlangen.'
    const paragraphs = [
      question === undefined
        ? `${who} fragt, was Sie von der Qualität einer Getreideprobe halten. ${seen}`
        : `${who} fragt:\n\n${question}`,
      ...(fileNames.length > 0 ? [`Angehängt:\n${fileNames.map((name) => `- ${name}`).join('\n')}`] : []),
      replyTo === ''
        ? 'Per E-Mail kann niemandem geantwortet werden: Wer diesen Dienst betreibt, weiß, wer gefragt hat.'
        : `Zum Antworten bitte auf diese E-Mail antworten: Sie geht an ${replyTo}.`,
      `Gefragt am ${write.day(askedAtUTC, timeZone)} um ${write.time(askedAtUTC, timeZone)} Uhr (${timeZone}). Frage ${id}.`,
    ]
    return `${paragraphs.join('\n\n')}\n`
  },
}
