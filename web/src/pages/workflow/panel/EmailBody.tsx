import type { EmailBlock } from '@millrace/contract/email-blocks'
import type { NodeOf } from '@millrace/contract/node'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { blockTypes, gistOfBlock } from '../../../features/email/block-types.ts'
import { SaveEmailDialog } from '../../../features/email/SaveEmailDialog.tsx'
import { t } from '../../../language/words.ts'
import styles from './EmailBody.module.css'
import { MessagePreview } from './MessagePreview.tsx'
import { NodeTemplate } from './node-fields.tsx'
import { faultsAt, type NodeFormProps } from './panel-context.ts'
import { asSaved, SavedEmail, SavedEmailSelect } from './SavedEmail.tsx'

type EmailForm = NodeFormProps<NodeOf<'send_email'>> & {
  /** Opens the editor of its blocks. */
  onEdit(): void
}

/** What the e-mail says: a saved one, an outline of its blocks that opens the editor, or its HTML. */
export function EmailBody(form: EmailForm) {
  const { piece, blocks } = form.node
  if (piece !== undefined) return <SavedEmail {...form} piece={piece} />
  return blocks === undefined ? <HtmlBody {...form} /> : <Outline {...form} blocks={blocks} />
}

function Outline({ blocks, ...form }: EmailForm & { blocks: EmailBlock[] }) {
  const [saving, setSaving] = useState(false)
  const { node, onNode, locked, faults, onEdit } = form
  const { subject = '', preview } = node
  const found = faultsAt(faults, 'blocks')
  return (
    <section aria-label={t`E-mail`} className={styles.body}>
      <h3>{t`E-mail`}</h3>
      <ol className={styles.outline}>
        {[...blocks.entries()].map(([place, block]) => (
          <li key={`${block.type} ${place}`}>
            <Icon name={blockTypes[block.type].icon} />
            <span className="visually-hidden">{`${blockTypes[block.type].name}: `}</span>
            <span className={styles.gist}>{gistOfBlock(block) || blockTypes[block.type].name}</span>
          </li>
        ))}
      </ol>
      {found.length > 0 && (
        <p role="status" className={styles.fault}>
          {found.length === 1 ? found[0] : t`${found.length} problems. Edit the e-mail to see where.`}
        </p>
      )}
      <div className={styles.actions}>
        <Button onClick={onEdit}>{locked ? t`Show e-mail` : t`Edit e-mail`}</Button>
        {!locked && (
          <Button quiet onClick={() => setSaving(true)}>
            {t`Save e-mail for reuse…`}
          </Button>
        )}
      </div>
      <SavedEmailSelect {...form} />
      {saving && (
        <SaveEmailDialog
          email={{ subject, ...(preview === undefined ? {} : { preview }), blocks }}
          onSaved={key => onNode(asSaved(node, key))}
          onClose={() => setSaving(false)}
        />
      )}
    </section>
  )
}

function HtmlBody(form: EmailForm) {
  const { node, onNode, locked } = form
  const { html = '', ...rest } = node
  const { subject = '', text } = rest
  return (
    <>
      <NodeTemplate form={form} field="html" label={t`HTML`} channel="html" />
      {!locked && (
        <div>
          <Button
            quiet
            onClick={() =>
              onNode({ ...rest, blocks: [html === '' ? blockTypes.text.fresh() : { type: 'html', html }] })
            }
          >
            {t`Use blocks`}
          </Button>
        </div>
      )}
      <SavedEmailSelect {...form} />
      <MessagePreview form={form} parts={{ subject, html, ...(text ? { text } : {}) }} />
    </>
  )
}
