import type { Comment } from '@millrace/contract/dashboard/comments'
import type { Sql } from '#db/sql.ts'
import { findComment } from '#workflows/comments/comments.ts'
import { Refusal } from '../../../refusal.ts'
import { requireId } from '../../edge/require-id.ts'

export async function requireComment(
  tx: Sql,
  about: Parameters<typeof findComment>[1],
  given: string,
): Promise<Comment> {
  const comment = await findComment(tx, about, requireId(given, 'comment_not_found'))
  if (comment === undefined) throw new Refusal('comment_not_found')
  return comment
}
