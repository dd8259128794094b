import { type Static, Type } from 'typebox'
import { nullable, Timestamp } from './common.ts'

/** What is shown of the token that an identity provider uses for SCIM. */
export const ScimToken = Type.Object({
  created_by: Type.String(),
  created_at: Timestamp,
  last_used_at: nullable(Timestamp, 'To the minute; null: never.'),
})
export type ScimToken = Static<typeof ScimToken>
