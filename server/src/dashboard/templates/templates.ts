import { birthday } from './birthday.ts'
import { complaint } from './complaint.ts'
import { friday } from './friday.ts'
import { milestone } from './milestone.ts'
import { review } from './review.ts'
import type { Template } from './template.ts'
import { welcome } from './welcome.ts'
import { winBack } from './win-back.ts'

/** In the order in which they are offered. */
export const templates: readonly Template[] = [
  welcome,
  birthday,
  winBack,
  friday,
  review,
  milestone,
  complaint,
]
