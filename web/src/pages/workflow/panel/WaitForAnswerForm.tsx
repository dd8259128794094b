import { mayAsk } from '@millrace/contract/email-blocks'
import type { NodeOf } from '@millrace/contract/node'
import { t } from '../../../language/words.ts'
import { EmailStepField } from './EmailStepField.tsx'
import type { NodeFormProps } from './panel-context.ts'
import { TimeoutField } from './TimeoutField.tsx'

/** Which e-mail's question the run waits for, and how long. */
export function WaitForAnswerForm({ node, onNode, document }: NodeFormProps<NodeOf<'wait_for_answer'>>) {
  return (
    <>
      <EmailStepField
        label={t`Question in`}
        value={node.email}
        steps={document.nodes.filter(one => one.type === 'send_email' && mayAsk(one))}
        onChange={email => onNode({ ...node, email })}
      />
      <TimeoutField node={node} onNode={onNode} />
    </>
  )
}
