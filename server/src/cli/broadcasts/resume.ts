import { setState } from './set-state.ts'

export default setState({
  about: 'Resumes the broadcast that is paused. Without one, sends the latest that was missed.',
  name: 'resume',
  from: ['paused', 'missed'],
  to: 'sending',
  done: 'The broadcast is being sent.',
  none: 'No broadcast of this workflow is paused or missed.',
})
