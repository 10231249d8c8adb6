import Type, { type Static } from 'typebox'
import { textParameter } from '../../http/search/text-query.ts'
import {
  closed,
  described,
  FileRef,
  FileRefInput,
  idParam,
  named,
  maybe,
  oneOf,
  Page,
  PageOf,
  PathId,
} from '../../http/validate/schema.ts'

const listingTypes = ['livestock', 'crop'] as const

/** About two pages of a letter. */
const MAX_MESSAGE_LENGTH = 5000
/** Most messages in one answer. */
export const MOST_MESSAGES = 200
/** Most messages of each conversation in a list of them. */
export const LISTED_MESSAGES = 20
/** Of one message. */
const MOST_FILES = 10
/** Conversations with something unread that an answer names. */
export const MOST_UNREAD = 200

const Id = Type.String({ minLength: 1, maxLength: 100 })

/** A message, and the conversation it begins or goes on with. */
export const MessageBody = closed({
  to: described(Id, 'The id of the user it is for.'),
  message: Type.String({
    minLength: 1,
    maxLength: MAX_MESSAGE_LENGTH,
    pattern: '\\S',
    description: 'What is said, as plain text.',
    examples: ['Is the wheat still for sale?'],
  }),
  listingId: maybe(
    Type.String({
      maxLength: 100,
      pattern: '^$|\\S',
      description:
        'The listing it is about, by your trading system’s id. Empty is none, as an answer says it.',
    }),
  ),
  listingType: maybe(oneOf([...listingTypes, ''], 'Of the listing. May be said later, and does not change.')),
  conversationId: maybe(
    Type.String({ maxLength: 100, description: 'The conversation to go on with. Empty is none.' }),
  ),
  title: maybe(Type.String({ maxLength: 200, description: 'Of a conversation that it begins.' })),
  files: maybe(
    Type.Array(FileRefInput, {
      maxItems: MOST_FILES,
      description:
        'Files of your organisation, by id alone. They are shared with the organisation of whoever it is for.',
    }),
  ),
})
export type MessageBody = Static<typeof MessageBody>

export const messageExample = {
  to: '0198a6f2-7c31-7c44-9a51-5d3c1f0b7a10',
  message: 'Is the wheat still for sale?',
  listingId: 'listing-4711',
  listingType: 'crop',
  title: 'Group 1 wheat at Hill Farm',
} as const

const organisation = {
  organisationId: Type.String({
    description:
      'For whom they wrote last, or else the one they have belonged to for longest; empty if none.',
  }),
  organisationName: Type.String(),
  looksLike: Type.String({
    description:
      'The name of a partner of yours, or of your own organisation, that the name of the person or of their organisation can be taken for; empty if it is like none.',
  }),
}

export const Conversation = named('Conversation', {
  messages: Type.Array(
    closed({
      sentById: Type.String(),
      sentByName: Type.String({ description: 'As they were called then.' }),
      sentForName: Type.String({ description: 'The organisation that they wrote for, as it is called now.' }),
      message: Type.String(),
      createdAtUTC: Type.String(),
      files: Type.Array(FileRef, { description: 'Sent along, those that you may see.' }),
    }),
    { description: `The latest, in the order they were sent; at most ${MOST_MESSAGES}.` },
  ),
  listingId: Type.String({ description: 'Empty where it is about no listing.' }),
  listingType: oneOf([...listingTypes, ''], 'Empty until somebody says it.'),
  conversationId: Type.String(),
  createdAtUTC: Type.String(),
  title: Type.String(),
  updatedAtUTC: Type.String({ description: 'When the last message was sent.' }),
  totalMessages: Type.Integer({
    description: 'How many messages there are, also those that this answer leaves out.',
  }),
  members: Type.Array(
    closed({
      id: Type.String(),
      name: Type.String(),
      ...organisation,
    }),
    { description: 'The two of them.' },
  ),
})
export type Conversation = Static<typeof Conversation>

export const ConversationPage = PageOf(Conversation)

const sortable = ['updatedAtUTC', 'createdAtUTC', 'title'] as const

export const ListQuery = closed({
  ...Page,
  sortBy: Type.Optional(oneOf(sortable, 'Default: updatedAtUTC, the latest first.')),
  sortDesc: Type.Optional(Type.Boolean({ description: 'true sorts descending.' })),
})
export type ListQuery = Static<typeof ListQuery>

export const ConversationIdParam = idParam('The conversation, by its `conversationId`.')

/** Also what is no id is not found, such as nothing at all. */
export const ListingParam = closed({
  action: described(PathId, 'The id of the listing.'),
})

export const MessagesQuery = closed({
  messagesLimit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_MESSAGES,
      default: MOST_MESSAGES,
      description: 'How many messages.',
    }),
  ),
  messagesOffset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      default: 0,
      description: 'How many of the latest messages to leave out, to read what was before them.',
    }),
  ),
})

export const ListingQuery = closed({
  with: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The id of the other member, where there are several conversations.',
    }),
  ),
})

/** Somebody to write to. */
export const Correspondent = named('Correspondent', {
  id: Type.String(),
  name: Type.String(),
  ...organisation,
})
export type Correspondent = Static<typeof Correspondent>

export const CorrespondentPage = PageOf(Correspondent)

export const CorrespondentsQuery = closed({
  ...Page,
  query: textParameter('Part of a name, of the person or their organisation.'),
})
export type CorrespondentsQuery = Static<typeof CorrespondentsQuery>

export const Unread = named('UnreadMessages', {
  totalMessages: Type.Integer({ description: 'All that you have not read.' }),
  conversations: Type.Array(
    closed({
      conversationId: Type.String(),
      messages: Type.Integer({ description: 'How many of the latest you have not read.' }),
    }),
    { description: `The conversations they are in, the latest first; at most ${MOST_UNREAD}.` },
  ),
})
export type Unread = Static<typeof Unread>

export const ReadBody = closed({
  messages: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description:
      'How many messages of the conversation you have read, as `totalMessages` says it. Never takes back what was read.',
  }),
})
