import type { NodeOf } from '@millrace/contract/node'
import { TextField } from '../../../components/form/TextField.tsx'
import { t } from '../../../language/words.ts'
import { EmailStepField } from './EmailStepField.tsx'
import type { NodeFormProps } from './panel-context.ts'
import { TimeoutField } from './TimeoutField.tsx'

/** Which e-mail's links the run waits for, and how long. */
export function WaitForClickForm({ node, onNode, document }: NodeFormProps<NodeOf<'wait_for_click'>>) {
  return (
    <>
      <EmailStepField
        label={t`Link in`}
        value={node.email}
        steps={document.nodes.filter(({ type }) => type === 'send_email')}
        onChange={email => onNode({ ...node, email })}
      />
      <TextField
        label={t`Address`}
        note={t`Only links that begin with it. Leave blank for any link.`}
        name="url"
        maxLength={2000}
        placeholder={t`https://example.com/menu`}
        value={node.url ?? ''}
        onChange={url => {
          const { url: _before, ...rest } = node
          onNode(url === '' ? rest : { ...rest, url }, 'url')
        }}
      />
      <TimeoutField node={node} onNode={onNode} />
    </>
  )
}
