import type { ApiRequest } from '@millrace/contract/member'
import { listKeyRequests } from '../../api/dashboard.ts'
import { Badge } from '../../components/Badge.tsx'
import { CsvButton } from '../../components/list/CsvButton.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import { PagedTable } from '../../components/list/PagedTable.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { Method } from '../../components/Method.tsx'
import { MoreActions } from '../../components/MoreActions.tsx'
import { Time } from '../../components/time/Time.tsx'
import { t } from '../../language/words.ts'
import { useKeyRequests } from './key-queries.ts'
import styles from './RequestLog.module.css'

const columns: Column<ApiRequest>[] = [
  { name: t`When`, cell: ({ at }) => <Time at={at} />, text: ({ at }) => at },
  {
    name: t`Request`,
    long: true,
    cell: ({ method, route }) => (
      <span className={styles.request}>
        <Method method={method} /> <code>{route}</code>
      </span>
    ),
    text: ({ method, route }) => `${method} ${route}`,
  },
  {
    name: t`Status`,
    cell: ({ status }) => (
      <Badge tone={status < 400 ? 'good' : status < 500 ? 'warn' : 'bad'}>{String(status)}</Badge>
    ),
    text: ({ status }) => status,
  },
  {
    name: t`Latency`,
    cell: ({ duration_ms }) => t`${duration_ms} ms`,
    text: ({ duration_ms }) => duration_ms,
  },
  {
    name: t`Reason`,
    cell: ({ code }) => (code === null ? '' : <code>{code}</code>),
    text: ({ code }) => code,
  },
  {
    name: t`Request id`,
    long: true,
    cell: ({ request_id }) => <code className={styles.id}>{request_id}</code>,
    text: ({ request_id }) => request_id,
  },
]

/** The latest requests with the key, kept up to date while shown. */
export function RequestLog({ clientId }: { clientId: string }) {
  const requests = useKeyRequests(clientId)
  return (
    <section aria-labelledby="requests">
      <div className={styles.head}>
        <h2 id="requests" className={styles.title}>
          {t`Requests`}
        </h2>
        {(requests.data?.pages[0]?.data.length ?? 0) > 0 && (
          <MoreActions small>
            <CsvButton
              file={{ name: 'requests' }}
              columns={columns}
              askPage={(cursor, signal) => listKeyRequests(clientId, cursor, signal)}
            />
          </MoreActions>
        )}
      </div>
      <p className={styles.about}>
        {t`From the last seven days: all refused requests and a sample of the others. Token requests are not included.`}
      </p>
      <PagedTable
        label={t`Requests of this key`}
        query={requests}
        columns={columns}
        keyOf={row => row.id}
        empty={
          <Empty title={t`No requests yet`}>
            <p>{t`Requests made with this key appear here.`}</p>
          </Empty>
        }
      />
    </section>
  )
}
