import type { Guest } from '@millrace/contract/guest'
import type { Answer } from '../../api/answer.ts'
import { readGuest } from '../../api/management.ts'
import type { Bulk, BulkField } from '../../components/list/bulk-action.ts'
import { TagField } from '../../features/guest/TagFields.tsx'
import { plural, t } from '../../language/words.ts'
import { changeGuest } from './guest-calls.ts'

export const nameOfGuest = ({ name, email, id }: Pick<Guest, 'id' | 'name' | 'email'>): string =>
  name ?? email ?? id

/** Tags are stored as a whole: those the guest has at this moment, and one more or less. */
async function changeTags(
  id: string,
  change: (tags: readonly string[]) => readonly string[],
): Promise<Answer<unknown>> {
  const guest = await readGuest(id, new AbortController().signal)
  return guest.ok ? changeGuest(id, { tags: [...change(guest.value.tags)] }) : guest
}

const tag: BulkField = {
  first: '',
  field: (value, onChange) => <TagField value={value} onChange={onChange} />,
}

/** What can be done with the guests that are selected. */
export const guestBulk: Bulk<Guest> = {
  nameOf: nameOfGuest,
  changes: ['guests', 'guest'],
  actions: [
    {
      name: t`Add tag…`,
      question: count => ({
        title: plural(count, 'Add a tag to # guest', 'Add a tag to # guests'),
        about: t`Segments and workflows that ask for the tag see it at once.`,
        action: plural(count, 'Add to # guest', 'Add to # guests'),
      }),
      given: tag,
      act: ({ id }, given) => changeTags(id, tags => [...new Set([...tags, given.trim()])]),
    },
    {
      name: t`Remove tag…`,
      fits: ({ tags }) => tags.length > 0,
      question: count => ({
        title: plural(count, 'Remove a tag from # guest', 'Remove a tag from # guests'),
        about: t`Guests who do not have the tag stay as they are.`,
        action: plural(count, 'Remove from # guest', 'Remove from # guests'),
      }),
      given: tag,
      act: ({ id }, given) => changeTags(id, tags => tags.filter(one => one !== given.trim())),
    },
  ],
}
