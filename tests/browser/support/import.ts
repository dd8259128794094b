import type { GuestImport } from '@millrace/contract/guest-import'
import type { Visitor } from '../../support/dashboard.ts'
import { eventually } from '../../support/millrace.ts'

/** A file that was checked: of its two rows, one would be refused. */
export async function checkFile(owner: Visitor, name: string): Promise<string> {
  const { body } = await owner.post<{ guest_import: GuestImport }>('/guest-imports', {
    format: 'csv',
    file_name: name,
  })
  const { id } = body.guest_import
  const content = Buffer.from('email,name\nnoor@example.com,Noor\nnot an address,Sam\n').toString('base64')
  await owner.ask('PUT', `/guest-imports/${id}/file`, { json: { offset: 0, content } })
  await owner.post(`/guest-imports/${id}/start`, { trial: true })
  await eventually(
    () => owner.get<{ guest_import: GuestImport }>(`/guest-imports/${id}`),
    ({ body }) => body.guest_import.status === 'checked',
  )
  return id
}
