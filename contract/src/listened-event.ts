import { Type } from 'typebox'
import { Condition } from './condition.ts'

/**
 * An event that a run under way listens for. In `when`, `event` is the event that came, and `started_by` the one that
 * started the run.
 */
export const listenedEvent = {
  /** null: an event without a source. */
  source: Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()]),
  /** Parameters that have the same value in the event that came and in the one that started the run. */
  match: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      minItems: 1,
      maxItems: 5,
      uniqueItems: true,
    }),
  ),
  when: Type.Optional(Condition),
}
