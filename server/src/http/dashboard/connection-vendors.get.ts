import { dashboard } from '@millrace/contract/operations/dashboard'
import { vendors } from '#connections/vendors/vendors.ts'
import { bind } from '../bind.ts'

export default bind(dashboard.listConnectionVendors, () => async () => ({
  data: vendors.map(({ id, name, kind, about, secret, secretFrom }) => ({
    id,
    name,
    kind,
    about,
    secret,
    secret_from: secretFrom,
  })),
}))
