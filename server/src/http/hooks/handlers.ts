export { default as takeDelivery } from './address.post.ts'
