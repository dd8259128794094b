import { setPaused } from './set-paused.ts'

export default setPaused(false, {
  about: 'What waits is sent now, oldest first.',
  example: "npx millrace subscriptions resume 'Data warehouse'",
})
