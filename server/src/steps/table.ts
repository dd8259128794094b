import { addTag } from './add-tag.ts'
import { awardPoints } from './award-points.ts'
import { branch } from './branch.ts'
import { end } from './end.ts'
import type { StepTable } from './step.ts'
import { wait } from './wait.ts'

/** Every type of node, and what it does. */
export const steps: StepTable = { branch, award_points: awardPoints, add_tag: addTag, wait, end }
