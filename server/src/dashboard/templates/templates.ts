import { birthday } from './birthday.ts'
import { bookingReminder } from './booking-reminder.ts'
import { complaint } from './complaint.ts'
import { confirmation } from './confirmation.ts'
import { enquiry } from './enquiry.ts'
import { friday } from './friday.ts'
import { gold, goldEnds } from './gold.ts'
import { milestone } from './milestone.ts'
import { noShow } from './no-show.ts'
import { points } from './points.ts'
import { review } from './review.ts'
import { subjectLines } from './subject-lines.ts'
import type { Template } from './template.ts'
import { thankYou } from './thank-you.ts'
import { welcome } from './welcome.ts'
import { winBack } from './win-back.ts'

/** In the order in which they are offered. */
export const templates: readonly Template[] = [
  welcome,
  birthday,
  winBack,
  confirmation,
  bookingReminder,
  noShow,
  enquiry,
  points,
  review,
  thankYou,
  complaint,
  gold,
  goldEnds,
  friday,
  subjectLines,
  milestone,
]
