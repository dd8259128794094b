import { ImageAnswer, ImageList, NewImage } from '../../dashboard/images.ts'
import { Message } from '../../member.ts'
import { operation } from '../operation.ts'

const forEditors = { access: 'member', role: 'editor' } as const

export const listImages = operation({
  ...forEditors,
  method: 'GET',
  path: '/dashboard/api/images',
  heavy: true,
  summary: 'Uploaded images, the newest first, with where they are used',
  answers: { 200: ImageList },
})

export const uploadImage = operation({
  ...forEditors,
  method: 'POST',
  path: '/dashboard/api/images',
  heavy: true,
  summary: 'Upload an image for e-mails',
  description: 'It is re-encoded, at most 1,200 pixels wide and without what the file says about its origin.',
  body: NewImage,
  bodyLimit: 5 * 1024 * 1024,
  answers: { 201: ImageAnswer },
})

export const deleteImage = operation({
  ...forEditors,
  method: 'DELETE',
  path: '/dashboard/api/images/:name',
  heavy: true,
  summary: 'Delete an image that is used nowhere',
  answers: { 200: Message },
})
