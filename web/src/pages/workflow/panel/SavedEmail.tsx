import type { NodeOf } from '@millrace/contract/node'
import { Link } from 'wouter'
import { Button } from '../../../components/Button.tsx'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { EmailPreview } from '../../../features/email/EmailPreview.tsx'
import { useNamedPiece, usePieces } from '../../../features/email/piece-calls.ts'
import { rich, t } from '../../../language/words.ts'
import styles from './EmailBody.module.css'
import { faultsAt, type NodeFormProps } from './panel-context.ts'
import { testOf } from './test-of.ts'

type Email = NodeOf<'send_email'>
type EmailForm = NodeFormProps<Email>

/** The step with a saved e-mail in place of what it said. */
export function asSaved(node: Email, piece: string): Email {
  const { subject: _subject, preview: _preview, html: _html, blocks: _blocks, text: _text, ...rest } = node
  return { ...rest, piece }
}

/** The e-mail of the step is a saved one, which is changed on its own page. */
export function SavedEmail({ piece: key, ...form }: EmailForm & { piece: string }) {
  const { node, onNode, locked, faults, workflowId, language } = form
  const { data: piece } = useNamedPiece(key)
  const found = faultsAt(faults, 'piece')
  const copy = () => {
    if (piece === undefined) return
    const { piece: _piece, ...rest } = node
    const { blocks, ...texts } = structuredClone(piece.content)
    onNode({ ...texts, ...rest, blocks: [...blocks] })
  }
  return (
    <section aria-label={t`E-mail`} className={styles.body}>
      <h3>{t`E-mail`}</h3>
      <p>
        {rich`The saved e-mail ${(
          <Link to={`/pieces/${key}`} target="_blank">
            {piece?.name ?? key}
          </Link>
        )}`}
        {piece?.content.subject !== undefined && t`, with the subject “${piece.content.subject}”`}.
      </p>
      {found.length > 0 && (
        <p role="status" className={styles.fault}>
          {found.join(' ')}
        </p>
      )}
      <SavedEmailSelect {...form} />
      {!locked && piece?.kind === 'email' && (
        <div>
          <Button quiet onClick={copy}>
            {t`Use a copy of it`}
          </Button>
        </div>
      )}
      {piece && (
        <EmailPreview
          workflowId={workflowId}
          language={language}
          blocks={piece.content.blocks}
          test={locked ? undefined : testOf(form)}
        />
      )}
    </section>
  )
}

/** Sends a saved e-mail instead; not there while none is saved. */
export function SavedEmailSelect({ node, onNode, locked }: EmailForm) {
  const { data: pieces = [] } = usePieces()
  const saved = pieces.filter(({ kind }) => kind === 'email')
  if (locked || saved.length === 0) return null
  const { piece = '' } = node
  const isKnown = saved.some(({ key }) => key === piece)
  return (
    <SelectField<string>
      label={t`Saved e-mail`}
      name="piece"
      value={piece}
      note={piece === '' ? t`Replaces the subject, preview text and content of this step.` : undefined}
      choices={[
        ...(isKnown ? [] : [{ value: piece, label: piece === '' ? t`None` : t`${piece} (missing)` }]),
        ...saved.map(({ key, name }) => ({ value: key, label: name })),
      ]}
      onChange={key => onNode(asSaved(node, key))}
    />
  )
}
