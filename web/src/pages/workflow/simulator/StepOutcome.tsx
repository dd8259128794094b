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
import { t } from '../../../language/words.ts'

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
      name: t`Task`,
      content: (
        <DescriptionList
          entries={[
            [t`Title`, task.title],
            [t`Description`, task.description || t`None`],
            [t`Assignee`, task.assignee ?? t`None`],
            [t`Venue`, task.serial ?? t`None`],
            [t`Due`, <Due key="due" task={task} />],
          ]}
        />
      ),
    })),
    { name: t`Summary`, content: <StepSummary step={step} /> },
    { name: t`Data`, content: <JsonBlock label={t`Data`} value={step.detail} /> },
  ]
  return (
    <Panel title={stepName(step)}>
      <Tabs key={step.position} label={t`About the step`} tabs={tabs} />
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
  webhook: t`Webhook`,
}

const Drawn = ({ content: { subject, html } }: { content: SimulatedMessage['content'] }) => (
  <>
    <p>
      <strong>{String(subject)}</strong>
    </p>
    <RenderedEmail label={t`The e-mail`} html={String(html)} />
  </>
)
