import type { Guest } from '@millrace/contract/guest'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asked } from '../../api/queries.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { type ChosenGuest, GuestPicker } from '../../features/guest/GuestPicker.tsx'
import { number } from '../../language/format.ts'
import { rich, t } from '../../language/words.ts'
import { toast } from '../../toasts/toasts.ts'
import { mergeGuests, previewMerge } from './guest-calls.ts'

/** Merges another guest into this one, and first shows what they would be. */
export function MergeDialog({ guest, onClose }: { guest: Guest; onClose(): void }) {
  const queries = useQueryClient()
  const [other, setOther] = useState<ChosenGuest>()
  const preview = useQuery({
    queryKey: ['guest', guest.id, 'merge', other?.id],
    queryFn: () => asked(previewMerge(guest.id, other?.id ?? '')),
    enabled: other !== undefined && other.id !== guest.id,
    retry: false,
    gcTime: 0,
  })
  const submission = useSubmit(
    () => mergeGuests(guest.id, other?.id ?? ''),
    answer => {
      void queries.invalidateQueries()
      toast(answer.message, 'good')
      onClose()
    },
  )
  return (
    <Dialog title={t`Merge guests`} onClose={onClose}>
      <p>
        {rich`Choose the guest who is the same person as ${guest.name ?? t`this guest`}. Their events, runs, points, visits, messages, tasks and identifiers move here, and both ids keep working. You can undo it for 30 days.`}
      </p>
      <Form submission={submission} action={t`Merge guests`} disabled={!preview.isSuccess} onCancel={onClose}>
        <GuestPicker guest={other} onChange={setOther} />
        {other?.id === guest.id && <p>{t`This is the same guest. Choose another one.`}</p>}
        {other !== undefined && other.id !== guest.id && (
          <Loaded query={preview}>
            {({ guest: result }) => (
              <section aria-label={t`Result`}>
                <h3>{t`Result`}</h3>
                <DescriptionList entries={entriesOf(result)} />
              </section>
            )}
          </Loaded>
        )}
      </Form>
    </Dialog>
  )
}

const entriesOf = (guest: Guest) =>
  [
    [t`Name`, guest.name ?? t`none`],
    ['E-mail', guest.email ?? t`none`],
    [t`Phone`, guest.phone ?? t`none`],
    [t`Points`, number(guest.points)],
    [t`Tags`, guest.tags.join(', ') || t`none`],
    [t`Consent`, consentOf(guest)],
  ] as const

function consentOf({ do_not_contact, email_consent, sms_consent }: Guest): string {
  if (do_not_contact) return t`do not contact`
  return [...(email_consent ? ['e-mail'] : []), ...(sms_consent ? ['SMS'] : [])].join(', ') || t`none`
}
