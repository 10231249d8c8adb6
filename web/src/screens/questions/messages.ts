import { defineMessages } from '../../i18n/messages.ts'

export const messages = defineMessages({
  en: {
    title: 'Questions to an expert',
    about: 'Answers come by mail to whoever asked.',
    list: 'What was asked',
    question: 'Ask a question',
    sample: 'Send a grain sample',
    none: 'Nothing asked yet',
    noneHint:
      'Ask an agricultural adviser in your own words, or send photos of a grain sample. It goes out by mail, and the answer comes to your mail address.',
    mayNot: 'You may read here what was asked, and not ask: that takes another role.',
    queued: 'On its way',
    sent: 'Sent',
    failed: 'Not sent',
    untold: 'Nobody is told',
    untoldWhy:
      'This installation sends no mail, so the expert hears nothing. Whoever runs it sets a mail server (SMTP_URL); then ask again.',
    answerTo: 'The answer goes to {email}.',
    sampleSent: 'A grain sample',
    sampleHint:
      'Spread a handful out on something plain, in daylight, and photograph it from above. The expert sees the photos and nothing else.',
    words: 'Your question',
    send: 'Send',
  },
  de: {
    title: 'Fragen an eine Fachperson',
    about: 'Die Antwort kommt per E-Mail an die Person, die gefragt hat.',
    list: 'Was gefragt wurde',
    question: 'Frage stellen',
    sample: 'Kornprobe senden',
    none: 'Noch nichts gefragt',
    noneHint:
      'Fragen Sie die Beratung in eigenen Worten, oder senden Sie Fotos einer Kornprobe. Es geht als E-Mail hinaus, und die Antwort kommt an Ihre Adresse.',
    mayNot: 'Sie dürfen hier lesen, was gefragt wurde, aber nicht fragen: Dazu braucht es eine andere Rolle.',
    queued: 'Unterwegs',
    sent: 'Gesendet',
    failed: 'Nicht gesendet',
    untold: 'Niemand weiß davon',
    untoldWhy:
      'Diese Installation verschickt keine E-Mails, die Fachperson erfährt also nichts. Wer sie betreibt, richtet einen Mailserver ein (SMTP_URL); fragen Sie dann noch einmal.',
    answerTo: 'Die Antwort geht an {email}.',
    sampleSent: 'Eine Kornprobe',
    sampleHint:
      'Breiten Sie eine Handvoll bei Tageslicht auf etwas Einfarbigem aus und fotografieren Sie von oben. Die Fachperson sieht nur die Fotos.',
    words: 'Ihre Frage',
    send: 'Senden',
  },
  fr: {
    title: 'Questions à un expert',
    about: 'La réponse arrive par courriel à qui a posé la question.',
    list: 'Ce qui a été demandé',
    question: 'Poser une question',
    sample: 'Envoyer un échantillon',
    none: 'Rien demandé pour l’instant',
    noneHint:
      'Demandez à un conseiller agricole avec vos mots, ou envoyez des photos d’un échantillon de grain. Cela part par courriel, et la réponse vient à votre adresse.',
    mayNot: 'Vous pouvez lire ce qui a été demandé, mais pas demander : il faut un autre rôle.',
    queued: 'En route',
    sent: 'Envoyé',
    failed: 'Non envoyé',
    untold: 'Personne n’est prévenu',
    untoldWhy:
      'Cette installation n’envoie pas de courriel, l’expert n’en sait donc rien. Qui la gère règle un serveur de courriel (SMTP_URL) ; posez alors la question à nouveau.',
    answerTo: 'La réponse va à {email}.',
    sampleSent: 'Un échantillon de grain',
    sampleHint:
      'Étalez une poignée sur un fond uni, à la lumière du jour, et photographiez d’en haut. L’expert ne voit que les photos.',
    words: 'Votre question',
    send: 'Envoyer',
  },
})
