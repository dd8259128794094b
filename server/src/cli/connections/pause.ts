import { setPaused } from './set-paused.ts'

export default setPaused(true, {
  about: 'Deliveries are stored and make no events until you resume.',
  example: "npx millrace connections pause 'Square till'",
})
