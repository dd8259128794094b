import { LARGEST_IMAGE } from '@millrace/contract/image-path'
import * as images from '@millrace/contract/operations/dashboard/images'
import { useQuery } from '@tanstack/react-query'
import { gone } from '../../api/answer.ts'
import { call } from '../../api/call.ts'
import { asked } from '../../api/queries.ts'
import { toBase64 } from '../../api/to-base64.ts'
import { t } from '../../language/words.ts'
import { shrunk } from './shrunk.ts'

export const imagesKey = ['images']

export const useImages = () =>
  useQuery({
    queryKey: imagesKey,
    queryFn: ({ signal }) => asked(call(images.listImages, { signal })).then(({ data }) => data),
  })

export const deleteImage = (name: string) => call(images.deleteImage, { params: { name } })

export async function uploadImage(file: File) {
  const small = await shrunk(file)
  if (small.size > LARGEST_IMAGE) {
    const message = t`The image is larger than 3 MB. Make it smaller.`
    return { ok: false, failure: { ...gone, kind: 'refused', message } } as const
  }
  const content = toBase64(new Uint8Array(await small.arrayBuffer()))
  return call(images.uploadImage, { body: { file_name: file.name.slice(0, 200), content } })
}
