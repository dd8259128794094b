import type { MissedGuest, MissedGuestList } from '@millrace/contract/missed'
import type { Workflow } from '@millrace/contract/workflow'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { asked } from '../../api/queries.ts'
import { usePages } from '../../api/use-pages.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { decideMissedGuests, listMissedGuests } from '../../api/workflows.ts'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import { PagedTable } from '../../components/list/PagedTable.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { t } from '../../language/words.ts'
import styles from './MissedGuests.module.css'

const missedKey = (id: string) => ['missed', id]
const SLOW_MS = 30_000
const FRESH_MS = 2_000

/** Who was due while the workflow was paused or the server was off, for a person to decide. */
export function MissedGuests({ workflow, locked }: { workflow: Workflow; locked: boolean }) {
  const [open, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: [...missedKey(workflow.id), 'count'],
    queryFn: ({ signal }) => asked(listMissedGuests(workflow.id, null, signal)),
    refetchInterval: ({ state: { data: last, error } }) =>
      error === null && (last?.starting ? FRESH_MS : SLOW_MS),
  })
  if (data === undefined || (!open && data.missed + data.starting === 0)) return null
  return (
    <>
      <Button quiet onClick={() => setOpen(true)}>
        {data.missed === 0 ? t`Starting ${data.starting} missed…` : t`${data.missed} missed…`}
      </Button>
      {open && (
        <MissedDialog workflow={workflow} locked={locked} count={data} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

interface MissedDialogProps {
  workflow: Workflow
  locked: boolean
  count: MissedGuestList
  onClose(): void
}

function MissedDialog({ workflow: { id, status }, locked, count, onClose }: MissedDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const guests = usePages<MissedGuest>([...missedKey(id), 'list'], (cursor, signal) =>
    listMissedGuests(id, cursor, signal),
  )
  const decided = useChanged([missedKey(id), ['due-days', id]], () => setChosen(new Set()))
  const some = chosen.size === 0 ? {} : { guests: [...chosen] }
  const start = useSubmit(() => decideMissedGuests(id, { decision: 'start', ...some }), decided)
  const [isLetting, setIsLetting] = useState(false)
  const whom = chosen.size === 0 ? t`all ${count.missed}` : t`${chosen.size} selected`
  const choose = (guestId: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(guestId)
    else next.delete(guestId)
    setChosen(next)
  }
  return (
    <Dialog title={t`Missed guests`} wide onClose={onClose}>
      <div className={styles.parts}>
        <p>
          {t`These guests were due while the workflow was paused or the server was off. Start them now, or let them go. Conditions, venues and limits of the live version apply.`}
        </p>
        {status === 'paused' && <p>{t`Resume the workflow to start them.`}</p>}
        {count.starting > 0 && <p role="status">{t`${count.starting} are starting.`}</p>}
        <PagedTable
          label={t`Missed guests`}
          query={guests}
          columns={[...(locked ? [] : [choosing(chosen, choose)]), ...columns]}
          keyOf={guest => guest.id}
          empty={
            <Empty title={t`Nobody left to decide about`}>
              <p>{t`Guests who are due while the workflow is paused appear here.`}</p>
            </Empty>
          }
        />
        <FailureNote failure={start.failure} />
        {!locked && count.missed > 0 && (
          <div className={styles.actions}>
            <Button disabled={status !== 'active'} busy={start.busy} onClick={start.submit}>
              {t`Start ${whom}`}
            </Button>
            <Button quiet danger onClick={() => setIsLetting(true)}>
              {t`Let ${whom} go…`}
            </Button>
          </div>
        )}
      </div>
      {isLetting && (
        <ConfirmDialog
          title={t`Let ${whom} go?`}
          action={t`Let ${whom} go`}
          send={() => decideMissedGuests(id, { decision: 'let_go', ...some })}
          onDone={answer => {
            setIsLetting(false)
            decided(answer)
          }}
          onClose={() => setIsLetting(false)}
        >
          <p>{t`They are not started for this time. This cannot be undone.`}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

const choosing = (
  chosen: ReadonlySet<string>,
  choose: (guestId: string, isChosen: boolean) => void,
): Column<MissedGuest> => ({
  name: t`Select`,
  silent: true,
  cell: ({ guest_id, guest_name }) => (
    <input
      type="checkbox"
      className={styles.check}
      aria-label={t`Select ${guest_name ?? guest_id}`}
      checked={chosen.has(guest_id)}
      onChange={({ target }) => choose(guest_id, target.checked)}
    />
  ),
})

const because = { workflow_paused: t`The workflow was paused`, too_late: t`The server was off` } as const

const columns: Column<MissedGuest>[] = [
  {
    name: t`Guest`,
    long: true,
    cell: ({ guest_id, guest_name }) => <Link to={`/guests/${guest_id}`}>{guest_name ?? guest_id}</Link>,
  },
  { name: t`Due`, cell: ({ due_at }) => <Time at={due_at} /> },
  { name: t`Why`, cell: guest => because[guest.because] },
]
