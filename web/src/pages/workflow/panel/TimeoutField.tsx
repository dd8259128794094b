import type { NodeOf } from '@millrace/contract/node'
import { DurationField } from '../../../components/form/DurationField.tsx'
import { t } from '../../../language/words.ts'
import type { NodeFormProps } from './panel-context.ts'

type Waiting = NodeOf<'wait_for_event' | 'wait_for_task' | 'wait_for_click' | 'wait_for_answer'>

/** How long a step waits for something that may not come. */
export const TimeoutField = <Node extends Waiting>({
  node,
  onNode,
}: Pick<NodeFormProps<Node>, 'node' | 'onNode'>) => (
  <DurationField
    label={t`Wait at most`}
    value={node.timeout.after}
    onChange={after => onNode({ ...node, timeout: { ...node.timeout, after } }, 'timeout')}
  />
)
