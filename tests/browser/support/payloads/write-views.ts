import { savedFilters } from '@millrace/contract/dashboard/saved-filters'
import { place as X } from './payloads.ts'
import type { Writer } from './writer.ts'

const filters = Object.fromEntries(savedFilters.map(name => [name, X]))
const given = { list: 'tasks', name: X, filters, shared: true }

/** Saved views of the list of tasks: one as it was saved, and one that was changed. */
export async function writeViews({ store }: Writer): Promise<void> {
  const save = () => store<{ view: { id: string } }>('POST /dashboard/api/views', {}, given)
  const { view } = await save()
  await store('PATCH /dashboard/api/views/:id', { id: view.id }, { name: X, filters })
  await save()
}
