import type { Guest } from '@millrace/contract/guest'
import { Badge } from '../../components/Badge.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { number } from '../../language/format.ts'
import { t } from '../../language/words.ts'
import { consentInWords } from './consent.ts'
import { GuestActivity } from './GuestActivity.tsx'
import { VisitsPanel } from './VisitsPanel.tsx'

/** A guest beside the list: how to reach them, their visits, and what happened lately. */
export const GuestPeek = ({ guest }: { guest: Guest }) => (
  <>
    <DescriptionList
      entries={[
        ['E-mail', guest.email ?? t`none`],
        [t`Phone`, guest.phone ?? t`none`],
        [t`Consent`, consentInWords(guest)],
        [t`Points`, number(guest.points)],
        [
          t`Tags`,
          guest.tags.length === 0
            ? t`none`
            : guest.tags.map(tag => (
                <Badge key={tag} tone="quiet" verbatim>
                  {tag}
                </Badge>
              )),
        ],
      ]}
    />
    <VisitsPanel id={guest.id} />
    <GuestActivity id={guest.id} />
  </>
)
