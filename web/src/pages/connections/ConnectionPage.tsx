import type { WholeConnection } from '@millrace/contract/dashboard/connections'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Absent } from '../../components/list/Absent.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { MoreActions } from '../../components/MoreActions.tsx'
import { Note } from '../../components/Note.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { useView } from '../../components/use-view.ts'
import { ViewTabs } from '../../components/ViewTabs.tsx'
import { number } from '../../language/format.ts'
import { plural, t } from '../../language/words.ts'
import { ClaimsPanel } from './ClaimsPanel.tsx'
import styles from './ConnectionPage.module.css'
import { DeleteDialog } from './DeleteDialog.tsx'
import { Deliveries } from './Deliveries.tsx'
import { GeneralPanel } from './GeneralPanel.tsx'
import { MappingPanel } from './mapping/MappingPanel.tsx'
import { ProofPanel } from './ProofPanel.tsx'
import { PullPanel } from './pull/PullPanel.tsx'
import { SecretPanel } from './SecretPanel.tsx'
import { SetUp } from './SetUp.tsx'
import {
  changeConnection,
  connectionKey,
  deliveriesKey,
  retryDeliveries,
  useConnection,
} from './shared/connection-calls.ts'
import {
  counted,
  lastRefusalInWords,
  refusalInWords,
  statusWords,
  troubleWords,
} from './shared/delivery-in-words.ts'
import { useConnectionSaved } from './shared/use-connection-saved.ts'
import { VenuesPanel } from './VenuesPanel.tsx'

const trail = [{ label: t`Marketplace` }, { label: t`Connections`, path: '/marketplace/connections' }]

const views = [
  { name: 'deliveries', label: t`Deliveries` },
  { name: 'set-up', label: t`Set-up` },
  { name: 'venues', label: t`Venues` },
  { name: 'mapping', label: t`Mapping` },
] as const

export function ConnectionPage({ id }: { id: string }) {
  const connection = useConnection(id)
  const view = useView(views)
  const refused = connection.data && lastRefusalInWords(connection.data)
  return (
    <>
      <PageHead title={connection.data?.name ?? t`Connection`} trail={trail}>
        {connection.data && <Actions connection={connection.data} />}
      </PageHead>
      <Loaded
        query={connection}
        absent={
          <Absent title={t`Connection not found`} all={t`All connections`} list="/marketplace/connections">
            {t`It may belong to another organisation.`}
          </Absent>
        }
      >
        {data => (
          <>
            <Panel>
              <DescriptionList entries={entriesOf(data)} />
              {refused !== undefined && view !== 'set-up' && <Note tone="bad">{refused}</Note>}
              {data.trouble !== null && <Note tone="warn">{troubleWords[data.trouble]}</Note>}
              {data.pull !== null && data.pull.error !== null && (
                <Note tone="bad">{t`The last page could not be fetched: ${data.pull.error}`}</Note>
              )}
              {data.unknown_locations.length > 0 && view !== 'venues' && (
                <Note tone="warn">{unknownInWords(data.unknown_locations)}</Note>
              )}
              {data.status === 'needs_secret' && view !== 'set-up' && (
                <Note tone="warn">{t`Deliveries are refused until you enter the secret under Set-up.`}</Note>
              )}
            </Panel>
            <ViewTabs label={t`Parts of the connection`} views={views} current={view} />
            <div className={styles.view}>
              {view === 'deliveries' && <Deliveries id={id} />}
              {view === 'set-up' && (
                <>
                  <SetUp connection={data} />
                  {(data.vendor === 'json' || data.pull !== null) && <PullPanel connection={data} />}
                  <SecretPanel connection={data} />
                  {data.proof !== null && <ProofPanel id={data.id} proof={data.proof} />}
                  {data.claims !== null && <ClaimsPanel id={data.id} claims={data.claims} />}
                  <Refusals connection={data} />
                  <GeneralPanel connection={data} />
                </>
              )}
              {view === 'venues' && <VenuesPanel connection={data} />}
              {view === 'mapping' && <MappingPanel connection={data} />}
            </div>
          </>
        )}
      </Loaded>
    </>
  )
}

function Actions({ connection }: { connection: WholeConnection }) {
  const { id, name, status, deliveries } = connection
  const isPaused = status === 'paused'
  const [asking, setAsking] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const saved = useConnectionSaved()
  const retry = useSubmit(() => retryDeliveries(id), useChanged([connectionKey(id), deliveriesKey]))
  return (
    <>
      {deliveries.held + deliveries.failed > 0 && (
        <Button quiet busy={retry.busy} onClick={() => void retry.submit()}>
          {t`Retry all`}
        </Button>
      )}
      <MoreActions
        small
        actions={[
          { name: isPaused ? t`Resume…` : t`Pause…`, act: () => setAsking(true) },
          { name: t`Delete…`, danger: true, act: () => setDeleting(true) },
        ]}
      />
      <FailureNote failure={retry.failure} />
      {deleting && <DeleteDialog connection={connection} onClose={() => setDeleting(false)} />}
      {asking && (
        <ConfirmDialog
          title={isPaused ? t`Resume ${name}?` : t`Pause ${name}?`}
          action={isPaused ? t`Resume` : t`Pause`}
          send={() => changeConnection(id, { paused: !isPaused })}
          onDone={answer => {
            saved(answer)
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            {isPaused
              ? t`Waiting deliveries are processed now, oldest first.`
              : t`Deliveries are stored and make no events until you resume.`}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

const unknownInWords = ({ length }: readonly string[]) =>
  plural(
    length,
    'Deliveries are held because # location has no venue. Set it under Venues.',
    'Deliveries are held because # locations have no venue. Set them under Venues.',
  )

const entriesOf = (connection: WholeConnection) => {
  const { status, vendor_name, deliveries, refused, last_delivery_at, waiting_since, pull } = connection
  const { waiting, held, done, failed } = deliveries
  const states = [
    [done, t`${counted(done)} processed`],
    [waiting, t`${counted(waiting)} waiting`],
    [held, t`${counted(held)} held`],
    [failed, t`${counted(failed)} failed`],
    [refused, t`${number(refused)} refused`],
  ] as const
  const several = states.filter(([number]) => number > 0).map(([, text]) => text)
  return [
    [
      t`Status`,
      <Badge key="status" tone={statusWords[status].tone}>
        {statusWords[status].label}
      </Badge>,
    ],
    [t`System`, vendor_name],
    [t`Last delivery`, last_delivery_at ? <Time key="last" at={last_delivery_at} /> : t`Never`],
    [t`Deliveries`, several.join(', ') || t`None`],
    ...(waiting_since === null
      ? []
      : ([[t`Waiting since`, <Time key="waiting" at={waiting_since} />]] as const)),
    ...(pull === null
      ? []
      : ([
          [t`Fetches`, pull.url],
          [t`Next page`, <Time key="next" at={pull.next_at} />],
        ] as const)),
  ] as const
}

const Refusals = ({ connection: { refusals } }: { connection: WholeConnection }) =>
  refusals.length > 0 && (
    <Panel title={t`Refused`}>
      <p>{t`These requests did not prove their origin. Only their number is stored.`}</p>
      <DescriptionList
        entries={refusals.map(({ reason, refused, last_at }) => [
          refusalInWords(reason),
          <span key={reason}>
            {t`${plural(refused, '# request', '# requests')}, last `}
            <Time at={last_at} />
          </span>,
        ])}
      />
    </Panel>
  )
