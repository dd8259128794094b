import { type Static, Type } from 'typebox'

/**
 * What marketing is about, such as offers or events. A guest who agreed to marketing can turn single topics off; what no
 * guest could choose has none.
 */

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
      Type.Object({ en: Type.Optional(name), pt: Type.Optional(name) }, { additionalProperties: false }),
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

/** What the history of consent calls a choice of a topic. */
export const topicField = (id: string) => `topic:${id}`
export const topicOfField = (field: string) => (field.startsWith('topic:') ? field.slice(6) : undefined)
