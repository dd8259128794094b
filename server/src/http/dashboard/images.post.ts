import { LARGEST_IMAGE } from '@millrace/contract/image-path'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { encodeAside } from '#images/encode-aside.ts'
import { ImageRefused } from '#images/encode-image.ts'
import { storeImage } from '#images/images.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { contentOf } from '../edge/guest-import.ts'
import { Refusal } from '../refusal.ts'

export default bind(dashboard.uploadImage, ({ database, config: { baseUrl } }) => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const { file_name: fileName, content } = checkedBody(request, dashboard.uploadImage).body
  const file = contentOf(content)
  if (file.length > LARGEST_IMAGE)
    throw new Refusal('image_refused', { message: 'The image is larger than 3 MB. Make it smaller.' })
  const encoded = await encodeAside(file).catch(error => {
    throw error instanceof ImageRefused ? new Refusal('image_refused', { message: error.message }) : error
  })
  const image = await inTenant(database, organisationId, tx =>
    storeImage(tx, { organisationId, baseUrl }, encoded, { fileName, actor }),
  )
  if (image === undefined) throw new Refusal('too_many_images')
  reply.code(201)
  return { message: 'Image uploaded.', image }
})
