import type { Comment } from '@millrace/contract/dashboard/comments'
import { useId } from 'react'
import type { Answer } from '../../../api/answer.ts'
import { useSubmit } from '../../../api/use-submit.ts'
import { addComment, changeComment, deleteComment } from '../../../api/workflows.ts'
import { Button } from '../../../components/Button.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { TextAreaField } from '../../../components/form/TextAreaField.tsx'
import { Time } from '../../../components/time/Time.tsx'
import { useChanged } from '../../../components/use-changed.ts'
import { plural, t } from '../../../language/words.ts'
import { useSignedIn } from '../../../session/use-session.ts'
import styles from './Comments.module.css'

export interface CommentsProps {
  workflowId: string
  /** The step that they are about; undefined: the workflow as a whole. */
  node: string | undefined
  comments: readonly Comment[]
  locked: boolean
  /** Kept while other steps are looked at. */
  text: string
  onText(text: string): void
}

/** What members say about a step. It is no part of the draft: nothing has to be saved or published. */
export function Comments({ workflowId, node, comments, locked, text, onText }: CommentsProps) {
  const id = useId()
  const done = useChanged([['comments', workflowId]], () => onText(''))
  const submission = useSubmit(() => addComment(workflowId, { node_id: node ?? null, text }), done)
  const [open, resolved] = [
    comments.filter(({ resolved_at }) => resolved_at === null),
    comments.filter(({ resolved_at }) => resolved_at !== null),
  ]
  if (locked && comments.length === 0) return null
  const list = (shown: readonly Comment[]) => (
    <ul className={styles.list}>
      {shown.map(comment => (
        <OneComment key={comment.id} workflowId={workflowId} comment={comment} locked={locked} />
      ))}
    </ul>
  )
  return (
    <section className={styles.comments} aria-labelledby={id}>
      <h3 id={id}>{node === undefined ? t`Comments on the workflow` : t`Comments`}</h3>
      {open.length > 0 && list(open)}
      {resolved.length > 0 && (
        <details>
          <summary>{plural(resolved.length, '# resolved comment', '# resolved comments')}</summary>
          {list(resolved)}
        </details>
      )}
      {!locked && (
        <Form submission={submission} action={t`Add comment`} disabled={text.trim() === ''}>
          <TextAreaField
            label={t`Comment for the team`}
            name="text"
            maxLength={2_000}
            value={text}
            onChange={onText}
            failure={submission.failure}
          />
        </Form>
      )}
    </section>
  )
}

interface OneCommentProps {
  workflowId: string
  comment: Comment
  locked: boolean
}

function OneComment({ workflowId, comment, locked }: OneCommentProps) {
  const { role } = useSignedIn()
  const { id, text, written_by, own, created_at, resolved_at } = comment
  const done = useChanged([['comments', workflowId]])
  const resolve = useSubmit(() => changeComment(workflowId, id, { resolved: resolved_at === null }), done)
  const remove = useSubmit<{ message: string }>(
    (): Promise<Answer<{ message: string }>> => deleteComment(workflowId, id),
    done,
  )
  return (
    <li>
      <p className={styles.head}>
        <strong>{written_by ?? t`A former member`}</strong> <Time at={created_at} />
      </p>
      <p className={styles.text}>{text}</p>
      {!locked && (
        <div className={styles.actions}>
          <Button quiet busy={resolve.busy} onClick={resolve.submit}>
            {resolved_at === null ? t`Resolve` : t`Open again`}
          </Button>
          {(own || role === 'owner') && (
            <Button quiet danger busy={remove.busy} onClick={remove.submit}>
              {t`Delete comment`}
            </Button>
          )}
        </div>
      )}
      <FailureNote failure={resolve.failure ?? remove.failure} />
    </li>
  )
}
