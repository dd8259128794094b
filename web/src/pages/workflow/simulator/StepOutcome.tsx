import type { SimulatedMessage, SimulatedTask, SimulationResult } from '@millrace/contract/simulation'
import { DescriptionList } from '../../../components/DescriptionList.tsx'
import { JsonBlock } from '../../../components/JsonBlock.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { Tabs } from '../../../components/Tabs.tsx'
import { exactTime } from '../../../components/time/relative-time.ts'
import { useVenueZone } from '../../../components/time/use-venue-zone.ts'
import { useZone } from '../../../components/time/use-zone.ts'
import { MessageView } from '../../../features/message/MessageView.tsx'
import { RenderedEmail } from '../../../features/message/RenderedEmail.tsx'
import type { ListedStep } from '../../../features/run/StepList.tsx'
import { StepSummary } from '../../../features/run/StepSummary.tsx'
import { stepName } from '../../../features/run/step-name.ts'

/** One step: what it would send, and what decided it. */
export function StepOutcome({ step, result }: { step: ListedStep; result: SimulationResult }) {
  const own = <T extends { node_id: string }>(made: readonly T[]) =>
    made.filter(({ node_id }) => node_id === step.node_id)
  const tabs = [
    ...own(result.messages).map((message, place) => ({
      name: `${channels[message.channel]}${place === 0 ? '' : ` ${place + 1}`}`,
      content: <MessageView message={message} drawn={<Drawn content={message.content} />} />,
    })),
    ...own(result.tasks).map(task => ({
      name: 'Task',
      content: (
        <DescriptionList
          entries={[
            ['Title', task.title],
            ['Description', task.description || 'none'],
            ['Assignee', task.assignee ?? 'none'],
            ['Venue', task.serial ?? 'none'],
            ['Due', <Due key="due" task={task} />],
          ]}
        />
      ),
    })),
    { name: 'Summary', content: <StepSummary step={step} /> },
    { name: 'Data', content: <JsonBlock label="Data" value={step.detail} /> },
  ]
  return (
    <Panel title={stepName(step)}>
      <Tabs key={step.position} label="About the step" tabs={tabs} />
    </Panel>
  )
}

function Due({ task: { due_at, serial } }: { task: SimulatedTask }) {
  const usual = useZone()
  const there = useVenueZone(serial ?? undefined)
  return due_at === null ? 'whenever' : exactTime(Date.parse(due_at), there ?? usual)
}

const channels: Record<SimulatedMessage['channel'], string> = {
  email: 'E-mail',
  sms: 'SMS',
  webhook: 'Webhook',
}

const Drawn = ({ content: { subject, html } }: { content: SimulatedMessage['content'] }) => (
  <>
    <p>
      <strong>{String(subject)}</strong>
    </p>
    <RenderedEmail label="The e-mail" html={String(html)} />
  </>
)
