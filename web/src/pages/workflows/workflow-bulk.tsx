import type { StatusChange, WorkflowInList } from '@millrace/contract/dashboard/workflows'
import { changeStatus, placeWorkflow } from '../../api/workflows.ts'
import { ComboField } from '../../components/form/ComboField.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import type { Bulk, BulkField } from '../../components/list/bulk-action.ts'
import { plural, t } from '../../language/words.ts'
import { usePlaces } from './use-places.ts'

/** What happens to the guests inside, with the first as the default. */
const insideOf = (choices: readonly { readonly value: string; readonly label: string }[]): BulkField => ({
  first: choices[0]?.value ?? '',
  field: (value, onChange) => (
    <SelectField label={t`Guests inside`} name="inside" value={value} choices={choices} onChange={onChange} />
  ),
})

const change = ({ id }: WorkflowInList, status: StatusChange['status'], inside?: string) =>
  changeStatus(id, { status, ...(inside === undefined ? {} : { inside }) } as StatusChange)

/** What can be done with the workflows that are selected. */
export const workflowBulk: Bulk<WorkflowInList> = {
  nameOf: ({ name }) => name,
  changes: ['workflows', 'workflow'],
  actions: [
    {
      name: t`Pause…`,
      fits: ({ status }) => status === 'active',
      question: count => ({
        title: plural(count, 'Pause # workflow?', 'Pause # workflows?'),
        about: t`Events start no runs until you resume them.`,
        action: plural(count, 'Pause # workflow', 'Pause # workflows'),
      }),
      given: insideOf([
        { value: 'hold', label: t`They wait until you resume it` },
        { value: 'end', label: t`They leave now` },
      ]),
      act: (workflow, inside) => change(workflow, 'paused', inside),
    },
    {
      name: t`Resume…`,
      fits: ({ status }) => status === 'paused',
      question: count => ({
        title: plural(count, 'Resume # workflow?', 'Resume # workflows?'),
        about: t`Guests inside continue, and events start runs again.`,
        action: plural(count, 'Resume # workflow', 'Resume # workflows'),
      }),
      act: workflow => change(workflow, 'active'),
    },
    {
      name: t`Move to folder…`,
      question: count => ({
        title: plural(count, 'Move # workflow', 'Move # workflows'),
        about: t`For the list only. They keep their tags, and what they do stays the same.`,
        action: plural(count, 'Move # workflow', 'Move # workflows'),
      }),
      given: {
        first: '',
        optional: true,
        field: (value, onChange) => <FolderField value={value} onChange={onChange} />,
      },
      act: ({ id, tags }, folder) => placeWorkflow(id, { folder: folder.trim() || null, tags }),
    },
    {
      name: t`Archive…`,
      danger: true,
      fits: ({ status }) => status === 'active' || status === 'paused',
      question: count => ({
        title: plural(count, 'Archive # workflow?', 'Archive # workflows?'),
        about: t`They start no more runs. This can’t be undone, but you can duplicate them.`,
        action: plural(count, 'Archive # workflow', 'Archive # workflows'),
      }),
      given: insideOf([
        { value: 'finish', label: t`They finish` },
        { value: 'end', label: t`They leave now` },
      ]),
      act: (workflow, inside) => change(workflow, 'cancelled', inside),
    },
  ],
}

const FolderField = ({ value, onChange }: { value: string; onChange(value: string): void }) => (
  <ComboField
    options={usePlaces().folders}
    label={t`Folder`}
    name="folder"
    note={t`Choose one or type a new name. Leave blank for none.`}
    maxLength={60}
    value={value}
    onChange={onChange}
  />
)
