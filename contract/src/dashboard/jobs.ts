import { Type } from 'typebox'
import { ListLinks } from '../common.ts'
import { ComparisonRequest, Job as JobNamed, ReplayEstimate, ReplayRequest } from '../job.ts'
import { plain } from './plain.ts'

export const Job = plain(JobNamed)
export const Estimate = plain(ReplayEstimate)
export const Replay = plain(ReplayRequest)
export const Comparison = plain(ComparisonRequest)

export const JobPage = Type.Object({ data: Type.Array(Job), links: ListLinks })
export const JobAnswer = Type.Object({ message: Type.String(), job: Job })
