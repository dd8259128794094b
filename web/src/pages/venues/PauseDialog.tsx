import type { ManagedVenue } from '@millrace/contract/venue'
import { changeVenue } from '../../api/management.ts'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { t } from '../../language/words.ts'
import { useVenueSaved } from './use-venue-saved.ts'

/** Pauses a venue, or resumes one that is paused. */
export function PauseDialog({ venue, onClose }: { venue: ManagedVenue; onClose(): void }) {
  const saved = useVenueSaved()
  return (
    <ConfirmDialog
      title={venue.paused ? t`Resume ${venue.name}?` : t`Pause ${venue.name}?`}
      action={venue.paused ? t`Resume venue` : t`Pause venue`}
      send={() => changeVenue(venue.serial, { paused: !venue.paused })}
      onDone={answer => {
        saved(answer)
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        {venue.paused
          ? t`New events of this venue start workflows again.`
          : t`Events of this venue are stored, but start no workflows until you resume it. Runs that have started continue.`}
      </p>
    </ConfirmDialog>
  )
}
