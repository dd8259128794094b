export { default as reportSms } from './sms-callback.post.ts'
export { default as askUnsubscribe } from './unsubscribe.get.ts'
export { default as unsubscribe } from './unsubscribe.post.ts'
