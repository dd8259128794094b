import { setPaused } from './set-paused.ts'

export default setPaused(false, {
  about: 'Waiting deliveries are processed now, oldest first.',
  example: "npx millrace connections resume 'Square till'",
})
