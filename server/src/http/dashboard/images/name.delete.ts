import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { readName } from '#images/image-name.ts'
import { deleteImage, ImageInUse } from '#images/images.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { requireEveryVenue } from '../edge/every-venue.ts'

export default bind(dashboard.deleteImage, ({ database }) => async ({ member, params }) => {
  requireEveryVenue(member)
  const { organisationId, email } = member
  const named = readName(params.name)
  if (named === undefined) throw new Refusal('image_not_found')
  const deleted = await inTenant(database, organisationId, tx =>
    deleteImage(tx, organisationId, named.hash, email),
  ).catch(error => {
    throw error instanceof ImageInUse ? new Refusal('image_in_use', { message: error.message }) : error
  })
  if (!deleted) throw new Refusal('image_not_found')
  return { message: 'Image deleted.' }
})
