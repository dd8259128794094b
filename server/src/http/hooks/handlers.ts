export { default as takeDelivery } from './address.post.ts'
export { default as takeReports } from './email-reports.post.ts'
