import { read, write, type Operation } from '../../http/operation.ts'
import { Acknowledgement } from '../../http/validate/schema.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import { message } from '../../words/catalogue.ts'
import { listCorrespondents } from './correspondents.ts'
import { getConversation, getListingConversation, listConversations, versionOf } from './queries.ts'
import {
  Conversation,
  ConversationIdParam,
  ConversationPage,
  CorrespondentPage,
  CorrespondentsQuery,
  LISTED_MESSAGES,
  ListingParam,
  ListingQuery,
  ListQuery,
  MessageBody,
  messageExample,
  MessagesQuery,
  MOST_MESSAGES,
  ReadBody,
  Unread,
} from './schema.ts'
import {
  ConversationReportPage,
  listReports,
  ReportBody,
  reportConversation,
  ReportsQuery,
} from './reports.ts'
import { sendMessage, startConversation } from './send-message.ts'
import { markRead, readUnread } from './unread.ts'

const whose = 'Only its two members see a conversation, not others of their organisations.'
const whoHears =
  'Both members hear of it on the event stream as `conversation.message`, when they are signed in.'
const refused =
  'An unknown or suspended person is answered with 404, and where one organisation has blocked the other with 403. Conversations are between people, so an API key is refused (403).'

/** Conversations between two people, about a listing or about anything. */
export const conversationOperations: Operation[] = [
  starting(),
  ...reading(),
  ...beside(),
  sending(),
  marking(),
  ...reporting(),
]

function starting(): Operation {
  return write(
    {
      method: 'POST',
      path: '/conversations',
      isPrivate: true,
      title: 'Create a new conversation',
      description:
        'Begins a conversation with a message to any active user. With a listing there is one conversation for the two of you: if it ' +
        'is there already, or conversationId names one, the message is added to that, and title is ignored. Otherwise each request ' +
        `begins another. With people of organisations that yours has no dealings with, only so many may be begun a day (429). ${whoHears} ${refused}`,
      permission: 'conversations:write',
      body: MessageBody,
      result: Conversation,
      isResource: true,
      version: versionOf,
      location: ({ conversationId }) => `/api/system/conversations/${conversationId}`,
      example: messageExample,
    },
    async (trx, actor, { body }) => getConversation(trx, actor, await startConversation(trx, actor, body)),
  )
}

function sending(): Operation {
  return write(
    {
      method: 'POST',
      path: '/conversations/:id',
      isPrivate: true,
      title: 'Add a new message to the conversation',
      description:
        '`to` is the other member. The body may repeat conversationId, listingId ' +
        `and listingType, which must then be those of the conversation; title is ignored. ${whoHears} ${refused}`,
      permission: 'conversations:write',
      params: ConversationIdParam,
      body: MessageBody,
      result: Conversation,
      isResource: true,
      version: versionOf,
      current: async (db, actor, { id }) => versionOf(await getConversation(db, actor, id)),
      example: { to: messageExample.to, message: 'It is. When would you collect it?' },
    },
    async (trx, actor, { params, body }) =>
      getConversation(trx, actor, await sendMessage(trx, actor, params.id, body)),
  )
}

function reading(): Operation[] {
  return [
    read(
      {
        path: '/conversations',
        title: 'Retrieve all conversations for a user',
        description: `The caller’s conversations, each with its latest messages, at most ${LISTED_MESSAGES}. ${whose}`,
        permission: 'signed-in',
        query: ListQuery,
        result: ConversationPage,
      },
      (db, actor, { query }) => listConversations(db, actor, query),
    ),
    read(
      {
        path: '/conversations/:id',
        title: 'Retrieve a single conversation',
        description: `One conversation with its latest messages; messagesLimit and messagesOffset page back through them. ${whose}`,
        permission: 'signed-in',
        params: ConversationIdParam,
        query: MessagesQuery,
        result: Conversation,
        isResource: true,
        version: versionOf,
      },
      (db, actor, { params, query }) =>
        getConversation(db, actor, params.id, {
          limit: query.messagesLimit ?? MOST_MESSAGES,
          offset: query.messagesOffset ?? 0,
        }),
    ),
    read(
      {
        path: '/conversations/listing/:action',
        title: 'Retrieve a conversation for a listing',
        description:
          'The caller’s conversation about the listing whose id is in the path. If you talk with several people about it, you get the one ' +
          `with the latest message, or the one with the person named in \`with\`. ${whose}`,
        permission: 'signed-in',
        params: ListingParam,
        query: ListingQuery,
        result: Conversation,
        isResource: true,
        version: versionOf,
      },
      (db, actor, { params, query }) => getListingConversation(db, actor, params.action, query.with),
    ),
  ]
}

/** Operations beside the conversations of a person: what they have not read, and whom they may write to. */
function beside(): Operation[] {
  return [
    read(
      {
        path: '/conversations/unread',
        title: 'Count unread messages',
        description:
          'How many messages the caller has not read, and in which conversations. Sending a message in a conversation reads what is there.',
        permission: 'signed-in',
        result: Unread,
      },
      (db, actor) => readUnread(db, actor),
    ),
    read(
      {
        path: '/conversations/people',
        title: 'List people to write to',
        description:
          'The active people of your organisation, and those of others with whom you have a conversation, by name. Anybody else can be written to by their ' +
          'id, as a trading system knows it, but is listed to nobody.',
        permission: 'signed-in',
        query: CorrespondentsQuery,
        result: CorrespondentPage,
      },
      (db, actor, { query }) => listCorrespondents(db, actor, query),
    ),
  ]
}

function marking(): Operation {
  return write(
    {
      method: 'PUT',
      path: '/conversations/:id/read',
      isRoutine: true,
      title: 'Mark messages as read',
      description:
        'Keeps how many messages of the conversation the caller has read, for all their devices, which hear of it as `conversation.read`. The other ' +
        `member is not told. ${whose}`,
      permission: 'signed-in',
      params: ConversationIdParam,
      body: ReadBody,
      result: Unread,
      example: { messages: 12 },
    },
    (trx, actor, { params, body }) => markRead(trx, actor, params.id, body.messages),
  )
}

function reporting(): Operation[] {
  return [
    write(
      {
        method: 'POST',
        path: '/conversations/:id/report',
        title: 'Report a conversation',
        description:
          'Sends the last messages of the other member, and why, to those who run the service. Reported again, it is one report. Refused with in_use where the other one has ' +
          'written nothing. The other member is not told. To be left in peace, block their organisation as a counterparty.',
        permission: 'conversations:write',
        params: ConversationIdParam,
        body: ReportBody,
        result: Acknowledgement,
        example: { reason: 'Says to be Alpha Farm, and asks for our password.' },
      },
      async (trx, actor, { params, body }) => {
        await reportConversation(trx, actor, params.id, body)
        return acknowledge(actor, message('conversationWasReported', {}))
      },
    ),
    read(
      {
        path: '/conversations/reports',
        title: 'List reported conversations',
        description:
          'What people of all organisations have reported, the latest first, with the messages as they were then.',
        permission: 'platform:admin',
        query: ReportsQuery,
        result: ConversationReportPage,
      },
      (db, _actor, { query }) => listReports(db, query),
    ),
  ]
}
