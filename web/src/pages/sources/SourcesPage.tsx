import type { Source } from '@millrace/contract/source'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { asked } from '../../api/queries.ts'
import { listSources } from '../../api/sources.ts'
import { LinkButton } from '../../components/LinkButton.tsx'
import { CsvButton } from '../../components/list/CsvButton.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { onePage } from '../../components/list/read-all.ts'
import { type Column, Table } from '../../components/list/Table.tsx'
import { useSort } from '../../components/list/use-sort.ts'
import { MoreActions } from '../../components/MoreActions.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Time } from '../../components/time/Time.tsx'
import { sourcePath } from '../../features/source/source-path.ts'
import { number } from '../../language/format.ts'
import { t } from '../../language/words.ts'

const FRESH_MS = 10_000

const columns: Column<Source>[] = [
  {
    name: t`Source`,
    sort: 'name',
    order: ({ source }) => source,
    long: true,
    cell: ({ source }) => <Link to={sourcePath(source)}>{source ?? t`no source`}</Link>,
    text: ({ source }) => source,
  },
  {
    name: t`Events`,
    sort: 'events',
    down: true,
    order: ({ events }) => events,
    cell: ({ events }) => number(events),
    text: ({ events }) => events,
  },
  {
    name: t`Last event`,
    sort: 'last',
    down: true,
    order: source => source.last_seen_at,
    cell: source => <Time at={source.last_seen_at} />,
    text: source => source.last_seen_at,
  },
  {
    name: t`First event`,
    cell: source => <Time at={source.first_seen_at} />,
    text: source => source.first_seen_at,
  },
]

/** Who sends events, as learnt from the events themselves. */
export function SourcesPage() {
  const sorting = useSort('')
  const sources = useQuery({
    queryKey: ['sources'],
    queryFn: ({ signal }) => asked(listSources(signal)),
    refetchInterval: ({ state }) => (state.error ? false : FRESH_MS),
  })
  const rows = sources.data?.data ?? []
  return (
    <>
      <PageHead
        title={t`Sources`}
        about={t`The systems that send events, and what each of them really sends.`}
        menu={
          rows.length > 0 && (
            <MoreActions small>
              <CsvButton file={{ name: 'sources' }} columns={columns} askPage={onePage(rows)} />
            </MoreActions>
          )
        }
      />
      <Loaded query={sources}>
        {({ data, more }) =>
          data.length === 0 ? (
            <Empty title={t`No sources yet`}>
              <p>{t`A minute or two after its first event, a source appears here with what it sends.`}</p>
              <LinkButton to="/events/send">{t`Send a test event`}</LinkButton>
            </Empty>
          ) : (
            <>
              <Table
                sorting={sorting}
                label={t`Sources`}
                columns={columns}
                rows={data}
                keyOf={({ source }) => (source === null ? 'none' : `=${source}`)}
              />
              {more && <p>{t`Only the 500 most active sources are listed.`}</p>}
            </>
          )
        }
      </Loaded>
    </>
  )
}
