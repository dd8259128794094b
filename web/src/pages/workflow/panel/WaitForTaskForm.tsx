import type { NodeOf } from '@millrace/contract/node'
import { Rows } from '../../../components/form/Rows.tsx'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { nameOf } from '../../../features/workflow/node-types.ts'
import { t } from '../../../language/words.ts'
import type { NodeFormProps } from './panel-context.ts'
import { TimeoutField } from './TimeoutField.tsx'

/** Which tasks of the workflow the run waits for, and how long. */
export function WaitForTaskForm({ node, onNode, document }: NodeFormProps<NodeOf<'wait_for_task'>>) {
  const created = document.nodes.filter(({ type }) => type === 'create_task')
  const choices = (task: string) => [
    ...(created.some(({ id }) => id === task) ? [] : [{ value: task, label: task || t`Choose a task` }]),
    ...created.map(one => ({ value: one.id, label: `${nameOf(one)} (${one.id})` })),
  ]
  return (
    <>
      <Rows
        what={t`Task`}
        rows={node.tasks}
        fewest={1}
        most={5}
        fresh={() => created.find(({ id }) => !node.tasks.includes(id))?.id ?? ''}
        onChange={tasks => onNode({ ...node, tasks })}
      >
        {(task, change) => (
          <SelectField
            label={t`Created by`}
            name="task"
            value={task}
            choices={choices(task)}
            onChange={chosen => change(chosen)}
          />
        )}
      </Rows>
      <TimeoutField node={node} onNode={onNode} />
    </>
  )
}
