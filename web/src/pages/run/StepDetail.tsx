import type { RunInspection, RunStep } from '@millrace/contract/dashboard/runs'
import { JsonBlock } from '../../components/JsonBlock.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { MessageView } from '../../features/message/MessageView.tsx'
import { StoredEmail } from '../../features/message/StoredEmail.tsx'
import { stepName } from '../../features/run/step-name.ts'
import { t } from '../../language/words.ts'
import { StepStory } from './StepStory.tsx'

/** One step: what happened in words, the message it sent, and the data behind both. */
export function StepDetail({ step, inspection }: { step: RunStep; inspection: RunInspection }) {
  const { run, input, definition } = inspection
  const node = nodeOf(definition, step.node_id)
  const error = step.status === 'failed' ? (step.detail.error ?? run.error) : undefined
  const tabs = [
    { name: t`Summary`, content: <StepStory step={step} inspection={inspection} /> },
    ...(step.message
      ? [
          {
            name: t`Message`,
            content: <MessageView message={step.message} drawn={<StoredEmail id={step.message.id} />} />,
          },
        ]
      : []),
    {
      name: t`Data`,
      content: (
        <>
          {error !== undefined && error !== null && <JsonBlock label={t`Error`} value={error} />}
          <JsonBlock label={t`Output`} value={step.detail} />
          {node !== undefined && <JsonBlock label={t`Step settings`} value={node} />}
          <JsonBlock label={t`Run input`} value={input} />
        </>
      ),
    },
  ]
  return (
    <Panel title={stepName(step)}>
      <Tabs key={step.position} label={t`About the step`} tabs={tabs} />
    </Panel>
  )
}

function nodeOf(definition: Record<string, unknown> | null, id: string): unknown {
  const nodes = definition?.nodes
  return Array.isArray(nodes) ? nodes.find(node => (node as { id?: unknown }).id === id) : undefined
}
