import { Type } from 'typebox'
import { ListLinks } from '../common.ts'
import {
  ComparisonRequest,
  PushEstimate,
  PushRequest,
  Undertaking as UndertakingNamed,
} from '../undertaking.ts'
import { plain } from './plain.ts'

export const Undertaking = plain(UndertakingNamed)
export const Estimate = plain(PushEstimate)
export const Push = plain(PushRequest)
export const Comparison = plain(ComparisonRequest)

export const UndertakingPage = Type.Object({ data: Type.Array(Undertaking), links: ListLinks })
export const UndertakingAnswer = Type.Object({ message: Type.String(), undertaking: Undertaking })
