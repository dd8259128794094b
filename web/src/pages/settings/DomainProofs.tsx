import type { DomainProof } from '@millrace/contract/single-sign-on'
import { useQueryClient } from '@tanstack/react-query'
import { checkDomains } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { type Column, Table } from '../../components/list/Table.tsx'
import type { Tone } from '../../components/Note.tsx'
import { t } from '../../language/words.ts'
import { PublishRecord } from './PublishRecord.tsx'
import record from './SenderPanel.module.css'
import styles from './SingleSignOn.module.css'

const statuses: Readonly<Record<DomainProof['status'], readonly [tone: Tone, word: string]>> = {
  proven: ['good', 'proven'],
  kept: ['warn', t`in use, not proven`],
  unproven: ['bad', t`not proven`],
}

const columns: Column<DomainProof>[] = [
  { name: t`Domain`, cell: ({ domain }) => domain },
  {
    name: t`Status`,
    cell: ({ status }) => <Badge tone={statuses[status][0]}>{statuses[status][1]}</Badge>,
  },
  {
    name: t`Proof`,
    long: true,
    cell: ({ status, problem, publish }) =>
      status === 'proven' ? (
        t`Addresses in this domain can sign in.`
      ) : (
        <div className={record.result}>
          {problem && <p>{problem}</p>}
          <PublishRecord record={publish} title={t`Publish this TXT record:`} />
        </div>
      ),
  },
]

/** Which domains are the organisation's own, and the records that show it. */
export function DomainProofs({ proofs, queryKey }: { proofs: DomainProof[]; queryKey: readonly string[] }) {
  const queries = useQueryClient()
  const { busy, failure, submit } = useSubmit(checkDomains, answer => queries.setQueryData(queryKey, answer))
  return (
    <div className={styles.part}>
      <h3>{t`Domains`}</h3>
      <p>{t`A domain counts once its DNS shows that it is yours. A domain belongs to one organisation.`}</p>
      <Table
        label={t`Domains of single sign-on`}
        rows={proofs}
        columns={columns}
        keyOf={({ domain }) => domain}
      />
      <FailureNote failure={failure} />
      {proofs.some(({ status }) => status !== 'proven') && (
        <div className={styles.actions}>
          <Button quiet busy={busy} onClick={submit}>
            {t`Check domains`}
          </Button>
        </div>
      )}
    </div>
  )
}
