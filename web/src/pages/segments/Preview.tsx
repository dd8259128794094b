import type { Condition } from '@millrace/contract/condition'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { asked, failureOf } from '../../api/queries.ts'
import { Loading } from '../../components/Loading.tsx'
import { Note } from '../../components/Note.tsx'
import { useDebounced } from '../../components/use-debounced.ts'
import { t } from '../../language/words.ts'
import styles from './Preview.module.css'
import { previewSegment } from './segment-calls.ts'
import { guestsInWords } from './segment-words.ts'

/** For how many guests the condition holds as it is now, and who some of them are; or what is wrong with it. */
export function Preview({ id, condition }: { id: string | undefined; condition: Condition | undefined }) {
  const settled = useDebounced(condition)
  const preview = useQuery({
    queryKey: ['segment-preview', id ?? null, settled],
    queryFn: ({ signal }) =>
      asked(previewSegment({ condition: settled as Record<string, unknown>, segment: id ?? null }, signal)),
    enabled: settled !== undefined,
  })
  if (settled === undefined) return null
  const { data, error } = preview
  return (
    <section className={styles.preview} aria-label={t`Preview`} aria-busy={preview.isFetching}>
      {error !== null ? (
        <Faults error={error} />
      ) : data === undefined ? (
        <Loading />
      ) : (
        <>
          <p>
            <strong>{guestsInWords(data.members)}</strong> {data.members === 1 ? t`matches` : t`match`}:{' '}
            {data.sentence}.
          </p>
          {data.sample.length > 0 && (
            <ul>
              {data.sample.map(guest => (
                <li key={guest.id}>
                  <Link to={`/guests/${guest.id}`}>{guest.name ?? guest.id}</Link>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}

function Faults({ error }: { error: Error }) {
  const failure = failureOf(error)
  const faults = Object.values(failure?.errors ?? {}).flat()
  return <Note tone="warn">{faults.length > 0 ? faults.join(' ') : (failure?.message ?? error.message)}</Note>
}
