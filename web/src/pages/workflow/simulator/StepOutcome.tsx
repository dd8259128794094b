import type { SimulatedMessage, SimulationResult } from '@millrace/contract/simulation'
import { CodeBlock } from '../../../components/CodeBlock.tsx'
import { Facts } from '../../../components/Facts.tsx'
import { JsonBlock } from '../../../components/JsonBlock.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { exactTime } from '../../../components/relative-time.ts'
import { Tabs } from '../../../components/Tabs.tsx'
import { useZone } from '../../../components/use-zone.ts'
import type { ListedStep } from '../../run/StepList.tsx'
import { stepName } from '../../run/step-name.ts'
import { DrawnMail } from '../mail/DrawnMail.tsx'

/** One step: what it would send, and what decided it. */
export function StepOutcome({ step, result }: { step: ListedStep; result: SimulationResult }) {
  const zone = useZone()
  const own = <T extends { node_id: string }>(made: readonly T[]) =>
    made.filter(({ node_id }) => node_id === step.node_id)
  const tabs = [
    ...own(result.messages).map((message, place) => ({
      name: `${channels[message.channel]}${place === 0 ? '' : ` ${place + 1}`}`,
      content: <Message message={message} />,
    })),
    ...own(result.tasks).map(task => ({
      name: 'Task',
      content: (
        <Facts
          facts={[
            ['Title', task.title],
            ['Description', task.description || 'none'],
            ['Who does it', task.assignee ?? 'anybody'],
            ['Venue', task.serial ?? 'none'],
            ['Due', task.due_at === null ? 'whenever' : exactTime(Date.parse(task.due_at), zone)],
          ]}
        />
      ),
    })),
    { name: 'Why', content: <JsonBlock label="What the step left" value={step.detail} /> },
  ]
  return (
    <Panel title={stepName(step)}>
      <Tabs key={step.position} label="About the step" tabs={tabs} />
    </Panel>
  )
}

const channels: Record<SimulatedMessage['channel'], string> = {
  email: 'E-mail',
  sms: 'SMS',
  webhook: 'Webhook',
}

function Message({ message: { channel, recipient, content } }: { message: SimulatedMessage }) {
  const text = (name: string) => (typeof content[name] === 'string' ? content[name] : '')
  if (channel === 'email') {
    return (
      <>
        <Facts
          facts={[
            ['To', recipient],
            ['Subject', text('subject')],
          ]}
        />
        <DrawnMail label="The e-mail" html={text('html')} />
        {text('text') && <CodeBlock wrap label="Its text part" text={text('text')} />}
      </>
    )
  }
  if (channel === 'sms') return <CodeBlock wrap label={`To ${recipient}`} text={text('body')} />
  return <JsonBlock label={`To ${recipient}`} value={content} />
}
