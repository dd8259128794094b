import { type ItemResult, LONGEST_SAMPLE, type WholeDelivery } from '@millrace/contract/dashboard/connections'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { asked } from '../../api/queries.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Json } from '../../components/Json.tsx'
import { JsonBlock } from '../../components/JsonBlock.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { Note } from '../../components/Note.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { number } from '../../language/format.ts'
import { t } from '../../language/words.ts'
import styles from './DeliveryPage.module.css'
import { PreviewStart } from './mapping/Preview.tsx'
import {
  connectionKey,
  deliveriesKey,
  previewDelivery,
  retryDelivery,
  useConnectionName,
  useDelivery,
} from './shared/connection-calls.ts'
import { reasonInWords, resultInWords, stateWords } from './shared/delivery-in-words.ts'
import { indentJson } from './shared/indent-json.ts'

/** A delivery as it came, and what it led to. */
export function DeliveryPage({ id, deliveryId }: { id: string; deliveryId: string }) {
  const delivery = useDelivery(id, deliveryId)
  const connection = useConnectionName(id)
  const list = `/marketplace/connections/${id}`
  const retry = useSubmit(() => retryDelivery(id, deliveryId), useChanged([connectionKey(id), deliveriesKey]))
  return (
    <>
      <PageHead
        title={t`Delivery`}
        trail={[
          { label: t`Marketplace` },
          { label: t`Connections`, path: '/marketplace/connections' },
          { label: connection ?? t`Connection`, path: list },
        ]}
      >
        {delivery.data && delivery.data.state !== 'waiting' && (
          <Button quiet busy={retry.busy} onClick={() => void retry.submit()}>
            {t`Retry`}
          </Button>
        )}
        <FailureNote failure={retry.failure} />
      </PageHead>
      <Loaded
        query={delivery}
        absent={
          <Empty title={t`Delivery not found`}>
            <p>{t`It may have been deleted because of its age.`}</p>
            <LinkButton to={list}>{t`All deliveries`}</LinkButton>
          </Empty>
        }
      >
        {data => (
          <>
            <Panel>
              <DescriptionList
                entries={[
                  [
                    t`Status`,
                    <Badge key="state" tone={stateWords[data.state].tone}>
                      {stateWords[data.state].label}
                    </Badge>,
                  ],
                  [t`Received`, <Time key="received" at={data.received_at} />],
                  [t`Size`, t`${number(data.bytes)} bytes`],
                  [t`Result`, resultInWords(data)],
                ]}
              />
              {data.error !== null && <Note tone="bad">{data.error}</Note>}
            </Panel>
            <Items items={data.items} />
            <div className={styles.sent}>
              <Payload delivery={data} />
              <Mapped id={id} delivery={data} />
            </div>
            <JsonBlock label={t`Headers`} value={data.headers} />
          </>
        )}
      </Loaded>
    </>
  )
}

const Items = ({ items }: { items: readonly ItemResult[] }) =>
  items.some(({ event_id }, place) => event_id !== null || place > 0) && (
    <Panel title={t`Events`}>
      <ol className={styles.items}>
        {items.map((item, place) => (
          // Items have no names; their order is that of the payload.
          <li key={place}>
            {item.event_id !== null && (
              <>
                <Link to={`/events/${item.event_id}`}>{t`Event`}</Link>
                {item.repeated && t` that an earlier delivery made`}
              </>
            )}
            {item.reason !== null && reasonInWords(item.reason, item.detail)}
            {item.warnings.map(warning => ` ${warning}`).join('')}
          </li>
        ))}
      </ol>
    </Panel>
  )

/** Beside what came, what the mapping of now makes of it: it may have been another one when it came. */
function Mapped({ id, delivery }: { id: string; delivery: WholeDelivery }) {
  const { body, headers, encoding, bytes } = delivery
  const { data } = useQuery({
    queryKey: ['connection-mapped', id, delivery.id],
    enabled: encoding === 'utf8' && bytes <= LONGEST_SAMPLE,
    queryFn: () => asked(previewDelivery(id, { body, headers })),
  })
  if (data === undefined || data.problem !== null || data.items.length === 0) return null
  return (
    <Panel title={t`By the current mapping`}>
      <PreviewStart preview={data} />
    </Panel>
  )
}

/** Copied as it came. */
function Payload({ delivery: { body, encoding } }: { delivery: WholeDelivery }) {
  const text = body === '' ? ' ' : body
  return (
    <CodeBlock label={encoding === 'utf8' ? t`Payload` : t`Payload (base64)`} text={text} wrap>
      <Json text={indentJson(text)} />
    </CodeBlock>
  )
}
