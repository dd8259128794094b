import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/Button.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { JsonBlock } from '../../components/JsonBlock.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { number } from '../../language/format.ts'
import { t } from '../../language/words.ts'
import styles from './SentDialog.module.css'
import { replay, sentKey, useSent } from './subscription-calls.ts'

/** One delivery: what was sent, and every attempt. */
export function SentDialog({ id, deliveryId, onClose }: { id: string; deliveryId: string; onClose(): void }) {
  const sent = useSent(id, deliveryId)
  const again = useSubmit(() => replay(id, { delivery_id: deliveryId }), useChanged([sentKey], onClose))
  return (
    <Dialog title={t`Delivery`} onClose={onClose}>
      <Loaded query={sent}>
        {({ body, log, state }) => (
          <div className={styles.parts}>
            <JsonBlock label={t`Body`} value={body} />
            <DescriptionList
              entries={log.map(({ attempt, at, duration_ms, status, error, response }) => [
                t`Attempt ${attempt}`,
                <span key={attempt}>
                  <Time at={at} />
                  {t` · ${error ?? t`Answered ${String(status)}.`} · ${number(duration_ms)} ms`}
                  {response && <code>{` ${response}`}</code>}
                </span>,
              ])}
            />
            {state !== 'waiting' && (
              <div>
                <Button quiet busy={again.busy} onClick={() => void again.submit()}>
                  {t`Send again`}
                </Button>
              </div>
            )}
            <FailureNote failure={again.failure} />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
