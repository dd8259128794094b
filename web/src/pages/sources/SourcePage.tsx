import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import { asked, failureOf } from '../../api/queries.ts'
import { readSource } from '../../api/sources.ts'
import { Badge } from '../../components/Badge.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { type Column, Table } from '../../components/list/Table.tsx'
import { Note } from '../../components/Note.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/time/Time.tsx'
import { eventsPath } from '../../features/source/source-path.ts'
import { number } from '../../language/format.ts'
import { rich, t } from '../../language/words.ts'
import { MeaningPanel } from './MeaningPanel.tsx'
import styles from './SourcePage.module.css'
import { examplesOf, type SchemaRow, schemaRows, shareInWords, typeInWords } from './schema-rows.ts'

const FRESH_MS = 10_000

export function SourcePage() {
  const [params] = useSearchParams()
  const source = params.get('source') || null
  return <OneSource key={source} source={source} />
}

/** What a source sends, what has changed, and which workflows read it. */
function OneSource({ source }: { source: string | null }) {
  const page = useQuery({
    queryKey: ['source', source],
    queryFn: ({ signal }) => asked(readSource(source, signal)),
    refetchInterval: ({ state }) => (state.error ? false : FRESH_MS),
  })
  const unknown = page.error !== null && failureOf(page.error)?.code === 'source_not_found'
  return (
    <>
      <PageHead
        title={source ?? t`Events without a source`}
        trail={[{ label: t`Sources`, path: '/sources' }]}
      >
        <LinkButton quiet to={eventsPath(source)}>
          {t`View events`}
        </LinkButton>
      </PageHead>
      {unknown ? (
        <Empty title={t`Nothing known about this source yet`}>
          <p>{t`A minute or two after its first event, this page shows what it sends.`}</p>
          <LinkButton quiet to="/sources">
            {t`All sources`}
          </LinkButton>
        </Empty>
      ) : (
        <Loaded query={page}>
          {data => (
            <>
              {data.drift.length > 0 && (
                <section aria-label={t`Changes`} className={styles.drift}>
                  {data.drift.map(sentence => (
                    <Note key={sentence} tone="warn">
                      {sentence}
                    </Note>
                  ))}
                </section>
              )}
              <Panel>
                <DescriptionList
                  entries={[
                    [t`Events`, number(data.events)],
                    [t`Last event`, <Time key="last" at={data.last_seen_at} />],
                    [t`First event`, <Time key="first" at={data.first_seen_at} />],
                  ]}
                />
              </Panel>
              <MeaningPanel page={data} />
              <Schema rows={schemaRows(data)} />
            </>
          )}
        </Loaded>
      )}
    </>
  )
}

function Schema({ rows }: { rows: readonly SchemaRow[] }) {
  if (rows.length > 0) {
    return <Table label={t`What it sends`} columns={columns} rows={rows} keyOf={({ key }) => key} />
  }
  return (
    <Empty title={t`Its events have no parameters`}>
      <p>{t`When an event has parameters, they appear here.`}</p>
    </Empty>
  )
}

const columns: Column<SchemaRow>[] = [
  { name: t`Parameter`, long: true, cell: ({ key }) => <code>{key}</code> },
  {
    name: t`Type`,
    cell: ({ field }) =>
      field === undefined ? (
        <Badge tone="warn">{t`never sent`}</Badge>
      ) : (
        <span className={styles.types}>
          {field.types.map(({ type, seen, last_seen_at }) => (
            <span key={type}>
              <Badge tone="quiet">{typeInWords(type)}</Badge>
              {field.types.length > 1 && (
                <span className={styles.quiet}>
                  {rich` ${seen === 1 ? 'once' : t`${number(seen)} times`}, last ${<Time at={last_seen_at} />}`}
                </span>
              )}
            </span>
          ))}
        </span>
      ),
  },
  {
    name: t`Example`,
    long: true,
    cell: ({ field }) => (field === undefined ? '' : examplesOf(field).join(', ')),
  },
  { name: t`Share of events`, cell: ({ field }) => (field === undefined ? '' : shareInWords(field.share)) },
  {
    name: t`Read by`,
    long: true,
    cell: ({ readers }) =>
      readers.length === 0 ? (
        <span className={styles.quiet}>{t`no workflow`}</span>
      ) : (
        <span className={styles.types}>
          {readers.map(({ workflow_id, workflow_name, document, where }) => (
            <span key={workflow_id + document}>
              <Link to={`/workflows/${workflow_id}`}>{workflow_name}</Link>
              <span className={styles.quiet}>
                {rich`${document === 'draft' ? ' (draft)' : ''} in ${where.join(', ')}`}
              </span>
            </span>
          ))}
        </span>
      ),
  },
]
