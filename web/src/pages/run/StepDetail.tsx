import type { RunInspection, RunStep } from '@millrace/contract/dashboard/runs'
import { JsonBlock } from '../../components/JsonBlock.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { MessageView } from '../../features/message/MessageView.tsx'
import { StoredEmail } from '../../features/message/StoredEmail.tsx'
import { stepName } from '../../features/run/step-name.ts'

/** One step: what came in, what came out, and what went wrong. */
export function StepDetail({ step, inspection }: { step: RunStep; inspection: RunInspection }) {
  const { run, input, definition } = inspection
  const node = nodeOf(definition, step.node_id)
  const error = step.status === 'failed' ? (step.detail.error ?? run.error) : undefined
  const tabs = [
    ...(step.message
      ? [
          {
            name: 'Message',
            content: <MessageView message={step.message} drawn={<StoredEmail id={step.message.id} />} />,
          },
        ]
      : []),
    ...(error ? [{ name: 'Error', content: <JsonBlock label="Error" value={error} /> }] : []),
    { name: 'Output', content: <JsonBlock label="Output" value={step.detail} /> },
    {
      name: 'Input',
      content: (
        <>
          {node !== undefined && <JsonBlock label="Step settings" value={node} />}
          <JsonBlock label="Run input" value={input} />
        </>
      ),
    },
  ]
  return (
    <Panel title={stepName(step)}>
      <Tabs key={step.position} label="About the step" tabs={tabs} />
    </Panel>
  )
}

function nodeOf(definition: Record<string, unknown> | null, id: string): unknown {
  const nodes = definition?.nodes
  return Array.isArray(nodes) ? nodes.find(node => (node as { id?: unknown }).id === id) : undefined
}
