import { setState } from './set-state.ts'

export default setState({
  about:
    'Stops the broadcast that is being sent or paused. It cannot be resumed; guests who have started continue.',
  name: 'stop',
  from: ['sending', 'paused'],
  to: 'stopped',
  done: 'Broadcast stopped.',
  none: 'No broadcast of this workflow is under way.',
})
