import { type Static, Type } from 'typebox'
import { nullable, Timestamp, Uuid } from '../common.ts'
import { NodeId } from '../node.ts'

export const Comment = Type.Object({
  id: Uuid,
  node_id: nullable(Type.String(), 'The step that it is about; null: the workflow as a whole.'),
  text: Type.String(),
  written_by: nullable(Type.String(), 'The name of the member who wrote it; null: no longer a member.'),
  own: Type.Boolean({ description: 'Whether the member who asks wrote it.' }),
  created_at: Timestamp,
  resolved_at: nullable(Timestamp),
})
export type Comment = Static<typeof Comment>

export const CommentList = Type.Object({ data: Type.Array(Comment) })

export const NewComment = Type.Object(
  {
    node_id: Type.Optional(nullable(NodeId)),
    text: Type.String({ minLength: 1, maxLength: 2_000, pattern: '^[^\\u0000]*\\S[^\\u0000]*$' }),
  },
  { additionalProperties: false },
)
export type NewComment = Static<typeof NewComment>

export const CommentChange = Type.Object({ resolved: Type.Boolean() }, { additionalProperties: false })
export type CommentChange = Static<typeof CommentChange>

export const CommentAnswer = Type.Object({ message: Type.String(), comment: Comment })
