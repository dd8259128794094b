import { type Static, Type } from 'typebox'
import { nullable } from './common.ts'

/**
 * What marketing is about, such as offers or events. A guest who agreed to marketing can turn single topics off; what no
 * guest could choose has none.
 */

/** The languages in which Millrace itself speaks to guests: on the preference page, below e-mails, in answers to SMS. */
export const guestLanguages = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pt'] as const
export type GuestLanguage = (typeof guestLanguages)[number]

export const TopicId = Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,39}$' })

const name = Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' })

export const Topic = Type.Object(
  {
    /** What workflows call it. It stays when the name changes, so that the guests' choices do. */
    id: TopicId,
    /** What guests read beside the box. */
    name,
    /** The same in the languages of the guests, where it differs. */
    names: Type.Optional(
      Type.Object(
        Object.fromEntries(guestLanguages.map(language => [language, Type.Optional(name)])) as Record<
          GuestLanguage,
          ReturnType<typeof Type.Optional<typeof name>>
        >,
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
export type Topic = Static<typeof Topic>

export const MOST_TOPICS = 20

/**
 * Among the topics that a guest has turned off: they do not want their clicks to be counted. No topic of an organisation
 * can have this id.
 */
export const CLICK_COUNTING = '@clicks'

/** What a guest can turn off. */
export const ChoiceId = Type.String({ pattern: `^(${CLICK_COUNTING}|[a-z0-9][a-z0-9_-]{0,39})$` })

/** What another system says about a choice of the guest, with what can be shown of it. */
export const TopicStatement = Type.Object(
  {
    on: Type.Boolean({ description: 'false: turned off, which no later request turns on.' }),
    at: Type.String({ format: 'date-time', description: 'When the guest said so; not in the future.' }),
    where: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 200 }), 'Such as the form.')),
    words: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 2_000 }), 'What the guest read.')),
  },
  { additionalProperties: false },
)
export type TopicStatement = Static<typeof TopicStatement>

export const TopicStatements = Type.Record(ChoiceId, TopicStatement, {
  maxProperties: MOST_TOPICS + 1,
  description: 'By the id of the topic, from `GET /v1/topics`; "@clicks" for the counting of clicks.',
})
export type TopicStatements = Static<typeof TopicStatements>

export const TopicList = Type.Object(
  { data: Type.Array(Topic) },
  { $id: 'TopicList', title: 'The topics of marketing that guests can turn off' },
)

/** What the history of consent calls a choice of a topic. */
export const topicField = (id: string) => `topic:${id}`
export const topicOfField = (field: string) => (field.startsWith('topic:') ? field.slice(6) : undefined)
