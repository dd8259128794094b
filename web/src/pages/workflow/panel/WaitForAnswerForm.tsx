import { mayAsk } from '@millrace/contract/email-blocks'
import type { NodeOf } from '@millrace/contract/node'
import { DurationField } from '../../../components/form/DurationField.tsx'
import { t } from '../../../language/words.ts'
import { EmailStepField } from './EmailStepField.tsx'
import type { NodeFormProps } from './panel-context.ts'

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
      <DurationField
        label={t`Wait at most`}
        value={node.timeout.after}
        onChange={after => onNode({ ...node, timeout: { ...node.timeout, after } }, 'timeout')}
      />
    </>
  )
}
