import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about: 'What others have booked in your name: accept it, or say that it is not yours.',
    figures: {
      open: 'One line for each storer, commodity and harvest year, and one for each contract. What is brought, moved or harvested of it later belongs to the line. It unfolds to each booking: the day, the lorry, the ticket, the weight and the bay.',
      decisions: 'What you have accepted and declined, when, and who did. It can be decided otherwise.',
      declined: 'What you have booked for others and they do not accept.',
      decided:
        'Organisations that book in your name: accept what each books always, block it, or be asked each time.',
    },
  },
  de: {
    about: 'Was andere in Ihrem Namen gebucht haben: annehmen, oder sagen, dass es Ihnen nicht gehört.',
    figures: {
      open: 'Eine Zeile für jeden Lagerhalter, jede Frucht und jedes Erntejahr, und eine für jeden Vertrag. Was davon später kommt, umgelagert oder geerntet wird, gehört zur Zeile. Sie lässt sich bis zu jeder Buchung aufklappen: Tag, Lkw, Wiegeschein, Gewicht und Box.',
      decisions:
        'Was Sie angenommen und abgelehnt haben, wann, und wer es war. Es lässt sich anders entscheiden.',
      declined: 'Was Sie für andere gebucht haben und diese nicht annehmen.',
      decided:
        'Betriebe, die in Ihrem Namen buchen: immer annehmen, blockieren oder jedes Mal gefragt werden.',
    },
  },
  fr: {
    about: 'Ce que d’autres ont inscrit à votre nom : acceptez-le, ou dites que ce n’est pas à vous.',
    figures: {
      open: 'Une ligne par stockeur, culture et année de récolte, et une par contrat. Ce qui en est livré, déplacé ou récolté ensuite appartient à la ligne. Elle se déplie jusqu’à chaque écriture : le jour, le camion, le ticket, le poids et la case.',
      decisions: 'Ce que vous avez accepté et refusé, quand, et par qui. Cela peut être décidé autrement.',
      declined: 'Ce que vous avez inscrit pour d’autres et qu’ils n’acceptent pas.',
      decided:
        'Organisations qui inscrivent à votre nom : toujours accepter, bloquer, ou être interrogé chaque fois.',
    },
  },
})
