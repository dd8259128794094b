import { setPaused } from './set-paused.ts'

export default setPaused(true, {
  about: 'What happens is stored for 30 days, and sent when you resume.',
  example: "npx millrace subscriptions pause 'Data warehouse'",
})
