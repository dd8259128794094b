import type { Comment, NewComment } from '@millrace/contract/dashboard/comments'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'

/** More than a team says about one workflow; a bound on what is read and kept. */
const MOST = 500

interface About {
  readonly organisationId: string
  readonly workflowId: string
  /** Who asks. */
  readonly member: { readonly id: string; readonly email: string }
}

type Row = Omit<Comment, 'own' | 'created_at' | 'resolved_at'> & {
  readonly own: boolean | null
  readonly created_at: Date
  readonly resolved_at: Date | null
}

const COMMENTS = `
  SELECT c.id, c.node_id, c.text, m.name AS written_by, c.member_id = $3 AS own, c.created_at, c.resolved_at
  FROM workflow_comments c LEFT JOIN organisation_members() m ON m.id = c.member_id
  WHERE c.organisation_id = $1 AND c.workflow_id = $2`

const toComment = ({ own, created_at, resolved_at, ...row }: Row): Comment => ({
  ...row,
  own: own ?? false,
  created_at: created_at.toISOString(),
  resolved_at: resolved_at?.toISOString() ?? null,
})

/** Oldest first, as people read a conversation. */
export async function listComments(tx: Sql, about: About): Promise<Comment[]> {
  const { organisationId, workflowId, member } = about
  const { rows } = await tx.query<Row>(`${COMMENTS} ORDER BY c.id`, [organisationId, workflowId, member.id])
  return rows.map(toComment)
}

export async function findComment(tx: Sql, about: About, id: string): Promise<Comment | undefined> {
  const { organisationId, workflowId, member } = about
  const { rows } = await tx.query<Row>(`${COMMENTS} AND c.id = $4`, [
    organisationId,
    workflowId,
    member.id,
    id,
  ])
  return rows[0] && toComment(rows[0])
}

/** undefined: the workflow has as many as can be kept. */
export async function addComment(
  tx: Sql,
  about: About,
  { node_id = null, text }: NewComment,
): Promise<Comment | undefined> {
  const { organisationId, workflowId, member } = about
  const id = newId()
  const { rowCount } = await tx.query(
    `INSERT INTO workflow_comments (organisation_id, id, workflow_id, node_id, member_id, text)
     SELECT $1, $3, $2, $4, $5, $6
     WHERE (SELECT count(*) FROM workflow_comments WHERE organisation_id = $1 AND workflow_id = $2) < $7`,
    [organisationId, workflowId, id, node_id, member.id, text.trim(), MOST],
  )
  if (rowCount !== 1) return undefined
  await note(tx, about, 'comment.added')
  return findComment(tx, about, id)
}

/** Resolving one that is resolved leaves its time. */
export async function resolveComment(tx: Sql, about: About, id: string, resolved: boolean): Promise<void> {
  const { rowCount } = await tx.query(
    `UPDATE workflow_comments SET resolved_at = CASE WHEN $3 THEN now() END
     WHERE organisation_id = $1 AND id = $2 AND (resolved_at IS NOT NULL) <> $3`,
    [about.organisationId, id, resolved],
  )
  if (rowCount === 1) await note(tx, about, resolved ? 'comment.resolved' : 'comment.reopened')
}

export async function deleteComment(tx: Sql, about: About, id: string): Promise<void> {
  await tx.query('DELETE FROM workflow_comments WHERE organisation_id = $1 AND id = $2', [
    about.organisationId,
    id,
  ])
  await note(tx, about, 'comment.deleted')
}

const note = (tx: Sql, { organisationId, workflowId, member }: About, action: string) =>
  recordAudit(tx, organisationId, { actor: member.email, action, subject: workflowId })
